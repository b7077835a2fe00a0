import { type JsonValue, ownField, type Project } from '../contract';
import { computedFields, type EvaluationTime } from './computedFields';

/** The fields of a project (specification section 2.1), in the order of their labels. */
export const PROJECT_FIELDS = [
	{ name: 'completed_task_count', label: 'Completed Task Count' },
	{ name: 'created_at', label: 'Created At' },
	{ name: 'description', label: 'Description' },
	{ name: 'end_date', label: 'End Date' },
	{ name: 'id', label: 'ID' },
	{ name: 'member_count', label: 'Member Count' },
	{ name: 'name', label: 'Name' },
	{ name: 'owner_id', label: 'Owner ID' },
	{ name: 'start_date', label: 'Start Date' },
	{ name: 'status', label: 'Status' },
	{ name: 'task_count', label: 'Task Count' },
	{ name: 'updated_at', label: 'Updated At' },
] as const;

/** What people change: not the ID, and the stamps change with everything else. */
export const CHANGING_FIELDS: readonly string[] = PROJECT_FIELDS.map(({ name }) => name).filter(
	(name) => !['id', 'created_at', 'updated_at'].includes(name),
);

export type ItemFormat = (project: Project) => Record<string, JsonValue>;

/**
 * @param fields of each item; undefined for those that the service sent
 * @param computedAt adds the computed fields for that time after the project's own
 */
export function itemFormatter(
	fields: readonly string[] | undefined,
	computedAt?: EvaluationTime,
): ItemFormat {
	return (project) => {
		// A field that the service left out is null: columns of a sheet do not come and go. A chosen name may be
		// "__proto__", which an assignment would not take for a field.
		const item = fields
			? Object.fromEntries(fields.map((field) => [field, ownField(project, field)]))
			: project;
		// A field that the service itself sends under such a name stays as it is, and where it is.
		return computedAt ? { ...item, ...computedFields(project, computedAt), ...item } : item;
	};
}
