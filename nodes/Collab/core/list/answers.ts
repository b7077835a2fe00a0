/** Asks for windows, and knows what the answers say of the list besides its rows. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page } from '../contract';
import { OVERLAP, type Window, windowOf } from './windows';

export interface Sent {
	readonly window: Window;
	readonly answer: Promise<Page>;
	/** Whether it was asked for once the rows before it were read, so that it holds the last ones of these. */
	readonly isNext: boolean;
}

export class Answers {
	/** In the order in which they are taken. */
	readonly underWay: Sent[] = [];
	/** The window that was sent last, and reaches furthest. */
	furthest = windowOf(0, 1);
	/** As the last answer that was taken says. */
	totalItems = 0;
	/** What all of these said. */
	readonly totals = new Set<number>();
	/** Whether the service refused a page. */
	wasRefused = false;
	/** How many rows a page holds, as the first answer shows. */
	pageSize = MAX_PER_PAGE;
	/** Whether no answer has shown yet how many rows a page holds. */
	private isSizeOpen = true;

	/** @param hasRows whether an answer had rows; then an empty list is not believed */
	constructor(
		private readonly fetchPage: FetchPage,
		private readonly query: ListQuery,
		public hasRows: boolean,
	) {}

	send(window: Window, isNext = true): void {
		this.furthest = window;
		this.underWay.push(this.sent(window, isNext));
	}

	/** Its answer is taken before those under way. */
	sendFirst(window: Window): void {
		this.underWay.unshift(this.sent(window, true));
	}

	private sent(window: Window, isNext: boolean): Sent {
		const answer = this.answerTo(window);
		// An answer that nobody waits for any more may fail.
		answer.catch(() => undefined);
		return { window, answer, isNext };
	}

	/** Asks again for an answer that says itself that it has too few rows; the second one is believed. */
	private async answerTo(window: Window): Promise<Page> {
		const first = await this.ask(window);
		const page = this.isTooShort(window, first) ? await this.ask(window) : first;
		this.learnSize(window, page);
		return page;
	}

	private async ask(window: Window): Promise<Page> {
		const page = await this.fetchPage(this.query, window);
		this.hasRows ||= page.rows.length > 0;
		return page;
	}

	/** Whether an answer has as many rows as were asked for or, as it says, as the service allows. */
	isFull({ perPage }: Window, { rows, pagination }: Page): boolean {
		// Pages of fewer rows cannot overlap.
		const isClamped =
			this.isSizeOpen && rows.length >= OVERLAP && pagination.perPage === rows.length;
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
		this.wasRefused ||= isRefused ?? false;
		if (isRefused) return;
		this.totalItems = totalItems;
		this.totals.add(totalItems);
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
		if (!this.isSizeOpen || rows.length === 0) return;
		const isShort = rows.length < window.perPage;
		const hasMore = pagination.hasNext && pagination.totalItems > rows.length;
		if (isShort && (hasMore || this.isFull(window, page))) this.pageSize = rows.length;
		this.isSizeOpen = !isShort && window.perPage < MAX_PER_PAGE;
	}
}

/** Search engines show no more than a round number of rows, Meilisearch 1,000 by default, and count no others. */
export const mayBeCap = (totalItems: number) => totalItems > 0 && totalItems % 1_000 === 0;

/** Whether there are rows from an offset on, as an answer says. */
export const claimsMore = ({ pagination: { hasNext, totalItems } }: Page, offset: number) =>
	hasNext || totalItems > offset;
