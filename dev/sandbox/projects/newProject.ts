import { MS_PER_DAY, toDate, toTimestamp, withFields } from './record';
import type { GivenFields, ProjectRecord } from './record';

const PLANNED_DAYS = 90;

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
