/**
 * Reads all of a list while it may be changing: every row that is in it from the first request to the last, changed
 * meanwhile or not, exactly once; or fails with kind `listUnstable` or `deepPagesRefused`.
 */
import { BY_CREATION, type FetchPage, type ListQuery, type Row } from '../contract';
import { CollabError } from '../errors';
import { withMissed } from '../order';
import { readPlainly } from './plainReading';
import { WindowReader } from './windowReader';

export interface WholeList {
	/** Distinct rows that were read, matching or not. */
	readonly rowsRead: number;
	/** As the service says. */
	readonly totalItems: number;
	/** Whether the service counts more rows than it shows. */
	readonly isCountWrong: boolean;
	/** Those that match: by name in the service's order, otherwise in any. */
	readonly rows: readonly Row[];
}

/** The orders to try until the windows of one join to the end, and what it shows is believed. */
const ORDERS = [
	// No change moves a row.
	BY_CREATION,
	// A bulk import gives many rows the same time, and their order may change with each request: names differ.
	{ sortBy: 'name', order: 'asc' },
	// Where more rows are counted than shown, two readings have to agree: if a row came after the first, these two.
	{ sortBy: 'created_at', order: 'desc' },
] as const;

export class WholeListReader {
	/** Only the service knows the order of names; times are sorted by whoever asked. */
	private readonly isByName: boolean;

	private readonly seen = new Set<string>();
	private readonly matching: Row[] = [];
	/** By name, those of the reading in the order asked for. */
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
	) {
		this.isByName = asked.sortBy === 'name';
	}

	async read(): Promise<WholeList> {
		const queries: ListQuery[] = ORDERS.map((order) => ({ ...this.asked, ...order }));
		if (this.isByName) queries.unshift(this.asked);
		for (const query of queries) {
			const end = await this.inWindows(query);
			if (end === 'whole') return this.result();
			if (end === 'otherSizes') break;
		}
		await this.plainly();
		return this.result();
	}

	private get progress() {
		const { seen, totalItems, isCountWrong } = this;
		return { rowsRead: seen.size, totalItems, isCountWrong };
	}

	private async inWindows(query: ListQuery) {
		// Only of names: by time, rows need no place.
		const isPlacing = query === this.asked;
		const reader = new WindowReader(this.fetchPage, query, {
			likely: Infinity,
			keeps: (row) => isPlacing && this.matches(row),
			take: (added) => {
				this.note(added);
				return false;
			},
		});
		const end = await reader.read();
		this.totalItems = reader.answers.totalItems;
		this.isCountWrong = reader.isCountWrong;
		if (end === 'refused') throw new CollabError('deepPagesRefused', this.progress);
		if (isPlacing) this.placed = reader.rows.inOrder();
		const isWhole = end === 'end' && this.isBelieved(reader, query);
		this.seenBefore = this.seen.size;
		if (end === 'otherSizes') return end;
		return isWhole ? 'whole' : 'doubtful';
	}

	/**
	 * By creation, what joins to its end is whole. By name, a row whose name changes may move past the reading, so it has
	 * to agree with the count. Where more rows are counted than shown, or none is shown, answers may leave some out: then
	 * another order has to show the same ones.
	 */
	private isBelieved({ rows, answers, isCountWrong }: WindowReader, query: ListQuery): boolean {
		const showsTheSame = rows.count === this.seenBefore && this.seen.size === this.seenBefore;
		if (isCountWrong || rows.count === 0) return showsTheSame;
		return query.sortBy !== 'name' || answers.totals.every((total) => total === rows.count);
	}

	private async plainly(): Promise<void> {
		const found = await readPlainly(this.fetchPage, this.asked);
		if (!found || found.rows.length === 0) throw new CollabError('listUnstable', this.progress);
		this.isCountWrong = false;
		this.note(found.rows);
		this.placed = found.placed.filter(this.matches);
	}

	private result(): WholeList {
		const { progress, matching, placed } = this;
		if (!this.isByName) return { ...progress, rows: matching };
		const ids = new Set(placed.map(({ id }) => id));
		const missed = matching.filter(({ id }) => !ids.has(id));
		return { ...progress, rows: withMissed(placed, missed, this.asked.order) };
	}

	private note(rows: readonly Row[]): void {
		const added = rows.filter(({ id }) => this.seen.size < this.seen.add(id).size);
		this.matching.push(...added.filter(this.matches));
	}
}
