/**
 * Reads all of a list while it may be changing: every row that is in it from the first request to the last, changed
 * meanwhile or not, exactly once. It reads in windows, in one order after the other, until the list was read to its end
 * in one of them and that is believed. If none is, or at once where windows cannot overlap, it reads plain pages until
 * two readings agree.
 * It fails with kind `listUnstable` where they never do, with `deepPagesRefused`, or as a request does.
 */
import { BY_CREATION, type FetchPage, type ListQuery, type Row } from '../contract';
import { CollabError } from '../errors';
import { readPlainly } from './plainReading';
import { WindowReader } from './windowReader';

export interface WholeList {
	/** Distinct rows that were read. */
	readonly rowsRead: number;
	/** As the service says. */
	readonly totalItems: number;
	/** Whether the service counts more rows than it shows. */
	readonly countsMore: boolean;
	/** In any order. */
	readonly rows: readonly Row[];
	/** By name, those of them whose place the service has shown, in its order. */
	readonly placed: readonly Row[];
}

/** By name, the order asked for comes first: only the service knows it. */
const ORDERS = [
	// No change moves a row.
	BY_CREATION,
	// A bulk import gives many rows the same time, and their order may change with each request: names differ.
	{ sortBy: 'name', order: 'asc' },
	// Where more rows are counted than shown, two readings have to agree. If a row came after the first, the others do.
	{ sortBy: 'created_at', order: 'desc' },
] as const;

export async function readWholeList(fetchPage: FetchPage, asked: ListQuery): Promise<WholeList> {
	const seen = new Map<string, Row>();
	const { isWhole, ...found } = await readInWindows(fetchPage, asked, seen);
	if (isWhole) return { ...found, rowsRead: seen.size, rows: [...seen.values()] };
	const { totalItems } = found;
	const plain = await readPlainly(fetchPage, asked);
	if (!plain || plain.rows.length === 0)
		throw new CollabError('listUnstable', { rowsRead: seen.size, totalItems });
	for (const row of plain.rows) seen.set(row.id, row);
	const rows = [...seen.values()];
	return { rowsRead: seen.size, totalItems, countsMore: false, rows, placed: plain.placed };
}

/** @param seen gets all rows that were read, by ID */
async function readInWindows(fetchPage: FetchPage, asked: ListQuery, seen: Map<string, Row>) {
	const queries: ListQuery[] = ORDERS.map((order) => ({ ...asked, ...order }));
	if (asked.sortBy === 'name') queries.unshift(asked);
	const found = { isWhole: false, totalItems: 0, countsMore: false, placed: [] as Row[] };
	// How many rows the readings before have seen: the first one has none to agree with.
	let seenBefore = -1;
	for (const query of queries) {
		const reader = new WindowReader(fetchPage, query, { likely: Infinity, keeps: () => true });
		const outcome = await reader.read();
		for (const [id, row] of reader.rows.kept) seen.set(id, row);
		const { totalItems, countsMore } = reader.ending;
		if (outcome === 'refused') throw new CollabError('deepPagesRefused', { rowsRead: seen.size });
		const showsTheSame = reader.rows.count === seenBefore && seen.size === seenBefore;
		const isWhole = outcome === 'listEnd' && isBelieved(reader, query, showsTheSame);
		Object.assign(found, { isWhole, totalItems, countsMore });
		if (query === asked) found.placed = reader.rows.inOrder();
		if (isWhole || outcome === 'otherSizes') break;
		seenBefore = seen.size;
	}
	return found;
}

/**
 * Whether a reading that has joined to the end of the list has read all of it:
 *
 * - Where more rows are counted than were read, or none was: if it shows the same rows as all readings before together.
 *   Answers that leave rows out would leave out others in another order.
 * - Otherwise by creation, it has: see reading.ts.
 * - By name, if all answers count as many rows as were read. Else one may have been renamed and so missed.
 */
function isBelieved({ rows, ending }: WindowReader, query: ListQuery, showsTheSame: boolean) {
	if (ending.countsMore || rows.count === 0) return showsTheSame;
	return query.sortBy !== 'name' || ending.totals.every((total) => total === rows.count);
}
