/** How many rows a page has, and what that says. */
import { claimsMore, MAX_PER_PAGE, type Page } from '../contract';
import { OVERLAP, type Window } from './windows';

export class PageSize {
	/** Undefined until an answer has shown it. */
	private learned: number | undefined;

	/** The most rows that the service puts on a page, however many are asked for. */
	get most(): number {
		return this.learned ?? MAX_PER_PAGE;
	}

	isFull({ perPage }: Window, { rows }: Page): boolean {
		return rows.length >= Math.min(perPage, this.most);
	}

	/** Whether a page has another size than was asked for, so that windows do not overlap where they should. */
	isOther(window: Window, page: Page): boolean {
		const isSmaller = saysItsSize(page) && page.pagination.hasNext && !this.isFull(window, page);
		return page.rows.length > window.perPage || isSmaller;
	}

	/** Whether rows are missing: it is short without saying so, though more is claimed. Past the end none are. */
	isTooShort(window: Window, page: Page): boolean {
		const { isRefused, rows } = page;
		if (isRefused || (rows.length === 0 && window.start > 0)) return false;
		if (saysItsSize(page) || this.isFull(window, page)) return false;
		return claimsMore(page, window.start + rows.length);
	}

	/** The first short page that is not the last one shows it. If the first one is the last, nobody needs it. */
	learn({ perPage }: Window, { rows, pagination }: Page): void {
		if (this.learned || rows.length === 0) return;
		const isShort = rows.length < perPage;
		// Pages of fewer rows could not overlap.
		if (isShort && pagination.hasNext && rows.length >= OVERLAP) this.learned = rows.length;
		else if (isShort || perPage === MAX_PER_PAGE) this.learned = MAX_PER_PAGE;
	}
}

/** Whether it tells its own number of rows as the page size, as all do of a full page, and some of any page. */
const saysItsSize = ({ rows, pagination }: Page) =>
	rows.length > 0 && pagination.perPage === rows.length;
