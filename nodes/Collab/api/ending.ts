/** Whether an answer reaches the end of the list. Services err here, so several signs are compared. */
import type { Reading } from './read-ahead';

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
	/** The last row was not known before. */
	readonly isFurther: boolean;
	readonly newRows: number;
	/** Rows read in the whole walk. */
	readonly allRows: number;
}

/** Follows the signs from answer to answer. */
export class Ending {
	private claims = 0;

	/** @param pageSize rows of a full window */
	isReached(reading: Reading, brought: Brought, pageSize: number): boolean {
		const sign = endSign(reading);
		if (sign === 'certain' && isPlausible(reading, brought, pageSize)) return true;
		if (sign === 'none') this.claims = 0;
		else this.claims = brought.newRows > 0 ? 1 : this.claims + 1;
		return this.claims >= 2;
	}
}

/** An end that shows known rows only, or leaves a good part of a page missing, may be another page sent by mistake. */
function isPlausible({ page, end }: Reading, brought: Brought, pageSize: number): boolean {
	if (end === 0) return true;
	const missing = page.pagination.totalItems - brought.allRows;
	return brought.isFurther && missing * 5 <= pageSize;
}
