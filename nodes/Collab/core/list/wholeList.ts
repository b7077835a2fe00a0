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
	// Where more rows are counted than shown, two readings have to agree: if a row came after the first, these two.
	{ sortBy: 'created_at', order: 'desc' },
] as const;

export class WholeListReader {
	/** By ID, all rows that were read. */
	private readonly seen = new Map<string, Row>();
	private placed: readonly Row[] = [];
	private totalItems = 0;
	private countsMore = false;
	/** How many rows the readings before have seen; undefined before the first, which has none to agree with. */
	private seenBefore: number | undefined;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly asked: ListQuery,
	) {}

	async read(): Promise<WholeList> {
		const isWhole = (await this.readInWindows()) || (await this.readInPages());
		const { totalItems, countsMore, placed } = this;
		const rowsRead = this.seen.size;
		if (!isWhole) throw new CollabError('listUnstable', { rowsRead, totalItems });
		return { rowsRead, totalItems, countsMore, rows: [...this.seen.values()], placed };
	}

	private async readInWindows(): Promise<boolean> {
		const queries: ListQuery[] = ORDERS.map((order) => ({ ...this.asked, ...order }));
		if (this.asked.sortBy === 'name') queries.unshift(this.asked);
		for (const query of queries) {
			const options = { likely: Infinity, keeps: () => true };
			const reader = new WindowReader(this.fetchPage, query, options);
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
		for (const [id, row] of rows.kept) this.seen.set(id, row);
		if (query === this.asked) this.placed = rows.inOrder();
		this.totalItems = ending.totalItems;
		this.countsMore = ending.countsMore;
	}

	/**
	 * Whether a reading that has joined to the end of the list has read all of it:
	 *
	 * - By creation, it has.
	 * - By name, it has if all answers count as many rows as were read. Else one may have been renamed and been missed.
	 * - Where more rows are counted than were read, or none was, in any order: if all readings before, which were in other
	 *   orders, have shown the same rows. Answers that leave rows out would leave out others.
	 */
	private isBelieved({ rows, ending }: WindowReader, query: ListQuery): boolean {
		const showsTheSame = rows.count === this.seenBefore && this.seen.size === this.seenBefore;
		if (ending.countsMore || rows.count === 0) return showsTheSame;
		return query.sortBy !== 'name' || ending.totals.every((total) => total === rows.count);
	}

	private async readInPages(): Promise<boolean> {
		const found = await readPlainly(this.fetchPage, this.asked);
		if (!found || found.rows.length === 0) return false;
		this.countsMore = false;
		for (const row of found.rows) this.seen.set(row.id, row);
		this.placed = found.placed;
		return true;
	}
}
