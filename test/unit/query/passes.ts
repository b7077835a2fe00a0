/** The filters once more, in the plainest words, for the 15th of June 2026 in UTC. */
import type { Filters } from '../../../nodes/Collab/core/query/filters';

export interface Row {
	readonly id: string;
	readonly name: string | null;
	readonly status: string;
	readonly owner_id: string;
	readonly created_at: string | null;
	readonly updated_at: string | null;
	readonly end_date: string;
	readonly task_count: number | null;
	readonly completed_task_count: number;
}

export function passes(row: Row, wanted: Filters): boolean {
	return [passesTimes, passesTexts, passesNumbers].every((rule) => rule(row, wanted));
}

const timeOf = (text: string | null) => (text === null ? NaN : Date.parse(text));
const boundMs = (at: Filters['updatedAfter']) => Number(at?.seconds) * 1000;

function passesTimes({ updated_at: updated, created_at: created }: Row, wanted: Filters) {
	const { updatedAfter, updatedBefore, createdAfter, createdBefore } = wanted;
	return (
		(!updatedAfter || timeOf(updated) > boundMs(updatedAfter)) &&
		(!updatedBefore || timeOf(updated) < boundMs(updatedBefore)) &&
		(!createdAfter || timeOf(created) > boundMs(createdAfter)) &&
		(!createdBefore || timeOf(created) < boundMs(createdBefore))
	);
}

function passesTexts({ name, owner_id: owner }: Row, { nameContains, ownerIds }: Filters) {
	const isNamed = nameContains === undefined || new RegExp(nameContains, 'i').test(name ?? '-');
	return isNamed && (!ownerIds || ownerIds.includes(owner));
}

function passesNumbers(row: Row, { progressFrom = -1, progressTo = 101, ...wanted }: Filters) {
	const percent = percentOf(row);
	const asksProgress = progressFrom >= 0 || progressTo <= 100;
	const isBetween = percent >= progressFrom && percent <= progressTo;
	const asksOverdue = wanted.overdue !== undefined;
	return (!asksProgress || isBetween) && (!asksOverdue || overdueOf(row) === wanted.overdue);
}

function percentOf({ task_count: tasks, completed_task_count: done }: Row): number {
	return tasks && done <= tasks ? Math.floor((done / tasks) * 100) : NaN;
}

function overdueOf(row: Row): boolean | undefined {
	if (row.end_date >= '2026-06-15' || row.status === 'archived') return false;
	if (row.task_count === null || row.completed_task_count > row.task_count) return undefined;
	return percentOf(row) !== 100;
}
