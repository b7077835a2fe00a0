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

/** Follows the signs from answer to answer. */
export class Ending {
	private claims = 0;

	/**
	 * @param bringsLastRow whether the last row was not known before, so that the window stands where it says
	 * @param bringsNewRows whether any row was not known before
	 */
	isReached(reading: Reading, bringsLastRow: boolean, bringsNewRows: boolean): boolean {
		const sign = endSign(reading);
		if (sign === 'certain' && (bringsLastRow || reading.end === 0)) return true;
		if (sign === 'none') this.claims = 0;
		else this.claims = bringsNewRows ? 1 : this.claims + 1;
		return this.claims >= 2;
	}
}
