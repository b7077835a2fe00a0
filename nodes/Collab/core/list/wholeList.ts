/**
 * Reads all of a list while it may be changing: every row that is in it from the first request to the last, changed
 * meanwhile or not, exactly once; or fails with kind `listCutShort`, `listUnstable`, `wrongPage` or `deepPagesRefused`.
 */
import { BY_CREATION, type FetchPage, type ListQuery, type Row } from '../contract';
import { CollabError } from '../errors';
import { withMissed } from './order';
import type { PlacedRows } from './placedRows';
import { readPlainly } from './plainReading';
import { type ReadingEnd, WindowReader } from './windowReader';

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
	/** Whether rows of the list were read before, so that an empty one is not believed. */
	readonly hadRows: boolean;
	/** Is given the rows that were not given before, as their answer arrives; returns those to keep for the result. */
	readonly keep: (added: readonly Row[]) => readonly Row[];
	/** Whether the order of names is needed; otherwise any order does. */
	readonly byName: boolean;
}

/**
 * The orders to try until the windows of one join to the end. No change moves a row in the first one. Where equal
 * times come in another order with each request, names differ.
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
	const named = options.byName ? await reading.inWindows(asked) : undefined;
	const orders = named && !isToBeReadOn(named) ? [] : ORDERS;
	let last = named;
	for (const order of orders) {
		last = await reading.inWindows({ ...asked, ...order });
		if (!isToBeReadOn(last)) break;
	}
	const plain = last?.isWhole ? undefined : await reading.plainly(asked);
	return reading.result(asked, plain ?? named?.reader.rows.matching());
}

interface Windows {
	readonly reader: WindowReader;
	readonly end: ReadingEnd;
	readonly isWhole: boolean;
}

const isToBeReadOn = ({ isWhole, end }: Windows) => !isWhole && end !== 'otherSizes';

class Reading {
	private readonly seen = new Set<string>();
	private readonly kept: Row[] = [];
	private repeatsPages = false;
	private hadRows: boolean;
	private totalItems = 0;
	/** The highest total of all readings: with fewer rows, the list was cut short. */
	private mostItems = 0;
	private isCountWrong = false;
	/** The rows of the last reading that had fewer than are counted. */
	private miscounted: PlacedRows | undefined;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly options: WholeListOptions,
	) {
		this.hadRows = options.hadRows;
	}

	private get progress() {
		return { rowsRead: this.seen.size, totalItems: this.totalItems };
	}

	async inWindows(query: ListQuery): Promise<Windows> {
		const { byName } = this.options;
		const reader = new WindowReader(this.fetchPage, query, {
			wanted: Infinity,
			matches: () => byName,
			hadRows: this.hadRows,
			take: (added) => this.note(added),
		});
		const end = await reader.read();
		const { hasRows, totalItems, mostItems } = reader.answers;
		this.hadRows = hasRows;
		this.totalItems = totalItems;
		this.mostItems = Math.max(this.mostItems, mostItems);
		this.isCountWrong = reader.isCountWrong;
		if (end === 'refused') throw new CollabError('deepPagesRefused', this.progress);
		this.repeatsPages ||= reader.repeatsPages;
		return { reader, end, isWhole: end === 'end' && this.isBelieved(reader, query) };
	}

	/**
	 * A row whose name changes may move past a reading by name, so such a reading has to agree with the count. Where more
	 * rows are counted than shown, answers may leave some out, so another order has to give the same rows.
	 */
	private isBelieved(reader: WindowReader, { sortBy }: ListQuery): boolean {
		const { rows, answers, isCountWrong } = reader;
		const { hasOneTotal, totalItems } = answers;
		if (!isCountWrong) return sortBy !== 'name' || (hasOneTotal && rows.count === totalItems);
		const before = this.miscounted;
		this.miscounted = rows;
		return before !== undefined && before.hasSameRows(rows);
	}

	async plainly(query: ListQuery): Promise<readonly Row[]> {
		const found = await readPlainly(this.fetchPage, query);
		if (!found || (found.rows.length === 0 && this.hadRows))
			throw new CollabError(this.failure, this.progress);
		this.isCountWrong = false;
		this.note(found.rows);
		return found.placed;
	}

	/** @param byName rows of a reading by name, in its order */
	result({ order }: ListQuery, byName: readonly Row[] = []): WholeList {
		const { progress, isCountWrong, kept } = this;
		if (!this.options.byName) return { ...progress, isCountWrong, rows: kept };
		const missed = new Map(kept.map((row) => [row.id, row]));
		const placed = byName.flatMap(({ id }) => {
			const row = missed.get(id);
			missed.delete(id);
			return row ?? [];
		});
		return { ...progress, isCountWrong, rows: withMissed(placed, [...missed.values()], order) };
	}

	private get failure() {
		if (this.repeatsPages) return 'wrongPage';
		const looksEmpty = this.hadRows && this.seen.size === 0;
		return looksEmpty || this.seen.size < this.mostItems ? 'listCutShort' : 'listUnstable';
	}

	private note(rows: readonly Row[]): false {
		const added = rows.filter(({ id }) => this.seen.size < this.seen.add(id).size);
		this.kept.push(...this.options.keep(added));
		return false;
	}
}
