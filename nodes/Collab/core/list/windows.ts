/** Parts of a list: which of them can be asked for, and what the size of their pages says. */
import { claimsRowsFrom, MAX_PER_PAGE, type Page, type PageRequest } from '../contract';

/** A request for the rows from `start` to before `end`. It is a page and a size, so it can begin at some rows only. */
export interface Window extends PageRequest {
	readonly start: number;
	readonly end: number;
}

/** Rows that windows share if they can: one of the last run, one before it, and one in case that a row goes. */
export const OVERLAP = 3;

/** Of the windows that hold the row at an offset, the one that reaches furthest: for 97, that is 97 to 194. */
export function furthestWindow(offset: number, pageSize: number): Window {
	let furthest = windowOf(offset, pageSize);
	// No size below half a page is tried: such a window lies within one of twice its size.
	for (let perPage = pageSize - 1; perPage >= pageSize / 2; perPage--) {
		const window = windowOf(offset, perPage);
		if (window.end > furthest.end) furthest = window;
	}
	return furthest;
}

export function windowOf(offset: number, perPage: number): Window {
	const page = Math.floor(offset / perPage) + 1;
	return { page, perPage, start: (page - 1) * perPage, end: page * perPage };
}

export class PageSize {
	/** The most rows that the service puts on a page, however many are asked for; 100, unless it is known to be less. */
	most = MAX_PER_PAGE;
	private isDecided = false;

	isFull({ perPage }: Window, { rows }: Page): boolean {
		return rows.length >= Math.min(perPage, this.most);
	}

	/** Whether a page has more rows than asked for; or is not full, tells its length as its size, and has a next one. */
	isOther(window: Window, page: Page): boolean {
		const isSmaller = saysItsSize(page) && page.pagination.hasNext && !this.isFull(window, page);
		return page.rows.length > window.perPage || isSmaller;
	}

	/**
	 * Whether asking again is worth it: the page is not full, rows are claimed behind those that it has, and it does not
	 * tell their number as its size. An empty page, unless it is the first, is taken for one past the end.
	 */
	lacksRows(window: Window, page: Page): boolean {
		if (page.rows.length === 0 && window.start > 0) return false;
		if (saysItsSize(page) || this.isFull(window, page)) return false;
		return claimsRowsFrom(page, window.start + page.rows.length);
	}

	/** Decides once: by the first page that has some rows, but fewer than asked for, or 100. */
	learn({ perPage }: Window, { rows, pagination: { hasNext } }: Page): void {
		const isFewer = rows.length < perPage;
		if (this.isDecided || rows.length === 0 || (!isFewer && perPage < MAX_PER_PAGE)) return;
		this.isDecided = true;
		// With a next page, this one is taken for full; not if it has too few rows for windows to overlap at all.
		if (isFewer && hasNext && rows.length >= OVERLAP) this.most = rows.length;
	}
}

/** Whether the page size that an answer tells is its number of rows. Some services say so of the last page, too. */
const saysItsSize = ({ rows, pagination }: Page) =>
	rows.length > 0 && pagination.perPage === rows.length;
