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
	let seenBefore = -1; // The first reading confirms nothing.
	let hasEndedByName = false;
	/** Whether it shows just the rows that all before showed, and its `order` is not that of the first; or none at all. */
	const confirms = ({ rows: { count }, query: { order } }: WindowReader) =>
		count === seenBefore && count === seen.size && (order !== queries[0]!.order || count === 0);
	for (const query of queries) {
		const reader = new WindowReader(fetchPage, query, { likely: Infinity, take });
		const outcome = await reader.read();
		const { totalItems, countsMore } = reader.ending;
		if (outcome === 'refused') throw new CollabError('deepPagesRefused', { rowsRead: seen.size });
		if (outcome === 'otherSizes') return undefined;
		if (query === asked) ids = reader.rows.inOrder();
		const hasEnded = outcome === 'listEnd';
		if (hasEnded && isBelieved(reader, confirms(reader), hasEndedByName))
			return { ids, totalItems, countsMore };
		hasEndedByName ||= hasEnded && !countsMore && query.sortBy === 'name';
		seenBefore = seen.size;
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
 * Whether the readings so far, of which this one has come to the end of the list, have read all of it:
 * - Where more rows are counted than were read, or the total is 0: only if it `confirms`. Answers that lack rows would
 *   lack others from another direction. So, too, at a round thousand after a long run, where `isCapped` is not enough:
 *   if all rows are equal, both ends of a capped list may show the same ones.
 * - Otherwise by creation, always: reading.ts proves it, but for long runs and other ends, which are evidence only.
 * - By name, if all answers count as many rows as were read; or if one by name has ended before, without counting more:
 *   a row may be missed if it is renamed meanwhile, and so in both only if it is renamed twice.
 */
function isBelieved(reader: WindowReader, confirms: boolean, hasEndedByName: boolean) {
	const { rows, position, ending, query } = reader;
	const mayBeCapped = position.wasAnyRunLong && ending.totalItems % 1_000 === 0;
	if (ending.countsMore || ending.totalItems === 0 || mayBeCapped) return confirms;
	if (query.sortBy === 'created_at' || hasEndedByName) return true;
	return ending.totals.every((total) => total === rows.count);
}
