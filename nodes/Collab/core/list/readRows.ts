/** The rows that a reader has read so far, and which of them are anchors. */
import type { JsonValue, Project, SortField } from '../contract';

export class ReadRows {
	/** Offset behind the last row read. */
	next: number;

	/** The run of equal sort values in which the last window ended. */
	run: { readonly start: number; readonly value: JsonValue | undefined };

	/** The longest run so far, and an anchor: so many rows are shared by windows that are asked for ahead. */
	overlap = 2;

	/** Whether rows may have been read after others that they should precede. */
	hasMoved = false;

	/** By ID, the sort value with which a row was read last. */
	private readonly values = new Map<string, JsonValue>();

	constructor(
		private readonly sortBy: SortField,
		offset: number,
	) {
		this.next = offset;
		this.run = { start: offset, value: undefined };
	}

	/** Distinct rows. */
	get count(): number {
		return this.values.size;
	}

	has({ id }: Project): boolean {
		return this.values.has(id);
	}

	/** Read before, unchanged in its sort value, and before the run in which the last window ended. */
	isAnchor(row: Project): boolean {
		const value = this.valueOf(row);
		return value !== this.run.value && this.values.get(row.id) === value;
	}

	/** Takes the rows of a window that begins at an offset; returns those that were not read before. */
	add(start: number, rows: readonly Project[]): Project[] {
		const added = rows.filter((row) => !this.has(row));
		const lastKnown = rows.findLastIndex((row) => this.has(row));
		this.hasMoved ||= rows.slice(0, lastKnown + 1).some((row) => !this.has(row));
		for (const row of rows) this.values.set(row.id, this.valueOf(row));
		this.noteRun(start, rows);
		return added;
	}

	private noteRun(start: number, rows: readonly Project[]): void {
		const last = rows.at(-1);
		const value = last && this.valueOf(last);
		const length = rows.length - 1 - rows.findLastIndex((row) => this.valueOf(row) !== value);
		const goesOn = length === rows.length && value === this.run.value && start > this.run.start;
		if (!goesOn) this.run = { start: start + rows.length - length, value };
		this.next = start + rows.length;
		this.overlap = Math.max(this.overlap, this.next - this.run.start + 1);
	}

	/** Names that a database takes for equal are equal: it may not tell capitals, accents and spaces at the end apart. */
	private valueOf(row: Project): JsonValue {
		const value = row[this.sortBy] ?? null;
		if (this.sortBy !== 'name' || typeof value !== 'string') return value;
		return value.normalize('NFKD').replace(/\p{M}/gu, '').trimEnd().toUpperCase();
	}
}
