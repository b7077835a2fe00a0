/**
 * The rows that a reader has read so far, in the order of the service. A place is an index among these, an offset is one in
 * the list as the service has it now: once rows have come or gone, they differ.
 */
import type { JsonValue, Project, SortField } from '../contract';
import { isTie } from './order';

interface PlacedRow {
	readonly id: string;
	readonly value: JsonValue;
	/** Undefined where it does not match. */
	readonly row: Project | undefined;
}

export class PlacedRows {
	/** Offset behind the last row read. */
	next: number;

	/** Offset of the run of equal sort values in which the last window ended. */
	runStart: number;
	private readonly placed: PlacedRow[] = [];

	/** The last place of every row that was read: another row may have it by now. */
	private readonly places = new Map<string, number>();

	constructor(
		private readonly sortBy: SortField,
		private readonly matches: (row: Project) => boolean,
		offset = 0,
	) {
		this.next = offset;
		this.runStart = offset;
	}

	/** Distinct rows that were read. */
	get count(): number {
		return this.places.size;
	}

	/** Whether all rows still have a place: a later answer replaces those behind its anchor, and may not show some. */
	get areAllPlaced(): boolean {
		return this.inOrder().length === this.count;
	}

	/** Those that match, in the order of the service. */
	matching(): Project[] {
		return this.inOrder().flatMap(({ row }) => row ?? []);
	}

	has({ id }: Project): boolean {
		return this.places.has(id);
	}

	/** Read before, unchanged in its sort value, and before the run in which the last window ended. */
	isAnchor(row: Project): boolean {
		const placed = this.placed[this.places.get(row.id) ?? NaN];
		const isUnchanged = placed?.id === row.id && placed.value === this.valueOf(row);
		return isUnchanged && !isTie(this.sortBy, placed.value, this.placed.at(-1)?.value);
	}

	/** Takes the rows of a window that begins at an offset; returns those that were not read before. */
	add(start: number, rows: readonly Project[]): Project[] {
		this.placed.length = this.placeFor(start, rows);
		const added: Project[] = [];
		for (const row of rows) {
			const { id } = row;
			if (!this.places.has(id)) added.push(row);
			this.places.set(id, this.placed.length);
			this.placed.push({ id, value: this.valueOf(row), row: this.matches(row) ? row : undefined });
		}
		const value = this.placed.at(-1)?.value;
		const before = this.placed.findLastIndex((placed) => !isTie(this.sortBy, placed.value, value));
		this.next = start + rows.length;
		this.runStart = Math.max(0, this.next - (this.placed.length - 1 - before));
		return added;
	}

	/**
	 * An answer is consistent in itself: from its first anchor on, it shows what follows, and in which order. So it takes the
	 * place of all rows behind the run of that anchor; those of the run may have stood before the anchor this time.
	 */
	private placeFor(start: number, rows: readonly Project[]): number {
		if (start === 0) return 0;
		const anchor = rows.find((row) => this.isAnchor(row));
		let place = anchor ? this.places.get(anchor.id)! : this.placed.length;
		const value = this.placed[place]?.value;
		while (place < this.placed.length && isTie(this.sortBy, this.placed[place]?.value, value))
			place++;
		return place;
	}

	private inOrder(): PlacedRow[] {
		return this.placed.filter(({ id }, place) => this.places.get(id) === place);
	}

	private valueOf(row: Project): JsonValue {
		return row[this.sortBy] ?? null;
	}
}
