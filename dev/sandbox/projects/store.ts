import { ChangeLog } from './changeLog';
import { ProjectIndexes } from './indexes';
import { listProjects } from './listing';
import type { ListQuery, ProjectList } from './listing';
import { newProject } from './newProject';
import { projectId } from './projectId';
import { SORT_FIELDS, STATUS_FILTERS, toTimestamp, withFields } from './record';
import type { GivenFields, ProjectRecord } from './record';
import { seededProjects } from './seed';
import type { Draw } from './seed';
import type { Entry } from './sortedIndex';

export interface ProjectStoreOptions {
	readonly seed?: number;
	readonly count?: number;
	/** Share of these projects whose updated_at is null. */
	readonly withoutUpdatedAt?: number;
	/** Milliseconds since 1970. */
	readonly now?: () => number;
}

/** All projects of the service, in memory. Needs no network, no timer and no file. */
export class ProjectStore {
	private readonly entries = new Map<string, Entry>();

	private readonly changes = new ChangeLog();

	private readonly indexes = new ProjectIndexes(this.entries);

	private readonly seed: number;

	private readonly now: () => number;

	private numbersUsed: number;

	constructor(options: ProjectStoreOptions = {}) {
		this.seed = options.seed ?? 1;
		this.now = options.now ?? Date.now;
		this.numbersUsed = options.count ?? 0;
		for (const record of seededProjects(this.seed, this.numbersUsed, options.withoutUpdatedAt)) {
			this.entries.set(record.id, { record });
		}
	}

	get size(): number {
		return this.entries.size;
	}

	get(id: string): ProjectRecord | undefined {
		return this.entries.get(id)?.record;
	}

	all(): ProjectRecord[] {
		return Array.from(this.entries.values(), (entry) => entry.record);
	}

	/** The number of the state after all changes so far. */
	get revision(): number {
		return this.changes.revision;
	}

	/** All projects as they were so many changes ago; of changes long past, as many as are known are taken back. */
	before(changes: number): ProjectRecord[] {
		if (changes === 0) return this.all();
		const now = Array.from(this.entries, ([id, { record }]) => [id, record] as const);
		return this.changes.undo(new Map(now), changes);
	}

	/** How many changes the last milliseconds brought. */
	changesWithin(durationMs: number): number {
		return this.changes.countAfter(this.now() - durationMs);
	}

	/** One of the projects, chosen by lot. */
	any(draw: Draw): ProjectRecord | undefined {
		if (this.size === 0) return undefined;
		return this.indexes.get('all', 'created_at').at(draw(this.size));
	}

	list(query: ListQuery): ProjectList {
		return listProjects(this.indexes, query);
	}

	/** Fields that are given win, timestamps included. */
	create(fields: GivenFields = {}): ProjectRecord {
		const id = fields.id ?? this.unusedId();
		if (this.entries.has(id)) throw new Error(`Project ${id} exists already`);
		const entry = { record: newProject({ ...fields, id }, this.now()) };
		this.entries.set(id, entry);
		this.indexes.insert(entry);
		this.changes.add({ id, before: undefined, atMs: this.now() });
		return entry.record;
	}

	update(id: string, fields: GivenFields): ProjectRecord {
		const entry = this.entries.get(id);
		if (!entry) throw new Error(`There is no project ${id}`);
		const atMs = this.now();
		this.changes.add({ id, before: entry.record, atMs });
		const given = { updated_at: toTimestamp(atMs), ...fields, id };
		this.indexes.replace(entry, withFields(entry.record, given));
		return entry.record;
	}

	archive(id: string): ProjectRecord {
		return this.update(id, { status: 'archived' });
	}

	restore(id: string): ProjectRecord {
		return this.update(id, { status: 'active' });
	}

	remove(id: string): boolean {
		const entry = this.entries.get(id);
		if (!entry) return false;
		this.indexes.remove(entry.record);
		this.changes.add({ id, before: entry.record, atMs: this.now() });
		return this.entries.delete(id);
	}

	/** Sorts now what the first requests would otherwise wait for. */
	buildIndexes(): void {
		for (const status of STATUS_FILTERS) {
			for (const field of SORT_FIELDS) this.indexes.get(status, field);
		}
	}

	private unusedId(): string {
		let id: string;
		do {
			id = projectId(this.seed, this.numbersUsed);
			this.numbersUsed += 1;
		} while (this.entries.has(id));
		return id;
	}
}
