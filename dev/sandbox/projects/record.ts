/** A project as the interface specification describes it (section 2.1). */
export type ProjectRecord = {
	readonly id: string;
	readonly name: string;
	readonly description: string;
	/** `active` and `archived` are filter values; further states are not specified, `completed` stands for them. */
	readonly status: string;
	readonly created_at: string;
	readonly updated_at: string;
	readonly owner_id: string;
	readonly member_count: number;
	readonly task_count: number;
	readonly completed_task_count: number;
	readonly start_date: string;
	readonly end_date: string;
};

/** What a project can be given. A null stamp is outside the interface, so the type of a project does not show it. */
export type GivenFields = Partial<Omit<ProjectRecord, 'updated_at'>> & {
	readonly updated_at?: string | null;
};

export function withFields(record: ProjectRecord, fields: GivenFields): ProjectRecord {
	return { ...record, ...fields } as ProjectRecord;
}

export const SORT_FIELDS = ['created_at', 'updated_at', 'name'] as const;
export type SortField = (typeof SORT_FIELDS)[number];

export const STATUS_FILTERS = ['all', 'active', 'archived'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

export const MS_PER_DAY = 86_400_000;
const PLANNED_DAYS = 90;

/** ISO 8601 UTC in whole seconds, so several changes in one second share a timestamp. */
export function toTimestamp(instantMs: number): string {
	return `${new Date(instantMs).toISOString().slice(0, 19)}Z`;
}

/** YYYY-MM-DD, in UTC. */
export function toDate(instantMs: number): string {
	return new Date(instantMs).toISOString().slice(0, 10);
}

/** A project as the service creates it when only some fields are known. */
export function newProject(
	fields: GivenFields & Pick<ProjectRecord, 'id'>,
	nowMs: number,
): ProjectRecord {
	const createdAt = fields.created_at ?? toTimestamp(nowMs);
	const project: ProjectRecord = {
		id: fields.id,
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
		end_date: toDate(nowMs + PLANNED_DAYS * MS_PER_DAY),
	};
	return withFields(project, fields);
}
