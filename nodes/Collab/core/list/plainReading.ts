/** Reading where pages cannot overlap, as where a service allows certain page sizes only; and the last resort. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Row } from '../contract';
import { CollabError } from '../errors';

const MAX_READINGS = 10;

/**
 * Reads all pages again and again. Nothing shows that a page follows on the one before, so readings have to agree:
 * 1. all answers tell one total, not 0, and the last pages claim no next one;
 * 2. together, they show as many rows as that, since one alone may miss equal rows; and one further reading no others.
 *
 * @returns the IDs of the last reading in its order; `seen` gets the rows of those that agree
 * @throws CollabError `listUnstable` where readings do not agree
 */
export async function readPlainly(fetchPage: FetchPage, query: ListQuery, seen: Map<string, Row>) {
	const found = new Map<string, Row>();
	let lastTotal = 0;
	for (let reading = 1; reading <= MAX_READINGS; reading++) {
		const { rows, totalItems } = await readPages(fetchPage, query);
		// Readings before a change do not count. More rows than the total show a change, too.
		if (rows.length === 0 || totalItems !== lastTotal || found.size > totalItems) found.clear();
		const wasComplete = found.size > 0 && found.size === totalItems;
		for (const row of rows) found.set(row.id, row);
		if (wasComplete && found.size === totalItems) {
			for (const [id, row] of found) seen.set(id, row);
			return { ids: rows.map(({ id }) => id), totalItems, countsMore: false };
		}
		lastTotal = totalItems;
	}
	const rowsRead = Math.max(seen.size, found.size);
	throw new CollabError('listUnstable', { rowsRead, totalItems: lastTotal });
}

/** Returns the total, and the distinct rows: none if answers tell other totals, or the last page claims a next one. */
async function readPages(fetchPage: FetchPage, query: ListQuery) {
	const ask = async (page: number) => await fetchPage(query, { page, perPage: MAX_PER_PAGE });
	const first = await ask(1);
	const answers = [first];
	const { totalItems } = first.pagination;
	const pages = Math.ceil(totalItems / Math.max(1, first.rows.length));
	// The total may be far too large: so the number of pages at most doubles each time, while they have rows.
	while (answers.length < pages && answers.at(-1)!.rows.length > 0) {
		const count = Math.min(answers.length, pages - answers.length);
		const numbers = Array.from({ length: count }, (_, index) => answers.length + 1 + index);
		answers.push(...(await Promise.all(numbers.map(ask))));
	}
	const isTotal = answers.every(({ pagination }) => pagination.totalItems === totalItems);
	const isLast = !answers.at(-1)!.pagination.hasNext;
	const found = new Map(answers.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
	return { totalItems, rows: isTotal && isLast ? [...found.values()] : [] };
}
