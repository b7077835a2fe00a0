/** The rows that a reading has read, in the order of the service. */
import { type JsonValue, ownField, type Row, type SortField } from '../contract';
import { isTie } from '../order';
import { OVERLAP } from './windows';

export class PlacedRows {
	/** The ID and the sort value of the row in each place. A row whose value has changed also keeps its earlier place. */
	private readonly placed: Array<{ readonly id: string; readonly value: JsonValue }> = [];
	/** By ID, the place that every row was given last, an index of `placed`. It may have been cut off since. */
	private readonly lastPlaces = new Map<string, number>();

	constructor(private readonly sortBy: SortField) {}

	/** Distinct rows that were read. */
	get count(): number {
		return this.lastPlaces.size;
	}

	has({ id }: Row): boolean {
		return this.lastPlaces.has(id);
	}

	/** The IDs of the rows that have a place, in the order of these. */
	inOrder(): string[] {
		return this.placed.flatMap(({ id }, at) => (this.lastPlaces.get(id) === at ? id : []));
	}

	isAnchor(row: Row): boolean {
		const last = this.placed.at(-1)?.value;
		return this.placeOf(row) !== undefined && !isTie(this.sortBy, this.valueOf(row), last);
	}

	/**
	 * Whether rows begin with at least so many of those placed last, in that order, and all others are new: b3 b4 b5 b6
	 * does so with two after a b1 b2 b3 b4, but not b4 b3 b5 b6. One or two may stand so by chance; three are enough.
	 */
	areContinuedBy(rows: readonly Row[], atLeast: number): boolean {
		const known = rows.filter((row) => this.placeOf(row) !== undefined).length;
		const first = this.placed.length - known;
		const isEnough = known >= Math.max(1, Math.min(OVERLAP, atLeast));
		return isEnough && rows.slice(0, known).every((row, at) => this.placeOf(row) === first + at);
	}

	/**
	 * Takes the rows of a window that joins; returns those that were not read before. What stood behind the run of their
	 * first anchor is cut off, since the answer shows what follows there now: a b1 b2 c, then b2 d, is a b1 b2 d. The run
	 * itself stays: its other rows may stand before the anchor this time.
	 */
	add(rows: readonly Row[], isBeginning: boolean): Row[] {
		this.placed.length = isBeginning ? 0 : this.placeFor(rows);
		const added: Row[] = [];
		for (const row of rows) {
			if (!this.has(row)) added.push(row);
			if (this.placeOf(row) !== undefined) continue;
			this.lastPlaces.set(row.id, this.placed.length);
			this.placed.push({ id: row.id, value: this.valueOf(row) });
		}
		return added;
	}

	/** Where rows follow: behind the run of their first anchor or, without one, behind all. */
	private placeFor(rows: readonly Row[]): number {
		const anchor = rows.find((row) => this.isAnchor(row));
		if (!anchor) return this.placed.length;
		let place = this.placeOf(anchor)!;
		while (isTie(this.sortBy, this.placed[place]!.value, this.valueOf(anchor))) place++;
		return place;
	}

	/** Undefined where it was not read, or was cut off, or its sort value has changed. */
	private placeOf(row: Row): number | undefined {
		const place = this.lastPlaces.get(row.id);
		const placed = this.placed[place ?? NaN];
		return placed?.id === row.id && placed.value === this.valueOf(row) ? place : undefined;
	}

	private valueOf(row: Row): JsonValue {
		return ownField(row, this.sortBy);
	}
}
