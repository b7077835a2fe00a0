/** The rows that a reading has read, in places that have the order of the service. A place may be cut off later. */
import { type JsonValue, ownField, type Row, type SortField } from '../contract';
import { isTie } from '../order';

export class PlacedRows {
	/** The ID and the sort value of the row in each place. Where a row has several, see `add`, the last one counts. */
	private readonly placed: Array<{ readonly id: string; readonly value: JsonValue }> = [];
	/** By ID, the last place of every row that was read, an index of `placed`. That place may have been cut off since. */
	private readonly lastPlaces = new Map<string, number>();

	constructor(private readonly sortBy: SortField) {}

	get count(): number {
		return this.lastPlaces.size;
	}

	has({ id }: Row): boolean {
		return this.lastPlaces.has(id);
	}

	/** The IDs of the rows that have a place, by their last places. */
	inOrder(): string[] {
		return this.placed.flatMap(({ id }, at) => (this.lastPlaces.get(id) === at ? id : []));
	}

	isAnchor(row: Row): boolean {
		if (this.placeOf(row) === undefined) return false;
		return !isTie(this.sortBy, ownField(row, this.sortBy), this.placed.at(-1)!.value);
	}

	/** Whether rows begin with those placed last, in order, and no other one has a place: after b2 c2 d2, c2 d2 e2 do. */
	areContinuedBy(rows: readonly Row[]): boolean {
		const known = rows.filter((row) => this.placeOf(row) !== undefined).length;
		const first = this.placed.length - known;
		return known > 0 && rows.slice(0, known).every((row, at) => this.placeOf(row) === first + at);
	}

	/**
	 * Takes the rows of a window that joins; returns those that were not read before. What stood behind the run of their
	 * first anchor is cut off, since the answer shows what follows there now: a1 b2 c2 d3, then b2 e4, is a1 b2 c2 b2 e4,
	 * and a c b e in order. The run itself stays: its other rows may stand before the anchor this time.
	 */
	add(rows: readonly Row[], isBeginning: boolean): Row[] {
		this.placed.length = isBeginning ? 0 : this.placeFor(rows);
		const added: Row[] = [];
		for (const row of rows) {
			if (!this.has(row)) added.push(row);
			this.lastPlaces.set(row.id, this.placed.length);
			this.placed.push({ id: row.id, value: ownField(row, this.sortBy) });
		}
		return added;
	}

	/** Where rows follow: behind the run of their first anchor, which is not the last run; without one, behind all. */
	private placeFor(rows: readonly Row[]): number {
		const anchor = rows.find((row) => this.isAnchor(row));
		if (!anchor) return this.placed.length;
		let place = this.placeOf(anchor)!;
		while (isTie(this.sortBy, this.placed[place]!.value, ownField(anchor, this.sortBy))) place++;
		return place;
	}

	/** Undefined where it was not read, or was cut off, or its sort value has changed. */
	private placeOf(row: Row): number | undefined {
		const place = this.lastPlaces.get(row.id);
		const found = place === undefined ? undefined : this.placed[place];
		return found?.id === row.id && found.value === ownField(row, this.sortBy) ? place : undefined;
	}
}
