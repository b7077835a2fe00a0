/**
 * The rows that a reading has read so far, in the order of the service. A *place* is an index among them. It is no
 * offset once rows have come or gone, if the service counts rows that it does not show, or if a reading was resumed.
 */
import type { JsonValue, Row, SortField } from '../contract';
import { isTie } from '../order';
import { OVERLAP } from './windows';

export class PlacedRows {
	/** By ID, the rows to keep, as answers last showed them. */
	readonly kept = new Map<string, Row>();
	/** The last place of every row that was read. It may have been cut off since, or another row may have it. */
	private readonly lastPlaces = new Map<string, number>();
	private readonly placed: Array<{ readonly id: string; readonly value: JsonValue }> = [];

	constructor(
		private readonly sortBy: SortField,
		private readonly keeps: (row: Row) => boolean,
	) {}

	/** Distinct rows that were read. */
	get count(): number {
		return this.lastPlaces.size;
	}

	/** The kept rows in the service's order, without those that a later answer did not show in their place any more. */
	inOrder(): Row[] {
		const placed = this.placed.filter((one) => this.placedAs(one) === one);
		return placed.flatMap(({ id }) => this.kept.get(id) ?? []);
	}

	has({ id }: Row): boolean {
		return this.lastPlaces.has(id);
	}

	isAnchor(row: Row): boolean {
		const value = this.placedAs(row)?.value;
		return value === this.valueOf(row) && !isTie(this.sortBy, value, this.placed.at(-1)?.value);
	}

	/**
	 * Whether the rows of a window begin with so many of those placed last, unchanged and in that order, and the others
	 * are new: after a b1 b2 b3 b4, as b2 b3 b4 b5 does, but not b4 b3 b2 b5. By chance, one or two rows may stand so.
	 */
	areContinuedBy(rows: readonly Row[], overlap: number): boolean {
		const known = rows.filter((row) => this.placedAs(row));
		const last = this.placed.slice(this.placed.length - known.length);
		const isSame = (row: Row, index: number) =>
			row === rows[index] && row.id === last[index]?.id && this.valueOf(row) === last[index].value;
		return known.length >= Math.max(1, Math.min(OVERLAP, overlap)) && known.every(isSame);
	}

	/** Takes the rows of a window that joins; returns those that were not read before. */
	add(rows: readonly Row[], isBeginning: boolean): Row[] {
		this.placed.length = isBeginning ? 0 : this.placeFor(rows);
		const added: Row[] = [];
		for (const row of rows) {
			if (!this.has(row)) added.push(row);
			if (this.keeps(row)) this.kept.set(row.id, row);
			else this.kept.delete(row.id);
			this.lastPlaces.set(row.id, this.placed.length);
			// Rows that two windows share may be placed twice: their last places count.
			this.placed.push({ id: row.id, value: this.valueOf(row) });
		}
		return added;
	}

	/** How many rows the last run has. */
	lengthOfRun(): number {
		const last = this.placed.at(-1)?.value;
		const before = this.placed.findLastIndex(({ value }) => !isTie(this.sortBy, value, last));
		return this.placed.length - 1 - before;
	}

	/**
	 * An answer is consistent in itself: from its first anchor on, it shows what follows, and in which order. So it takes
	 * the place of all rows behind the run of that anchor: with b1 and b2 equal and b1 as anchor, a b1 b2 c and b1 b2 d
	 * become a b1 b2 b1 b2 d. Those of the run stay, since they may have stood before the anchor this time.
	 */
	private placeFor(rows: readonly Row[]): number {
		const anchor = rows.find((row) => this.isAnchor(row));
		if (!anchor) return this.placed.length;
		let place = this.lastPlaces.get(anchor.id)!;
		while (isTie(this.sortBy, this.placed[place]!.value, this.valueOf(anchor))) place++;
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
