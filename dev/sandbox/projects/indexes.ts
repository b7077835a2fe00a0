import type { ProjectRecord, SortField, StatusFilter } from './record';
import { SortedIndex } from './sortedIndex';
import type { Entry } from './sortedIndex';

interface Filtered {
	readonly status: StatusFilter;
	readonly index: SortedIndex;
}

/** One sorted index per status filter and field: built when first asked for, kept up to date from then on. */
export class ProjectIndexes {
	private readonly built = new Map<string, Filtered>();

	constructor(private readonly entries: ReadonlyMap<string, Entry>) {}

	get(status: StatusFilter, field: SortField): SortedIndex {
		const name = `${status} ${field}`;
		const known = this.built.get(name);
		if (known) return known.index;
		const chosen = Array.from(this.entries.values()).filter(({ record }) => isIn(record, status));
		const index = new SortedIndex(field, chosen);
		this.built.set(name, { status, index });
		return index;
	}

	insert(entry: Entry): void {
		for (const { status, index } of this.built.values()) {
			if (isIn(entry.record, status)) index.insert(entry);
		}
	}

	remove(record: ProjectRecord): void {
		for (const { status, index } of this.built.values()) {
			if (isIn(record, status)) index.remove(record);
		}
	}

	/** Gives the entry its new record and moves it where its place has changed. */
	replace(entry: Entry, after: ProjectRecord): void {
		const before = entry.record;
		entry.record = after;
		for (const { status, index } of this.built.values()) {
			const wasIn = isIn(before, status);
			const isNowIn = isIn(after, status);
			if (wasIn && isNowIn && index.ranksAlike(before, after)) continue;
			if (wasIn) index.remove(before);
			if (isNowIn) index.insert(entry);
		}
	}
}

function isIn(record: ProjectRecord, status: StatusFilter): boolean {
	return status === 'all' || record.status === status;
}
