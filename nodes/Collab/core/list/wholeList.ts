/**
 * Reads all of a list while it may be changing: every row that is in it from the first request to the last, changed
 * meanwhile or not, exactly once (but see `isBelieved`). It tries until a reading is believed:
 *
 * 1. windows by name, if that is asked for: only the service knows this order;
 * 2. windows by creation, oldest first: no change alters this order;
 * 3. windows by name, as a bulk import has one time of creation: the other way round than in 1, otherwise from Z to A;
 * 4. windows by creation, newest first; then plain pages. These come at once where windows cannot overlap.
 */
import type { FetchPage, ListQuery, Page, Row, SortField, SortOrder } from '../contract';
import { CollabError } from '../errors';
import { opposite } from '../order';
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
	const isByName = asked.sortBy === 'name';
	const otherWay = isByName ? opposite(asked.order) : 'desc';
	const queries = [by('created_at', 'asc'), by('name', otherWay), by('created_at', 'desc')];
	if (isByName) queries.unshift(asked);
	let ids: readonly string[] = [];
	let seenBefore: number | undefined;
	const confirms = ({ rows: { count } }: WindowReader, { order }: ListQuery) =>
		count === seenBefore && seen.size === seenBefore && (order === otherWay || count === 0);
	for (const query of queries) {
		const reader = new WindowReader(fetchPage, query, { likely: Infinity, take });
		const outcome = await reader.read();
		const { rows, ending } = reader;
		if (outcome === 'refused') throw new CollabError('deepPagesRefused', { rowsRead: seen.size });
		if (outcome === 'otherSizes') return undefined;
		if (query === asked) ids = rows.inOrder();
		if (outcome === 'listEnd' && isBelieved(reader, query, confirms(reader, query)))
			return { ids, totalItems: ending.totalItems, countsMore: ending.countsMore };
		seenBefore = seen.size;
	}
	return undefined;
}

/**
 * Whether a reading that has joined to the end of the list has read all of it:
 * - Where more rows are counted than were read, the total is 0, or a round thousand after a long run, as both ends of a
 *   capped list may show the same of equal rows: only if it `confirms`, so goes the other way round than the first
 *   reading, or is empty, and shows the same rows as all before. Answers that lack rows would lack others then.
 * - Otherwise by creation, always: reading.ts proves it, but for long runs and other ends, which are evidence only.
 * - By name, if all answers count as many rows as were read. Else one may have been renamed, and so missed. That shows
 *   in no total if meanwhile, another one is deleted, and a third one created.
 */
function isBelieved(reader: WindowReader, query: ListQuery, confirms: boolean) {
	const { rows, position, ending } = reader;
	const mayBeCapped = position.wasAnyRunLong && ending.totalItems % 1_000 === 0;
	if (ending.countsMore || ending.totalItems === 0 || mayBeCapped) return confirms;
	return query.sortBy === 'created_at' || ending.totals.every((total) => total === rows.count);
}
