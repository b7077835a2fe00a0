/** Reading where pages cannot overlap, as where a service allows certain page sizes only. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Row } from '../contract';

const MAX_READINGS = 10;

/** Pages asked for, in case the total is far too large. */
const MAX_PAGES = 10_000;

/**
 * Reads all pages again and again. Nothing shows that a page follows on the one before, so the rows are believed only
 * if all answers told the same total, there are as many rows, and one more reading has no other ones.
 *
 * @returns the rows, and those of the last reading in its order; undefined where that does not happen: the list keeps changing, or more is counted than shown
 */
export async function readPlainly(fetchPage: FetchPage, query: ListQuery) {
	let rows = new Map<string, Row>();
	let lastTotal: number | undefined;
	for (let count = 0; count < MAX_READINGS; count++) {
		const { total, found } = await readPages(fetchPage, query);
		const isSame = total !== undefined && total === lastTotal;
		const added = found.filter(({ id }) => !rows.has(id));
		rows = new Map([...(isSame ? rows : []), ...found.map((row) => [row.id, row] as const)]);
		if (isSame && added.length === 0 && rows.size === total)
			return { rows: [...rows.values()], placed: found };
		// Where there are more, some of them have gone, and others came.
		lastTotal = rows.size <= (total ?? 0) ? total : undefined;
	}
	return undefined;
}

async function readPages(fetchPage: FetchPage, query: ListQuery) {
	const first = await fetchPage(query, { page: 1, perPage: MAX_PER_PAGE });
	const { totalItems } = first.pagination;
	const pages = Math.min(MAX_PAGES, Math.ceil(totalItems / Math.max(1, first.rows.length)));
	const numbers = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => index + 2);
	const others = numbers.map(async (page) => {
		return await fetchPage(query, { page, perPage: MAX_PER_PAGE });
	});
	const answers = [first, ...(await Promise.all(others))];
	const isTotal = answers.every(({ pagination }) => pagination.totalItems === totalItems);
	const isLast = !answers.at(-1)!.pagination.hasNext;
	return {
		total: isTotal && isLast ? totalItems : undefined,
		found: answers.flatMap((answer) => answer.rows),
	};
}
