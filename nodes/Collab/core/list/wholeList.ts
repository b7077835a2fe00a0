/**
 * Reads all of a list while it may be changing: every row that is in it from the first request to the last, changed
 * meanwhile or not, exactly once; or fails with kind `listUnstable` or `deepPagesRefused`.
 */
import { BY_CREATION, type FetchPage, type ListQuery, type Row } from '../contract';
import { CollabError } from '../errors';
import { withMissed } from './order';
import { readPlainly } from './plainReading';
import { WindowReader } from './windowReader';

export interface WholeList {
	/** Distinct rows that were read, kept or not. */
	readonly rowsRead: number;
	/** As the service says. */
	readonly totalItems: number;
	/** Whether the service counts more rows than it shows. */
	readonly isCountWrong: boolean;
	/** Those to keep; by name in the service's order. */
	readonly rows: readonly Row[];
}

export interface WholeListOptions {
	/** Which rows are kept, as their first answer shows them. */
	readonly matches: (row: Row) => boolean;
	/** Whether the order of names is needed; otherwise any order does. */
	readonly byName: boolean;
}

/**
 * The orders to try until the windows of one join to the end. No change moves a row in the first one. Where equal
 * times come in another order with each request, names differ. Where more rows are counted than shown and one came
 * between the first two readings, the third one agrees with the second.
 */
const ORDERS = [
	BY_CREATION,
	{ sortBy: 'name', order: 'asc' },
	{ sortBy: 'created_at', order: 'desc' },
] as const;

export async function readWholeList(
	fetchPage: FetchPage,
	asked: ListQuery,
	options: WholeListOptions,
): Promise<WholeList> {
	const reading = new Reading(fetchPage, options);
	const queries: ListQuery[] = ORDERS.map((order) => ({ ...asked, ...order }));
	if (options.byName) queries.unshift(asked);
	for (const query of queries) {
		const end = await reading.inWindows(query);
		if (end === 'whole') return reading.result(asked);
		if (end === 'otherSizes') break;
	}
	await reading.plainly(asked);
	return reading.result(asked);
}

class Reading {
	private readonly seen = new Set<string>();
	private readonly kept: Row[] = [];
	/** In the order of the service: of the first reading or of the plain one. */
	private placed: readonly Row[] = [];
	private totalItems = 0;
	private isCountWrong = false;

	/** How many rows were seen before the last reading; -1 before the first, which has nothing to agree with. */
	private seenBefore = -1;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly options: WholeListOptions,
	) {}

	private get progress() {
		const { seen, totalItems, isCountWrong } = this;
		return { rowsRead: seen.size, totalItems, isCountWrong };
	}

	async inWindows(query: ListQuery) {
		const found = new Map<string, Row>();
		const reader = new WindowReader(this.fetchPage, query, {
			likely: Infinity,
			take: (added, { rows }) => {
				if (this.options.byName) for (const row of rows) found.set(row.id, row);
				return this.note(added);
			},
		});
		const end = await reader.read();
		this.totalItems = reader.answers.totalItems;
		if (end === 'refused') throw new CollabError('deepPagesRefused', this.progress);
		if (this.placed.length === 0) this.placed = reader.rows.inOrder(found);
		const { seenBefore } = this;
		this.seenBefore = this.seen.size;
		if (end !== 'end') return end;
		return this.isBelieved(reader, query, seenBefore) ? 'whole' : 'notBelieved';
	}

	/**
	 * A row whose name changes may move past a reading by name, so such a reading has to agree with the count. Where more
	 * rows are counted than shown, or none is shown, answers may leave some out, so another order has to show the same
	 * ones.
	 */
	private isBelieved(reader: WindowReader, query: ListQuery, seenBefore: number): boolean {
		const { rows, answers, isCountWrong } = reader;
		this.isCountWrong = isCountWrong;
		const showsTheSame = rows.count === seenBefore && this.seen.size === seenBefore;
		if (isCountWrong || rows.count === 0) return showsTheSame;
		return query.sortBy !== 'name' || answers.totals.every((total) => total === rows.count);
	}

	async plainly(query: ListQuery): Promise<void> {
		const found = await readPlainly(this.fetchPage, query);
		if (!found || found.rows.length === 0) throw new CollabError('listUnstable', this.progress);
		this.isCountWrong = false;
		this.note(found.rows);
		this.placed = found.placed;
	}

	result({ order }: ListQuery): WholeList {
		const { progress, kept, placed } = this;
		if (!this.options.byName) return { ...progress, rows: kept };
		const ids = new Set(placed.map(({ id }) => id));
		const missed = kept.filter(({ id }) => !ids.has(id));
		// A row is kept as it was when it passed the filters, and placed as it was when it had its place.
		const keptById = new Map(kept.map((row) => [row.id, row]));
		const inOrder = withMissed(placed, missed, order);
		return { ...progress, rows: inOrder.flatMap(({ id }) => keptById.get(id) ?? []) };
	}

	private note(rows: readonly Row[]): false {
		const added = rows.filter(({ id }) => this.seen.size < this.seen.add(id).size);
		this.kept.push(...added.filter(this.options.matches));
		return false;
	}
}
