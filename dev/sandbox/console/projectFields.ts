import type { ProjectRecord } from '../projects/record';

/** What people may fill in; the service itself sets identity and timestamps. */
export type ProjectFields = Pick<ProjectRecord, 'name'> &
	Partial<Omit<ProjectRecord, 'id' | 'name' | 'created_at' | 'updated_at'>>;

const COUNT = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const DATE = { type: 'string', format: 'date' };

export const EDITABLE_FIELDS = {
	type: 'object',
	additionalProperties: false,
	properties: {
		name: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
		description: { type: 'string', maxLength: 2000 },
		status: { enum: ['active', 'archived', 'completed'] },
		owner_id: { type: 'string', pattern: '^usr_\\w+$' },
		member_count: COUNT,
		task_count: COUNT,
		completed_task_count: COUNT,
		start_date: DATE,
		end_date: DATE,
	},
};

export const NAMED_FIELDS = { ...EDITABLE_FIELDS, required: ['name'] };
