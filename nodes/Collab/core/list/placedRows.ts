/**
 * The rows that a reader has read so far, in the order of the service, and what of them the next window has to show.
 *
 * A place is an index among them, an offset is one in the list as the service has it now. They differ once rows have
 * come or gone, if the service counts rows that it does not show, and if a reading did not begin at the beginning.
 * The last run is what stands at the end with equal sort values: the next window need not show it in the same order.
 */
import type { JsonValue, Row, SortField } from '../contract';
import { isTie } from '../order';
import type { PageSize } from './pageSize';
import { furthestWindow, OVERLAP } from './windows';

export class PlacedRows {
	/** Whether the last run was long after any of the windows. */
	hadLongRun = false;
	/** The offset of the last run. */
	runStart: number;
	/** By ID, the rows to keep, as answers last showed them. */
	readonly kept = new Map<string, Row>();
	/** The last place of every row that was read. It may have been cut off since, or another row may have it. */
	private readonly lastPlaces = new Map<string, number>();
	private readonly placed: Array<{ readonly id: string; readonly value: JsonValue }> = [];

	constructor(
		private readonly sortBy: SortField,
		private readonly pageSize: PageSize,
		private readonly keeps: (row: Row) => boolean,
		/** The offset behind the last row that was read. */
		public readTo: number,
	) {
		this.runStart = readTo;
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
	get hasLongRun(): boolean {
		return furthestWindow(Math.max(0, this.runStart - 1), this.pageSize.most).end <= this.readTo;
	}

	/**
	 * The next window has to show this offset, or it cannot join: the last one before the last run or, in a long run, the
	 * last that was read. As long as the window still reaches new rows, it is an earlier one, so that three are shown: 97
	 * after 100 rows that all differ, though 98 stands before the last run. If the last ten are equal, it is 89.
	 */
	get offsetToShare(): number {
		const last = Math.max(0, (this.hasLongRun ? this.readTo : this.runStart) - 1);
		const early = Math.max(0, Math.min(last, this.readTo - OVERLAP));
		return furthestWindow(early, this.pageSize.most).end > this.readTo ? early : last;
	}

	has({ id }: Row): boolean {
		return this.lastPlaces.has(id);
	}

	/** Placed, unchanged, and before the last run: all that belongs behind it follows it in an answer. */
	isAnchor(row: Row): boolean {
		const value = this.placedAs(row)?.value;
		return value === this.valueOf(row) && !isTie(this.sortBy, value, this.placed.at(-1)?.value);
	}

	/**
	 * Whether the rows of a window begin with those placed last, unchanged and in that order, and the others are new:
	 * after a b1 b2 b3 b4, as b2 b3 b4 b5 does, but not b4 b3 b2 b5. One or two rows may stand so by chance, where equal
	 * ones come in another order with each request.
	 */
	areContinuedBy(rows: readonly Row[], start: number): boolean {
		const known = rows.filter((row) => this.placedAs(row));
		const last = this.placed.slice(this.placed.length - known.length);
		const isSame = (row: Row, index: number) =>
			row === rows[index] && row.id === last[index]?.id && this.valueOf(row) === last[index].value;
		const least = Math.max(1, Math.min(OVERLAP, this.readTo - start));
		return known.length >= least && known.every(isSame);
	}

	/** Takes the rows of a window that joins, from one offset to another; returns those that were not read before. */
	add(rows: readonly Row[], start: number, end: number): Row[] {
		this.placed.length = this.placeFor(rows, start);
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
		this.readTo = end;
		this.runStart = Math.max(0, end - (this.placed.length - 1 - before));
		this.hadLongRun ||= this.hasLongRun;
		return added;
	}

	/**
	 * An answer is consistent in itself: from its first anchor on, it shows what follows, and in which order. So it takes
	 * the place of all rows behind the run of that anchor: with b1 and b2 equal and b1 as anchor, a b1 b2 c and b1 b2 d
	 * become a b1 b2 b1 b2 d. Those of the run stay, since they may have stood before the anchor this time.
	 */
	private placeFor(rows: readonly Row[], start: number): number {
		if (start === 0) return 0;
		const anchor = rows.find((row) => this.isAnchor(row));
		let place = anchor ? this.lastPlaces.get(anchor.id)! : this.placed.length;
		const value = this.placed[place]?.value;
		while (place < this.placed.length && isTie(this.sortBy, this.placed[place]?.value, value))
			place++;
		return place;
	}

	/** Undefined where a later answer has another row in its place. */
	private placedAs({ id }: Pick<Row, 'id'>) {
		const placed = this.placed[this.lastPlaces.get(id) ?? NaN];
		return placed?.id === id ? placed : undefined;
	}

	private valueOf(row: Row): JsonValue {
		return row[this.sortBy] ?? null;
	}
}
