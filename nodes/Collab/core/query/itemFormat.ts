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

/** What people put into a sheet or show in a chat, in the order of its columns. */
const SIMPLIFIED_FIELDS = [
	'id',
	'name',
	'status',
	'owner_id',
	'start_date',
	'end_date',
	'task_count',
	'completed_task_count',
	'created_at',
	'updated_at',
];

export type Output =
	| { readonly kind: 'raw' }
	| { readonly kind: 'simplified' }
	| { readonly kind: 'selected'; readonly fields: readonly string[] };

export type ItemFormat = (project: Project) => Record<string, JsonValue>;

/** @param computedAt adds the computed fields for that time after the project's own */
export function itemFormatter(output: Output, computedAt?: EvaluationTime): ItemFormat {
	const format = formatOf(output);
	if (computedAt === undefined) return format;
	return (project) => {
		const item = format(project);
		// A field that the service itself sends under such a name stays as it is, and where it is.
		return { ...item, ...computedFields(project, computedAt), ...item };
	};
}

function formatOf(output: Output): ItemFormat {
	if (output.kind === 'raw') return (project) => project;
	const fields = output.kind === 'selected' ? ['id', ...output.fields] : SIMPLIFIED_FIELDS;
	// A field that the service left out is null: columns of a sheet do not come and go. A chosen name may be
	// "__proto__", which an assignment would not take for a field.
	return (project) => Object.fromEntries(fields.map((field) => [field, ownField(project, field)]));
}
