/** Reads all pages of a list once. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page } from '../contract';
import { MAX_ROWS } from '../requests/responseBudget';

/** Pages asked for at once; the client decides how many of these requests are sent. */
const PAGES_AT_ONCE = 16;

/** A total that is far too large must not be read to its end. */
const MAX_EMPTY_PAGES = 20;

/**
 * The first page shows how many rows a page holds and how many projects there are; all others follow at once.
 *
 * @param take is given each answer as it arrives, in any order, with the number of its page, and returns whether it brought
 * anything new; what it throws ends the reading
 */
export async function readPages(
	fetchPage: FetchPage,
	query: ListQuery,
	take: (page: Page, number: number) => boolean,
): Promise<void> {
	const first = await fetchPage(query, { page: 1, perPage: MAX_PER_PAGE });
	const pageSize = first.projects.length;
	const perPage = Math.min(pageSize, MAX_PER_PAGE);
	const total = Math.min(first.pagination.totalItems, MAX_ROWS);
	let last = pageSize === 0 ? 1 : Math.ceil(total / pageSize);
	let next = 2;
	let emptyPages = 0;
	const note = (page: Page, number: number) => {
		const isNew = take(page, number);
		if (page.projects.length === 0) emptyPages++;
		else if (number >= last && isNew && hasMore(page, number, pageSize)) last = number + 1;
		if (emptyPages === MAX_EMPTY_PAGES) last = 0;
	};
	note(first, 1);
	const readOn = async () => {
		while (next <= last) {
			const number = next++;
			note(await fetchPage(query, { page: number, perPage }), number);
		}
	};
	const readers = Array.from({ length: PAGES_AT_ONCE }, readOn);
	await Promise.all(readers).finally(() => (last = 0));
}

/** Behind the last page by the first total: projects came while the list was read, or that total is too small. */
function hasMore({ projects, pagination }: Page, number: number, pageSize: number): boolean {
	const rows = number * pageSize;
	const isFullBeyondTotal = projects.length === pageSize && rows > pagination.totalItems;
	return rows < MAX_ROWS && (pagination.hasNext || isFullBeyondTotal);
}
