import { sortKeyOf } from './sortKey';
import type { ProjectRecord, SortField } from './record';

/** One project's place in the store; it stays the same object while the project changes. */
export interface Entry {
	record: ProjectRecord;
}

interface Position {
	/** null for a project without a value. */
	readonly key: string | null;
	readonly entry: Entry;
}

/** Projects ordered by one field, those without a value first, equal values by id. Changes cost a binary search and a shift, never a sort. */
export class SortedIndex {
	private readonly positions: Position[];

	constructor(
		private readonly field: SortField,
		entries: Iterable<Entry>,
	) {
		this.positions = Array.from(entries, (entry) => this.positionOf(entry)).sort(compare);
	}

	get size(): number {
		return this.positions.length;
	}

	/** So many projects without a value stand before all others. */
	get withoutValue(): number {
		return this.rankBy(({ key }) => key === null);
	}

	/** The entry at `rank`, counted from the first in ascending order. */
	at(rank: number): ProjectRecord | undefined {
		return this.positions[rank]?.entry.record;
	}

	insert(entry: Entry): void {
		const position = this.positionOf(entry);
		this.positions.splice(this.rankOf(position), 0, position);
	}

	/** `record` is the state under which the entry was inserted. */
	remove(record: ProjectRecord): void {
		this.positions.splice(this.rankOf(this.positionOf({ record })), 1);
	}

	/** Whether a change from one state to the other leaves the order as it is. */
	ranksAlike(before: ProjectRecord, after: ProjectRecord): boolean {
		return this.keyOf(before) === this.keyOf(after);
	}

	private positionOf(entry: Entry): Position {
		return { key: this.keyOf(entry.record), entry };
	}

	private keyOf(record: ProjectRecord): string | null {
		return sortKeyOf(record[this.field], this.field);
	}

	private rankOf(position: Position): number {
		return this.rankBy((candidate) => compare(candidate, position) < 0);
	}

	/** How many positions come before all others by a rule that the order agrees with. */
	private rankBy(isBefore: (candidate: Position) => boolean): number {
		let low = 0;
		let high = this.positions.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const candidate = this.positions[middle];
			if (candidate && isBefore(candidate)) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

function compare(a: Position, b: Position): number {
	return compareKeys(a.key, b.key) || compareText(a.entry.record.id, b.entry.record.id);
}

function compareKeys(a: string | null, b: string | null): number {
	if (a === null || b === null) return Number(b === null) - Number(a === null);
	return compareText(a, b);
}

function compareText(a: string, b: string): number {
	if (a < b) return -1;
	return a > b ? 1 : 0;
}
