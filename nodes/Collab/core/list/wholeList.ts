/**
 * Reads all of a list while it may be changing: every row that is in it from the first request to the last, changed
 * meanwhile or not, exactly once (but see `isBelieved`). It reads windows until a reading is believed:
 *
 * 1. by name, if that is asked for: only the service knows this order;
 * 2. by creation, oldest first: no change alters this order;
 * 3. by name, as a bulk import has one time of creation: the other way round than in 1; otherwise both ways;
 * 4. by creation, newest first; then plain pages. These come at once where windows cannot overlap.
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
	const queries = queriesFor(asked);
	let ids: readonly string[] = [];
	let before = { seen: -1, hasNames: false };
	/** Whether it goes the other way round than the first one, or is empty, and shows the same rows as all before. */
	const confirms = ({ rows: { count } }: WindowReader, { order }: ListQuery) =>
		count === before.seen && count === seen.size && (order !== queries[0]!.order || count === 0);
	for (const query of queries) {
		const reader = new WindowReader(fetchPage, query, { likely: Infinity, take });
		const outcome = await reader.read();
		const { totalItems, countsMore } = reader.ending;
		if (outcome === 'refused') throw new CollabError('deepPagesRefused', { rowsRead: seen.size });
		if (outcome === 'otherSizes') return undefined;
		if (query === asked) ids = reader.rows.inOrder();
		const hasEnded = outcome === 'listEnd';
		if (hasEnded && isBelieved(reader, query, confirms(reader, query), before.hasNames))
			return { ids, totalItems, countsMore };
		const hasNames = before.hasNames || (hasEnded && !countsMore && query.sortBy === 'name');
		before = { seen: seen.size, hasNames };
	}
	return undefined;
}

function queriesFor(asked: ListQuery): readonly ListQuery[] {
	const by = (sortBy: SortField, order: SortOrder) => ({ ...asked, sortBy, order });
	const [oldest, newest] = [by('created_at', 'asc'), by('created_at', 'desc')];
	if (asked.sortBy !== 'name') return [oldest, by('name', 'desc'), by('name', 'asc'), newest];
	return [asked, oldest, by('name', opposite(asked.order)), newest];
}

/**
 * Whether a reading that has joined to the end of the list has read all of it:
 * - Where more rows are counted than were read, or the total is 0: only if it `confirms`. Answers that lack rows would
 *   lack others the other way round. So, too, at a round thousand after a long run: if all rows are equal, both ends of
 *   a capped list may show the same ones.
 * - Otherwise by creation, always: reading.ts proves it, but for long runs and other ends, which are evidence only.
 * - By name, if all answers count as many rows as were read, or one by name has ended before: a row is missed if it is
 *   renamed meanwhile, and so in both only if it is renamed twice.
 */
function isBelieved(reader: WindowReader, query: ListQuery, confirms: boolean, hasNames: boolean) {
	const { rows, position, ending } = reader;
	const mayBeCapped = position.wasAnyRunLong && ending.totalItems % 1_000 === 0;
	if (ending.countsMore || ending.totalItems === 0 || mayBeCapped) return confirms;
	if (query.sortBy === 'created_at' || hasNames) return true;
	return ending.totals.every((total) => total === rows.count);
}
