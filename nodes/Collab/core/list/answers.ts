/** What the answers to a reading say of the list, besides its rows. */
import { MAX_PER_PAGE, type Page, type PageRequest } from '../contract';
import type { Window } from './windows';

export class Answers {
	/** As the last answer says. */
	totalItems = 0;
	/** The highest total of all answers. */
	mostItems = 0;
	/** Whether all answers told the same total. */
	hasOneTotal = true;
	/** Whether the service refused a page. */
	wasRefused = false;
	/** How many rows a page holds, as the first answer shows. */
	pageSize = MAX_PER_PAGE;
	private taken = 0;

	/** @param hasRows whether an answer had rows; then an empty list is not believed */
	constructor(public hasRows: boolean) {}

	note({ pagination: { totalItems }, rows, isRefused }: Page): void {
		if (isRefused) {
			this.wasRefused = true;
			return;
		}
		this.hasOneTotal &&= this.taken === 0 || totalItems === this.totalItems;
		this.totalItems = totalItems;
		this.mostItems = Math.max(this.mostItems, totalItems);
		this.hasRows ||= rows.length > 0;
	}

	/** After the first answer that is believed. */
	learnFrom(request: PageRequest, page: Page): void {
		const { rows, pagination } = page;
		const hasMore = pagination.hasNext && pagination.totalItems > rows.length;
		const isSmaller = hasMore || this.isFull(request, page);
		if (this.taken++ === 0 && rows.length < request.perPage && isSmaller)
			this.pageSize = rows.length;
	}

	/** Whether an answer has as many rows as were asked for or, as it says, as the service allows. */
	isFull({ perPage }: PageRequest, { rows, pagination }: Page): boolean {
		const isClamped = this.taken === 0 && rows.length > 0 && pagination.perPage === rows.length;
		return isClamped || rows.length >= Math.min(perPage, this.pageSize);
	}

	/** Whether an answer says itself that it has too few rows, or has none though others had some. */
	isTooShort(window: Window, page: Page): boolean {
		const count = page.rows.length;
		if (count + page.pagination.totalItems === 0) return this.hasRows;
		return !this.isFull(window, page) && claimsMore(page, window.start + count);
	}

	/** Whether its rows are those of a window of another size. */
	hasOtherSize({ perPage }: PageRequest, { rows, pagination }: Page): boolean {
		const isSmaller = rows.length > 0 && rows.length < perPage && pagination.hasNext;
		const isSaid = this.taken > 0 && pagination.perPage === rows.length;
		return rows.length > perPage || (isSmaller && isSaid);
	}
}

/** Whether there are rows from an offset on, as an answer says. */
export const claimsMore = ({ pagination: { hasNext, totalItems } }: Page, offset: number) =>
	hasNext || totalItems > offset;
