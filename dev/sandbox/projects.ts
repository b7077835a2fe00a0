import { Refusal } from './errors';
import { answer, type Ordering } from './listing';
import type { ProjectRecord } from './seed';
import { MS_PER_DAY, projectId, seededProjects, toDate, toTimestamp } from './seed';
import { Table } from './table';

/** The interface spells the parameters like this. */
export interface ListQuery extends Pick<Ordering, 'status' | 'order'> {
	readonly page: number;
	readonly per_page: number;
	readonly sort_by: Ordering['sortBy'];
}

export type ProjectList = ReturnType<typeof answer<ProjectRecord>>;

/** All projects of the service, in memory. Needs no network, no timer and no file. */
export class ProjectStore extends Table<ProjectRecord> {
	constructor(
		private readonly seed: number,
		private usedIds: number,
		private readonly now: () => number,
		todayMs = now(),
	) {
		super();
		for (const project of seededProjects(seed, usedIds, todayMs)) this.set(project.id, project);
	}

	all(): ProjectRecord[] {
		return [...this.values()];
	}

	/** A service may give fewer rows on a page, never more (section 8). */
	list({ page, status, sort_by, order, ...query }: ListQuery): ProjectList {
		const perPage = Math.min(query.per_page, 100);
		const sorted = this.sorted({ status, sortBy: sort_by, order });
		const rows = sorted.slice((page - 1) * perPage, page * perPage);
		return answer(sorted.length, rows, { page, perPage });
	}

	/** Fields that are given win, timestamps included. */
	create(fields: Partial<ProjectRecord> = {}): ProjectRecord {
		const nowMs = this.now();
		const id = fields.id ?? this.unusedId();
		if (this.get(id)) throw new Error(`Project ${id} exists already`);
		const createdAt = fields.created_at ?? toTimestamp(nowMs);
		return this.save({
			name: 'Untitled project',
			description: '',
			status: 'active',
			created_at: createdAt,
			updated_at: createdAt,
			owner_id: 'usr_ada',
			member_count: 1,
			task_count: 0,
			completed_task_count: 0,
			start_date: toDate(nowMs),
			end_date: toDate(nowMs + 90 * MS_PER_DAY),
			...fields,
			id,
		});
	}

	existing(id: string): ProjectRecord {
		const project = this.get(id);
		if (project) return project;
		throw new Refusal(404, `There is no project ${id}.`);
	}

	update(id: string, fields: Partial<ProjectRecord>): ProjectRecord {
		const updated = { updated_at: toTimestamp(this.now()), ...fields, id };
		return this.save({ ...this.existing(id), ...updated });
	}

	remove(id: string): boolean {
		const isThere = this.has(id);
		this.set(id, undefined);
		return isThere;
	}

	private save(record: ProjectRecord): ProjectRecord {
		this.set(record.id, record);
		return record;
	}

	private unusedId(): string {
		const id = projectId(this.seed, this.usedIds++);
		return this.get(id) ? this.unusedId() : id;
	}
}
