/**
 * The rows that a reader has read so far, in the order of the service. A place is an index among these, an offset is
 * one in the list as the service has it now. They differ once rows have come or gone, where the service counts rows
 * that it does not show, and where a reading did not begin at the beginning.
 *
 * The last run is what stands at the end with equal sort values: the next window need not show it in the same order. A
 * row has a place as long as no later answer has another row there.
 */
import type { JsonValue, Row, SortField } from '../contract';
import { isTie } from '../order';
import { furthestWindow, OVERLAP } from './windows';

interface PlacedRow {
	readonly id: string;
	readonly value: JsonValue;
}

export class PlacedRows {
	/** Offset behind the last row read. */
	next: number;
	/** Offset of the run of equal sort values in which the last window ended. */
	runStart: number;
	/** The rows to keep, as answers last showed them. */
	readonly kept = new Map<string, Row>();
	private readonly placed: PlacedRow[] = [];
	/** The last place of every row that was read. It may have been cut off since, or another row may have it. */
	private readonly lastPlaces = new Map<string, number>();

	constructor(
		private readonly sortBy: SortField,
		private readonly keeps: (row: Row) => boolean,
		offset: number,
	) {
		this.next = offset;
		this.runStart = offset;
	}

	/** Distinct rows that were read. */
	get count(): number {
		return this.lastPlaces.size;
	}

	/** Those of the rows to keep that have a place, in the service's order. One that a later answer omits has none. */
	inOrder(): Row[] {
		const placed = this.placed.filter((one) => this.placedAs(one) === one);
		return placed.flatMap(({ id }) => this.kept.get(id) ?? []);
	}

	/** Whether the last run is so long, half a page or more, that no window reaches from before it to a new row. */
	hasLongRun(pageSize: number): boolean {
		return furthestWindow(Math.max(0, this.runStart - 1), pageSize).end <= this.next;
	}

	/** The last offset that the next window has to hold, less a few rows where it still reaches beyond those read. */
	offsetToShare(pageSize: number): number {
		const last = Math.max(0, (this.hasLongRun(pageSize) ? this.next : this.runStart) - 1);
		const early = Math.max(0, Math.min(last, this.next - OVERLAP));
		return furthestWindow(early, pageSize).end > this.next ? early : last;
	}

	has({ id }: Row): boolean {
		return this.lastPlaces.has(id);
	}

	/** Placed, unchanged, and before the run in which the last window ended: all that belongs behind it follows it. */
	isAnchor(row: Row): boolean {
		const value = this.placedAs(row)?.value;
		return value === this.valueOf(row) && !isTie(this.sortBy, value, this.placed.at(-1)?.value);
	}

	/**
	 * Whether rows from an offset on begin with those placed last, unchanged and in that order, and all others have no
	 * place. One or two may stand so by chance where equal rows come in another order with each request.
	 */
	areContinuedBy(rows: readonly Row[], start: number): boolean {
		const known = rows.filter((row) => this.placedAs(row));
		const last = this.placed.slice(this.placed.length - known.length);
		const isSame = (row: Row, index: number) =>
			row === rows[index] && row.id === last[index]?.id && this.valueOf(row) === last[index].value;
		const least = Math.max(1, Math.min(OVERLAP, this.next - start));
		return known.length >= least && known.every(isSame);
	}

	/** Takes the rows from an offset on, and the offset behind these; returns those that were not read before. */
	add(start: number, rows: readonly Row[], next: number): Row[] {
		this.placed.length = this.placeFor(start, rows);
		const added: Row[] = [];
		for (const row of rows) {
			if (!this.has(row)) added.push(row);
			if (this.keeps(row)) this.kept.set(row.id, row);
			else this.kept.delete(row.id);
			this.lastPlaces.set(row.id, this.placed.length);
			// Rows that two windows share may be placed twice: their last places count.
			this.placed.push({ id: row.id, value: this.valueOf(row) });
		}
		const value = this.placed.at(-1)?.value;
		const before = this.placed.findLastIndex((placed) => !isTie(this.sortBy, placed.value, value));
		this.next = next;
		this.runStart = Math.max(0, this.next - (this.placed.length - 1 - before));
		return added;
	}

	/**
	 * An answer is consistent in itself: from its first anchor on, it shows what follows, and in which order. So it takes
	 * the place of all rows behind the run of that anchor: with b1 and b2 equal and b1 as anchor, a b1 b2 c and b1 b2 d
	 * become a b1 b2 b1 b2 d. Those of the run stay, since they may have stood before the anchor this time.
	 */
	private placeFor(start: number, rows: readonly Row[]): number {
		if (start === 0) return 0;
		const anchor = rows.find((row) => this.isAnchor(row));
		let place = anchor ? this.lastPlaces.get(anchor.id)! : this.placed.length;
		const value = this.placed[place]?.value;
		while (place < this.placed.length && isTie(this.sortBy, this.placed[place]?.value, value))
			place++;
		return place;
	}

	/** Undefined where a later answer has another row in its place. */
	private placedAs({ id }: Pick<Row, 'id'>): PlacedRow | undefined {
		const placed = this.placed[this.lastPlaces.get(id) ?? NaN];
		return placed?.id === id ? placed : undefined;
	}

	private valueOf(row: Row): JsonValue {
		return row[this.sortBy] ?? null;
	}
}
