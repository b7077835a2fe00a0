/** The rows that a reader has read so far, in the order of the service. */
import type { JsonValue, Project, SortField } from '../contract';
import { parseInstant } from '../time';

interface PlacedRow {
	readonly value: JsonValue;
	/** Undefined where it does not match. */
	readonly row: Project | undefined;
}

export class PlacedRows {
	/** Offset behind the last row read. */
	next: number;

	/** The run of equal sort values in which the last window ended. */
	run: { readonly start: number; readonly value: JsonValue | undefined };

	/** The longest run so far, and an anchor: so many rows are shared by windows that are asked for ahead. */
	overlap = 2;
	private readonly byId = new Map<string, PlacedRow>();
	private readonly placed: PlacedRow[] = [];

	constructor(
		private readonly sortBy: SortField,
		private readonly matches: (row: Project) => boolean,
		offset = 0,
	) {
		this.next = offset;
		this.run = { start: offset, value: undefined };
	}

	/** Distinct rows. */
	get count(): number {
		return this.byId.size;
	}

	/** Those that match, in the order of the service. */
	matching(): Project[] {
		return this.placed.flatMap(({ row }) => row ?? []);
	}

	has({ id }: Project): boolean {
		return this.byId.has(id);
	}

	/** Read before, unchanged in its sort value, and before the run in which the last window ended. */
	isAnchor(row: Project): boolean {
		return this.isUnchanged(row) && !isTie(this.sortBy, this.valueOf(row), this.run.value);
	}

	/** Takes the rows of a window that begins at an offset; returns those that were not read before. */
	add(start: number, rows: readonly Project[]): Project[] {
		const added: Project[] = [];
		let place = start === 0 ? 0 : this.placed.length;
		let isPlaceKnown = start === 0;
		for (const row of rows) {
			const known = this.byId.get(row.id);
			if (!known) {
				place = this.insert(row, place);
				added.push(row);
			} else if (this.isUnchanged(row)) {
				const behind = this.placed.lastIndexOf(known) + 1;
				place = isPlaceKnown ? Math.max(place, behind) : behind;
			}
			isPlaceKnown = true;
		}
		this.noteRun(start, rows);
		return added;
	}

	/** Puts a row behind its predecessor in the answer, and behind the run of that one; returns the place behind it. */
	private insert(row: Project, behind: number): number {
		const value = this.valueOf(row);
		const before = this.placed[behind - 1]?.value;
		const isInRun = (other?: PlacedRow) => other && isTie(this.sortBy, other.value, before);
		let place = behind;
		if (place < this.placed.length && !isTie(this.sortBy, before, value)) {
			while (isInRun(this.placed[place])) place++;
		}
		const placed = { value, row: this.matches(row) ? row : undefined };
		this.byId.set(row.id, placed);
		this.placed.splice(place, 0, placed);
		return place + 1;
	}

	private isUnchanged(row: Project): boolean {
		const known = this.byId.get(row.id);
		return known !== undefined && known.value === this.valueOf(row);
	}

	private noteRun(start: number, rows: readonly Project[]): void {
		const last = rows.at(-1);
		const value = last && this.valueOf(last);
		const isInRun = (row: Project) => isTie(this.sortBy, this.valueOf(row), value);
		const length = rows.length - 1 - rows.findLastIndex((row) => !isInRun(row));
		const isSameRun = isTie(this.sortBy, value, this.run.value);
		const goesOn = length === rows.length && isSameRun && start > this.run.start;
		if (!goesOn) this.run = { start: start + rows.length - length, value };
		this.next = start + rows.length;
		this.overlap = Math.max(this.overlap, this.next - this.run.start + 1);
	}

	private valueOf(row: Project): JsonValue {
		return row[this.sortBy] ?? null;
	}
}

/** Without capitals and accents, as databases compare names that they take for equal. */
const names = new Intl.Collator('und', { sensitivity: 'base' });

/** Whether a service may take two values for equal, and return their rows in any order. */
export function isTie(sortBy: SortField, a?: JsonValue, b?: JsonValue): boolean {
	if (a === b || typeof a !== 'string' || typeof b !== 'string') return a === b;
	// Some databases leave out spaces at the end.
	if (sortBy === 'name') return names.compare(a.trimEnd(), b.trimEnd()) === 0;
	const [at, other] = [millisecondOf(a), millisecondOf(b)];
	return at !== undefined && at === other;
}

/** A service may sort by milliseconds and show more digits. */
function millisecondOf(value: unknown): number | undefined {
	const instant = parseInstant(value);
	return instant && instant.seconds * 1000 + Math.trunc(Number(`0.${instant.fraction}`) * 1000);
}
