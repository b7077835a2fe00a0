import type { JsonValue, Project } from '../../../nodes/Collab/core/contract';

/** A project with all fields of the specification. */
export function projectWith(id: string, fields: Record<string, JsonValue> = {}): Project {
	return {
		id,
		name: `Project ${id}`,
		description: '',
		status: 'active',
		created_at: '2026-01-01T08:00:00Z',
		updated_at: '2026-03-01T08:00:00Z',
		owner_id: 'usr_1',
		member_count: 3,
		task_count: 12,
		completed_task_count: 4,
		start_date: '2026-01-02',
		end_date: '2026-12-31',
		...fields,
	};
}

/** As n8n gives a saved state back. */
export function reloaded(saved: unknown): unknown {
	return JSON.parse(JSON.stringify(saved ?? null));
}

/** Two IDs that the same 36 bits once stood for. */
export const COLLIDING_IDS = ['proj_29257', 'proj_33136'] as const;

export const NAMES_OF_EVERY_OBJECT = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

/** The fields of the events Archived, Restored, Completed and Reopened. */
export const TASKS = ['completed_task_count', 'status', 'task_count'];

export const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Of these, 75,000 have 3 statuses and 120 values of each count. */
export const withTasks = (number: number) =>
	projectWith(`proj_${number}`, {
		status: ['active', 'archived', 'completed'][number % 3] ?? null,
		task_count: (number * 7919) % 120,
		completed_task_count: (number * 104_729) % 120,
	});
