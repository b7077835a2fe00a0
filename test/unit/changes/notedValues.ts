import type { Project } from '../../../nodes/Collab/core/contract';
import { PreviousValues } from '../../../nodes/Collab/core/changes/previousValues';
import { projectWith, reloaded } from './projects';

/** The fields of the events Archived, Restored, Completed and Reopened. */
export const TASKS = ['completed_task_count', 'status', 'task_count'];

export const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

export function noted(fields: readonly string[], ...projects: readonly Project[]): PreviousValues {
	const values = PreviousValues.open(undefined, fields);
	for (const project of projects) values.note(project);
	return values;
}

/** As the next poll finds them. */
export function reopened(values: PreviousValues, fields: readonly string[]): PreviousValues {
	return PreviousValues.open(reloaded(values.toSaved()), fields);
}

/** Of these, 75,000 have 3 statuses and 120 values of each count. */
export const withTasks = (number: number) =>
	projectWith(`proj_${number}`, {
		status: ['active', 'archived', 'completed'][number % 3] ?? null,
		task_count: (number * 7919) % 120,
		completed_task_count: (number * 104_729) % 120,
	});
