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
 * @param take is given each answer as it arrives, in any order, with the number of its page; what it throws ends the reading
 */
export async function readPages(
	fetchPage: FetchPage,
	query: ListQuery,
	take: (page: Page, number: number) => void,
): Promise<void> {
	const first = await fetchPage(query, { page: 1, perPage: MAX_PER_PAGE });
	take(first, 1);
	const pageSize = first.projects.length;
	if (pageSize === 0) return;
	const perPage = Math.min(pageSize, MAX_PER_PAGE);
	let last = Math.max(lastPageOf(first, pageSize), first.pagination.hasNext ? 2 : 1);
	let next = 2;
	let emptyPages = 0;
	const readOn = async () => {
		while (next <= last) {
			const number = next++;
			const page = await fetchPage(query, { page: number, perPage });
			take(page, number);
			if (page.projects.length === 0) emptyPages++;
			else if (number === last && hasMore(page, number * pageSize)) last++;
			if (emptyPages === MAX_EMPTY_PAGES) last = 0;
		}
	};
	const readers = Array.from({ length: PAGES_AT_ONCE }, readOn);
	await Promise.all(readers).finally(() => (last = 0));
}

const lastPageOf = ({ pagination }: Page, pageSize: number) =>
	Math.ceil(Math.min(pagination.totalItems, MAX_ROWS) / pageSize);

/** Projects came while the list was read, or the first total was too small. */
const hasMore = ({ pagination }: Page, rows: number) => pagination.hasNext && rows < MAX_ROWS;
