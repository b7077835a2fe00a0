/** Reads all pages of a list once. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page } from '../contract';
import { MAX_ROWS } from '../requests/responseBudget';

/** Pages asked for at once; the client decides how many of these requests are sent. */
const PAGES_AT_ONCE = 16;

/** A total that is far too large must not be read to its end. */
const MAX_EMPTY_PAGES = 20;

/** Is given each answer as it arrives, with the number of its page; returns whether it brought anything new. */
type Take = (page: Page, number: number) => boolean;

/**
 * The first page shows how many rows a page holds and how many projects there are; all others follow at once.
 *
 * @param take what it throws ends the reading
 * @returns whether the answers fit together: none left out rows, unless it stood at the end of the list
 */
export async function readPages(
	fetchPage: FetchPage,
	query: ListQuery,
	take: Take,
): Promise<boolean> {
	const first = await fetchFirst(fetchPage, query);
	const pageSize = first.projects.length;
	const perPage = Math.min(pageSize, MAX_PER_PAGE);
	const expected = Math.min(first.pagination.totalItems, MAX_ROWS);
	const pass = { last: pageSize === 0 ? 1 : Math.ceil(expected / pageSize), next: 2 };
	const ends = new PassEnds(pageSize, expected > 0);
	const note = (page: Page, number: number) => {
		const isNew = take(page, number);
		ends.note(page, number);
		if (number >= pass.last && isNew && ends.hasMore(page, number)) pass.last = number + 1;
		if (ends.emptyPages === MAX_EMPTY_PAGES) pass.last = 0;
	};
	note(first, 1);
	if (isCutShort(first, 0, 1)) return false;
	const readOn = async () => {
		while (pass.next <= pass.last) {
			const number = pass.next++;
			const ask = async () => await fetchPage(query, { page: number, perPage });
			const page = await ask();
			note(ends.isCutShort(page, number) ? await ask() : page, number);
		}
	};
	const readers = Array.from({ length: PAGES_AT_ONCE }, readOn);
	await Promise.all(readers).finally(() => (pass.last = 0));
	return ends.fitTogether;
}

async function fetchFirst(fetchPage: FetchPage, query: ListQuery): Promise<Page> {
	const ask = async () => await fetchPage(query, { page: 1, perPage: MAX_PER_PAGE });
	const first = await ask();
	return isCutShort(first, 0, 1) ? await ask() : first;
}

/** Whether an answer has fewer rows than a page, though it says itself that rows are left. */
function isCutShort({ projects, pagination }: Page, start: number, pageSize: number): boolean {
	const rows = projects.length;
	return rows < pageSize && (pagination.hasNext || start + rows < pagination.totalItems);
}

/** Where the rows of a pass end, and where answers left rows out. */
class PassEnds {
	emptyPages = 0;
	private furthestRows = 0;
	private firstCut = Infinity;

	constructor(
		private readonly pageSize: number,
		/** Whether the first answer counted anything. */
		private readonly hasTotal: boolean,
	) {}

	/** An answer that leaves out rows at the end of the list may come of a count that is too high. */
	get fitTogether(): boolean {
		return this.firstCut >= this.furthestRows;
	}

	isCutShort(page: Page, number: number): boolean {
		const isGone = this.hasTotal && page.pagination.totalItems === 0;
		return isGone || isCutShort(page, (number - 1) * this.pageSize, this.pageSize);
	}

	note(page: Page, number: number): void {
		if (page.projects.length === 0) this.emptyPages++;
		else this.furthestRows = Math.max(this.furthestRows, number);
		if (this.isCutShort(page, number)) this.firstCut = Math.min(this.firstCut, number);
	}

	/** Behind the last page by the first total: projects came while the list was read, or that total is too small. */
	hasMore({ projects, pagination }: Page, number: number): boolean {
		const rows = number * this.pageSize;
		const isFullBeyondTotal = projects.length === this.pageSize && rows > pagination.totalItems;
		return projects.length > 0 && rows < MAX_ROWS && (pagination.hasNext || isFullBeyondTotal);
	}
}
