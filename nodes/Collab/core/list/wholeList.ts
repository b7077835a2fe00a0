/**
 * Reads all of a list while it may be changing: every row that is in it from the first request to the last, changed
 * meanwhile or not, exactly once (but see `isBelieved`). It tries until a reading is believed:
 *
 * 1. windows by creation, oldest first: no change moves a row;
 * 2. windows by name, as a bulk import has one time of creation; from Z to A, as numbered names would repeat 1;
 * 3. windows by creation, newest first;
 * 4. plain pages; these at once where windows cannot overlap.
 */
import type { FetchPage, ListQuery, Page, Row, SortField, SortOrder } from '../contract';
import { CollabError } from '../errors';
import { readPlainly } from './plainReading';
import { WindowReader } from './windowReader';

/**
 * @returns `rows` in any order; `placed`: those that were read in the order asked for, by name or in plain pages
 * @throws CollabError `listUnstable`, `deepPagesRefused`, and what a request throws
 */
export async function readWholeList(fetchPage: FetchPage, asked: ListQuery) {
	const seen = new Map<string, Row>();
	const inWindows = await readInWindows(fetchPage, asked, seen);
	const { ids, totalItems, countsMore } = inWindows ?? (await readPlainly(fetchPage, asked, seen));
	const placed = ids.flatMap((id) => seen.get(id) ?? []);
	return { rowsRead: seen.size, totalItems, countsMore, rows: [...seen.values()], placed };
}

/** Returns undefined where none is believed, or windows cannot overlap. `seen` gets all rows that are read, by ID. */
async function readInWindows(fetchPage: FetchPage, asked: ListQuery, seen: Map<string, Row>) {
	const take = (_added: readonly Row[], { rows }: Page) => {
		for (const row of rows) seen.set(row.id, row);
		return false;
	};
	const by = (sortBy: SortField, order: SortOrder) => ({ ...asked, sortBy, order });
	const [oldest, newest] = [by('created_at', 'asc'), by('created_at', 'desc')];
	// Only the service knows the order of names. By creation, it then goes the other way round first.
	const named = asked.order === 'asc' ? [asked, newest, oldest] : [asked, oldest, newest];
	const queries = asked.sortBy === 'name' ? named : [oldest, by('name', 'desc'), newest];
	let ids: readonly string[] = [];
	let seenBefore: number | undefined;
	for (const query of queries) {
		const reader = new WindowReader(fetchPage, query, { likely: Infinity, take });
		const outcome = await reader.read();
		const { rows, ending } = reader;
		if (outcome === 'refused') throw new CollabError('deepPagesRefused', { rowsRead: seen.size });
		if (outcome === 'otherSizes') return undefined;
		if (query === asked) ids = rows.inOrder();
		const showsTheSame = rows.count === seenBefore && seen.size === seenBefore;
		if (outcome === 'listEnd' && isBelieved(reader, query, showsTheSame))
			return { ids, totalItems: ending.totalItems, countsMore: ending.countsMore };
		seenBefore = seen.size;
	}
	return undefined;
}

/**
 * Whether a reading that has joined to the end of the list has read all of it:
 *
 * - Where more rows are counted than were read, or none is: only if it shows the same rows as all readings before
 *   together, as many and no new one. Answers that leave rows out would leave out others in another order.
 * - Otherwise by creation, always: reading.ts proves it, but for long runs and other ends, which are evidence only.
 * - By name, if all answers count as many rows as were read. Else one may have been renamed, and so missed. That shows
 *   in no total if meanwhile, another one is deleted, and a third one created.
 */
function isBelieved({ rows, ending }: WindowReader, query: ListQuery, showsTheSame: boolean) {
	if (ending.countsMore || ending.totalItems === 0) return showsTheSame;
	return query.sortBy === 'created_at' || ending.totals.every((total) => total === rows.count);
}
