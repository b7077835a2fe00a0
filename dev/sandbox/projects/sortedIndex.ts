import { sortKeyOf } from './sortKey';
import type { ProjectRecord, SortField } from './record';

/** One project's place in the store; it stays the same object while the project changes. */
export interface Entry {
	record: ProjectRecord;
}

interface Position {
	readonly key: string;
	readonly entry: Entry;
}

/** Projects ordered by one field, equal values by id. Changes cost a binary search and a shift, never a sort. */
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
		return sortKeyOf(before, this.field) === sortKeyOf(after, this.field);
	}

	private positionOf(entry: Entry): Position {
		return { key: sortKeyOf(entry.record, this.field), entry };
	}

	private rankOf(position: Position): number {
		let low = 0;
		let high = this.positions.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const candidate = this.positions[middle];
			if (candidate && compare(candidate, position) < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

function compare(a: Position, b: Position): number {
	return compareText(a.key, b.key) || compareText(a.entry.record.id, b.entry.record.id);
}

function compareText(a: string, b: string): number {
	if (a < b) return -1;
	return a > b ? 1 : 0;
}
