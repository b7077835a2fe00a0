/** The windows that were asked for, in the order in which they are taken, and what their answers tell of the list. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Row } from '../contract';
import { OVERLAP, type Window } from './windows';

export class Answers {
	readonly underWay: Array<{ readonly window: Window; readonly answer: Promise<Page> }> = [];
	/** How many rows the list has, as each answer that was taken says. */
	readonly totals: number[] = [];
	/** Whether the service refused a page. */
	wasRefused = false;
	/** How many rows a page holds; undefined until an answer shows it. */
	private shownSize: number | undefined;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly query: ListQuery,
	) {}

	/** As the last answer that was taken says. */
	get totalItems(): number {
		return this.totals.at(-1) ?? 0;
	}

	get pageSize(): number {
		return this.shownSize ?? MAX_PER_PAGE;
	}

	/** @param isNext whether the answer is taken before those under way */
	send(window: Window, isNext = false): void {
		const answer = this.answerTo(window);
		// An answer that nobody waits for any more may fail.
		answer.catch(() => undefined);
		if (isNext) this.underWay.unshift({ window, answer });
		else this.underWay.push({ window, answer });
	}

	/** Asks again for a page that has too few rows, as it says itself. Of two, the one with more rows is believed. */
	private async answerTo(window: Window): Promise<Page> {
		let page = await this.fetchPage(this.query, window);
		if (this.isTooShort(window, page)) {
			const again = await this.fetchPage(this.query, window).catch(() => page);
			if (again.rows.length >= page.rows.length) page = again;
		}
		this.learnSize(window, page);
		return page;
	}

	/** Whether an answer has as many rows as were asked for, or as the service allows. */
	isFull({ perPage }: Window, { rows }: Page): boolean {
		return rows.length >= Math.min(perPage, this.pageSize);
	}

	/** Whether the service has sent a page of another size than was asked for. */
	hasOtherSize(window: Window, page: Page): boolean {
		const { rows, pagination } = page;
		const isSmaller = saysItsSize(page) && pagination.hasNext && !this.isFull(window, page);
		return rows.length > window.perPage || isSmaller;
	}

	/** To be called for each answer when it is taken. */
	note({ pagination: { totalItems }, isRefused }: Page): void {
		if (isRefused) this.wasRefused = true;
		else this.totals.push(totalItems);
	}

	/**
	 * Whether there are rows that no page shows. Search engines show the first of any order up to a round number, and
	 * count no more: Meilisearch 1,000 by default. Then the other end of the list has rows that were not read.
	 */
	async areCapped(wasRead: (row: Row) => boolean): Promise<boolean> {
		const { query, totalItems } = this;
		if (totalItems === 0 || totalItems % 1_000 > 0) return false;
		const order = query.order === 'asc' ? 'desc' : 'asc';
		const request = { page: 1, perPage: MAX_PER_PAGE };
		const { rows, pagination } = await this.fetchPage({ ...query, order }, request);
		return pagination.totalItems === totalItems && !rows.every(wasRead);
	}

	/** Whether it claims more, but is short: neither past the end nor, as it tells itself, of a smaller size. */
	private isTooShort(window: Window, page: Page): boolean {
		const { isRefused, rows } = page;
		if (isRefused || (rows.length === 0 && window.start > 0)) return false;
		if (saysItsSize(page) || this.isFull(window, page)) return false;
		return claimsMore(page, window.start + rows.length);
	}

	/** The first short page that is not the last one shows how many rows the service gives at most. */
	private learnSize(window: Window, { rows, pagination }: Page): void {
		if (this.shownSize || rows.length === 0) return;
		const isShort = rows.length < window.perPage;
		// Pages of fewer rows could not overlap.
		if (isShort && pagination.hasNext && rows.length >= OVERLAP) this.shownSize = rows.length;
		else if (isShort || window.perPage === MAX_PER_PAGE) this.shownSize = MAX_PER_PAGE;
	}
}

/** Whether it tells its own number of rows as the page size, as all do of a full page, and some of any page. */
const saysItsSize = ({ rows, pagination }: Page) =>
	rows.length > 0 && pagination.perPage === rows.length;

/** Whether there are rows from an offset on, as an answer says. */
export const claimsMore = ({ pagination: { hasNext, totalItems } }: Page, offset: number) =>
	hasNext || totalItems > offset;
