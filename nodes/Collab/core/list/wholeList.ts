/**
 * Reads all of a list while it may be changing: every row that is in it from the first request to the last, changed
 * meanwhile or not, exactly once. It reads in windows, in one order after the other, until one of them joins to its end
 * and is believed. If none is, or at once where windows cannot overlap, it reads plain pages until two readings agree.
 * It fails with kind `listUnstable` where they never do, with `deepPagesRefused`, or as a request does.
 */
import { BY_CREATION, type FetchPage, type ListQuery, type Row } from '../contract';
import { CollabError } from '../errors';
import { readPlainly } from './plainReading';
import { WindowReader } from './windowReader';

export interface WholeList {
	/** Distinct rows that were read, matching or not. */
	readonly rowsRead: number;
	/** As the service says. */
	readonly totalItems: number;
	/** Whether the service counts more rows than it shows. */
	readonly isCountWrong: boolean;
	/** Those that match, in any order. */
	readonly rows: readonly Row[];
	/** By name, those of them whose place the service has shown, in its order; otherwise none. */
	readonly placed: readonly Row[];
}

/** By name, the order asked for comes first: only the service knows it. */
const ORDERS = [
	// No change moves a row.
	BY_CREATION,
	// A bulk import gives many rows the same time, and their order may change with each request: names differ.
	{ sortBy: 'name', order: 'asc' },
	// Where more rows are counted than shown, two readings have to agree: if a row came after the first, these two.
	{ sortBy: 'created_at', order: 'desc' },
] as const;

export class WholeListReader {
	/** The IDs of all rows that were read. */
	private readonly seen = new Set<string>();
	/** By ID, those that match. */
	private readonly matching = new Map<string, Row>();
	private placed: readonly Row[] = [];
	private totalItems = 0;
	private isCountWrong = false;
	/** How many rows the readings before have seen; undefined before the first, which has none to agree with. */
	private seenBefore: number | undefined;

	/** @param matches which rows are wanted, as an answer shows them */
	constructor(
		private readonly fetchPage: FetchPage,
		private readonly asked: ListQuery,
		private readonly matches: (row: Row) => boolean,
	) {}

	async read(): Promise<WholeList> {
		const isWhole = (await this.readInWindows()) || (await this.readPlainly());
		const { totalItems, isCountWrong, placed } = this;
		const rowsRead = this.seen.size;
		if (!isWhole) throw new CollabError('listUnstable', { rowsRead, totalItems });
		return { rowsRead, totalItems, isCountWrong, rows: [...this.matching.values()], placed };
	}

	private async readInWindows(): Promise<boolean> {
		const queries: ListQuery[] = ORDERS.map((order) => ({ ...this.asked, ...order }));
		if (this.asked.sortBy === 'name') queries.unshift(this.asked);
		for (const query of queries) {
			const reader = new WindowReader(this.fetchPage, query, {
				likely: Infinity,
				keeps: this.matches,
			});
			const outcome = await reader.read();
			this.note(reader, query);
			if (outcome === 'refused')
				throw new CollabError('deepPagesRefused', { rowsRead: this.seen.size });
			if (outcome === 'listEnd' && this.isBelieved(reader, query)) return true;
			if (outcome === 'otherSizes') return false;
			this.seenBefore = this.seen.size;
		}
		return false;
	}

	private note({ rows, ending }: WindowReader, query: ListQuery): void {
		for (const id of rows.lastPlaces.keys()) this.seen.add(id);
		for (const [id, row] of rows.kept) this.matching.set(id, row);
		if (query === this.asked) this.placed = rows.inOrder();
		this.totalItems = ending.totalItems;
		this.isCountWrong = ending.isCountWrong;
	}

	/**
	 * By creation, what joins to its end is whole. By name, a row whose name changes may move past the reading, so it has
	 * to agree with the count. Where more rows are counted than shown, or none is shown, answers may leave some out: then
	 * another order has to show the same ones.
	 */
	private isBelieved({ rows, ending }: WindowReader, query: ListQuery): boolean {
		const showsTheSame = rows.count === this.seenBefore && this.seen.size === this.seenBefore;
		if (ending.isCountWrong || rows.count === 0) return showsTheSame;
		return query.sortBy !== 'name' || ending.totals.every((total) => total === rows.count);
	}

	private async readPlainly(): Promise<boolean> {
		const found = await readPlainly(this.fetchPage, this.asked);
		if (!found || found.rows.length === 0) return false;
		this.isCountWrong = false;
		for (const row of found.rows) {
			this.seen.add(row.id);
			if (this.matches(row)) this.matching.set(row.id, row);
		}
		this.placed = found.placed.filter(this.matches);
		return true;
	}
}
