/** Whether an answer reaches the end of the list. Services err here, so several signs are compared. */
import type { Reading } from './readAhead';

export type EndSign =
	/** All signs agree. */
	| 'certain'
	/** Some signs say so, others not: worth another look. */
	| 'claimed'
	| 'none';

export function endSign({ page, window, end }: Reading): EndSign {
	const { totalItems, totalPages, hasNext, perPage } = page.pagination;
	const rows = page.projects.length;
	if (rows === 0 && totalItems > 0) return 'none';
	if (!hasNext && end === totalItems) {
		return window.page >= totalPages ? 'certain' : 'claimed';
	}
	const isShort = rows < Math.min(window.perPage, perPage);
	return isShort && (!hasNext || end >= totalItems) ? 'claimed' : 'none';
}

/** What an answer brought, beside its signs. */
export interface Brought {
	readonly newRows: number;
	/** Rows read in the whole walk. */
	readonly allRows: number;
}

/** Follows the signs from answer to answer. */
export class Ending {
	private claims = 0;

	/** An answer that does not link: rows that nobody has seen yet mean that the end is not here. */
	noteBroken({ page }: Reading): void {
		if (page.projects.length > 0) this.claims = 0;
	}

	/** @param pageSize rows of a full window */
	isReached(reading: Reading, brought: Brought, pageSize: number): boolean {
		const sign = endSign(reading);
		if (sign === 'certain' && isPlausible(reading, brought, pageSize)) return true;
		if (sign === 'none') this.claims = 0;
		else this.claims = brought.newRows > 0 ? 1 : this.claims + 1;
		return this.claims >= 2;
	}
}

/** Where a good part of a page is missing at the end, it may be another page sent by mistake. */
function isPlausible({ page, end }: Reading, { allRows }: Brought, pageSize: number): boolean {
	const missing = page.pagination.totalItems - allRows;
	return end === 0 || missing * 5 <= pageSize;
}
