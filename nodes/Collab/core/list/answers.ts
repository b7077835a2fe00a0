/** Asks for windows, and knows what the answers say of the list besides its rows. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Row } from '../contract';
import { OVERLAP, type Window } from './windows';

export interface Sent {
	readonly window: Window;
	readonly answer: Promise<Page>;
}

export class Answers {
	/** In the order in which they are taken. */
	readonly underWay: Sent[] = [];
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

	send(window: Window): void {
		this.underWay.push(this.sent(window));
	}

	/** Its answer is taken before those under way. */
	sendFirst(window: Window): void {
		this.underWay.unshift(this.sent(window));
	}

	private sent(window: Window): Sent {
		const answer = this.answerTo(window);
		// An answer that nobody waits for any more may fail.
		answer.catch(() => undefined);
		return { window, answer };
	}

	/** Asks again for an answer that says itself that it has too few rows; of two, the one with more is believed. */
	private async answerTo(window: Window): Promise<Page> {
		const ask = async () => await this.fetchPage(this.query, window);
		let page = await ask();
		if (this.isTooShort(window, page)) {
			const again = await ask();
			if (again.rows.length >= page.rows.length) page = again;
		}
		this.learnSize(window, page);
		return page;
	}

	/** Whether an answer has as many rows as were asked for or, as it says, as the service allows. */
	isFull({ perPage }: Window, { rows, pagination }: Page): boolean {
		// Pages of fewer rows cannot overlap.
		const isClamped =
			!this.shownSize && rows.length >= OVERLAP && pagination.perPage === rows.length;
		return isClamped || rows.length >= Math.min(perPage, this.pageSize);
	}

	/** Whether its rows are those of a window of another size. */
	hasOtherSize(window: Window, page: Page): boolean {
		const { rows, pagination } = page;
		const isSaid = rows.length > 0 && pagination.perPage === rows.length;
		return (
			rows.length > window.perPage || (isSaid && pagination.hasNext && !this.isFull(window, page))
		);
	}

	/** An answer that is taken, in the order of the windows. */
	note({ pagination: { totalItems }, isRefused }: Page): void {
		if (isRefused) this.wasRefused = true;
		else this.totals.push(totalItems);
	}

	/**
	 * Whether there are rows that no page shows: search engines count and show a round number of any order, Meilisearch
	 * 1,000 by default. Then the other end of the list has rows that were not read.
	 */
	async areCapped(wasRead: (row: Row) => boolean): Promise<boolean> {
		const { query, totalItems } = this;
		if (totalItems === 0 || totalItems % 1_000 > 0) return false;
		const order = query.order === 'asc' ? 'desc' : 'asc';
		const request = { page: 1, perPage: MAX_PER_PAGE };
		const { rows, pagination } = await this.fetchPage({ ...query, order }, request);
		return pagination.totalItems === totalItems && !rows.every(wasRead);
	}

	/** Whether an answer says itself that it has too few rows. */
	private isTooShort(window: Window, page: Page): boolean {
		return (
			!page.isRefused &&
			(page.rows.length > 0 || window.start === 0) &&
			!this.isFull(window, page) &&
			!this.hasOtherSize(window, page) &&
			claimsMore(page, window.start + page.rows.length)
		);
	}

	/** An answer without rows does not show how many a page holds, nor does a small one that is full. */
	private learnSize(window: Window, page: Page): void {
		const { rows, pagination } = page;
		if (this.shownSize || rows.length === 0) return;
		const isShort = rows.length < window.perPage;
		const hasMore = pagination.hasNext && pagination.totalItems > rows.length;
		if (isShort && (hasMore || this.isFull(window, page))) this.shownSize = rows.length;
		else if (isShort || window.perPage === MAX_PER_PAGE) this.shownSize = MAX_PER_PAGE;
	}
}

/** Whether there are rows from an offset on, as an answer says. */
export const claimsMore = ({ pagination: { hasNext, totalItems } }: Page, offset: number) =>
	hasNext || totalItems > offset;
