import { ChangeLog } from './changeLog';
import { answer, STRICT, windowOf } from './looseListing';
import type { ListAnswer, LooseQuery, Looseness, Ordering } from './looseListing';
import { newProject, toTimestamp, withFields } from './record';
import type { GivenFields, ProjectRecord } from './record';
import { projectId, seededProjects } from './seed';
import type { Draw } from './seed';
import { Table } from './table';

export type ProjectList = ListAnswer<ProjectRecord>;

export interface ListQuery extends LooseQuery {
	/** Capitals and small letters alike. For the page for people: the interface has no search. */
	readonly nameContains?: string;
}

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
	private readonly table: Table<ProjectRecord>;

	private readonly changes = new ChangeLog();

	private readonly seed: number;

	private readonly now: () => number;

	private numbersUsed: number;

	constructor(options: ProjectStoreOptions = {}) {
		this.seed = options.seed ?? 1;
		this.now = options.now ?? Date.now;
		this.numbersUsed = options.count ?? 0;
		this.table = new Table(seededProjects(this.seed, this.numbersUsed, options.withoutUpdatedAt));
	}

	get size(): number {
		return this.table.size;
	}

	get(id: string): ProjectRecord | undefined {
		return this.table.get(id);
	}

	all(): ProjectRecord[] {
		return this.table.all();
	}

	/** All projects as they were so many changes ago; of changes long past, as many as are known are taken back. */
	before(changes: number): ProjectRecord[] {
		return this.changes.undo(this.all(), changes);
	}

	/** How many changes the last milliseconds brought. */
	changesWithin(durationMs: number): number {
		return this.changes.countAfter(this.now() - durationMs);
	}

	/** One of the projects, chosen by lot. */
	any(draw: Draw): ProjectRecord | undefined {
		if (this.size === 0) return undefined;
		return this.sorted({ status: 'all', sortBy: 'created_at', order: 'asc' })[draw(this.size)];
	}

	/** All projects of the status, in order, until the store changes. */
	sorted(query: Ordering, looseness: Looseness = STRICT): readonly ProjectRecord[] {
		return this.table.sorted(query, looseness);
	}

	/** As the interface has it, in pages of any size. */
	list(query: ListQuery): ProjectList {
		const wanted = query.nameContains?.toLowerCase() ?? '';
		const sorted = this.sorted(query);
		const found = wanted
			? sorted.filter(({ name }) => name.toLowerCase().includes(wanted))
			: sorted;
		const strict = { ...STRICT, maxPerPage: query.perPage };
		return answer(found.length, windowOf(found, query, strict, Math.random), query, strict);
	}

	/** Fields that are given win, timestamps included. */
	create(fields: GivenFields = {}): ProjectRecord {
		const id = fields.id ?? this.unusedId();
		if (this.get(id)) throw new Error(`Project ${id} exists already`);
		return this.set(newProject({ ...fields, id }, this.now()));
	}

	update(id: string, fields: GivenFields): ProjectRecord {
		const before = this.get(id);
		if (!before) throw new Error(`There is no project ${id}`);
		return this.set(withFields(before, { updated_at: toTimestamp(this.now()), ...fields, id }));
	}

	archive(id: string): ProjectRecord {
		return this.update(id, { status: 'archived' });
	}

	restore(id: string): ProjectRecord {
		return this.update(id, { status: 'active' });
	}

	remove(id: string): boolean {
		const before = this.get(id);
		if (before) this.changes.add({ id, before, atMs: this.now() });
		return this.table.delete(id);
	}

	private set(record: ProjectRecord): ProjectRecord {
		const { id } = record;
		this.changes.add({ id, before: this.get(id), atMs: this.now() });
		this.table.set(record);
		return record;
	}

	private unusedId(): string {
		let id: string;
		do {
			id = projectId(this.seed, this.numbersUsed);
			this.numbersUsed += 1;
		} while (this.get(id));
		return id;
	}
}
