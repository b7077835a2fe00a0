/** Reading where pages cannot overlap, as where a service knows certain page sizes only. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Row } from '../contract';

/** Two in a row have to agree. */
const MAX_READINGS = 8;

/** Pages asked for, in case the total is far too large. */
const MAX_PAGES = 10_000;

/**
 * Reads all pages one behind the other, and again. Since nothing shows that a page follows on the one before, the rows
 * are believed only if every answer told the same total, as many rows were read, and two readings in a row give them.
 *
 * @returns undefined where they do not: the list keeps changing, or the service counts what it does not show
 */
export async function readPlainly(fetchPage: FetchPage, query: ListQuery) {
	let before: string | undefined;
	for (let count = 0; count < MAX_READINGS; count++) {
		const rows = await readPages(fetchPage, query);
		if (!rows) continue;
		const found = [...rows.keys()].sort().join(' ');
		if (found === before) return [...rows.values()];
		before = found;
	}
	return undefined;
}

async function readPages(fetchPage: FetchPage, query: ListQuery) {
	const first = await fetchPage(query, { page: 1, perPage: MAX_PER_PAGE });
	const { totalItems } = first.pagination;
	const pages = Math.ceil(totalItems / Math.max(1, first.rows.length));
	if (pages > MAX_PAGES) return undefined;
	const numbers = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => index + 2);
	const others = numbers.map(async (page) => {
		return await fetchPage(query, { page, perPage: MAX_PER_PAGE });
	});
	const answers = [first, ...(await Promise.all(others))];
	const rows = new Map<string, Row>();
	for (const row of answers.flatMap((answer) => answer.rows)) rows.set(row.id, row);
	const hasOneTotal = answers.every(({ pagination }) => pagination.totalItems === totalItems);
	const isLast = !answers.at(-1)!.pagination.hasNext;
	return isLast && hasOneTotal && rows.size === totalItems ? rows : undefined;
}
