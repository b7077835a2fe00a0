/** The filters once more, in the plainest words, for noon of the 15th of June 2026 in UTC. */
const NOW_MS = Date.UTC(2026, 5, 15, 12);
const DAY_MS = 86_400_000;

/** Filters as a user enters them; times are in UTC. */
export interface EnteredFilters {
	readonly updatedAfter?: string | undefined;
	readonly updatedBefore?: string | undefined;
	readonly createdAfter?: string | undefined;
	readonly createdBefore?: string | undefined;
	readonly notUpdatedForDays?: number | undefined;
	readonly nameContains?: string | undefined;
	readonly ownerIds?: string | undefined;
	readonly overdue?: 'only' | 'exclude' | undefined;
	readonly minProgress?: number | undefined;
	readonly maxProgress?: number | undefined;
}

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

export function passes(row: Row, wanted: EnteredFilters): boolean {
	return [passesTimes, passesTexts, passesNumbers].every((rule) => rule(row, wanted));
}

const timeOf = (text: string | null) => (text === null ? NaN : Date.parse(text));

function passesTimes({ updated_at: updated, created_at: created }: Row, wanted: EnteredFilters) {
	const { updatedAfter, updatedBefore, createdAfter, createdBefore, notUpdatedForDays } = wanted;
	return (
		(!updatedAfter || timeOf(updated) > Date.parse(updatedAfter)) &&
		(!updatedBefore || timeOf(updated) < Date.parse(updatedBefore)) &&
		(!createdAfter || timeOf(created) > Date.parse(createdAfter)) &&
		(!createdBefore || timeOf(created) < Date.parse(createdBefore)) &&
		(notUpdatedForDays === undefined || NOW_MS - timeOf(updated) >= notUpdatedForDays * DAY_MS)
	);
}

function passesTexts({ name, owner_id: owner }: Row, { nameContains, ownerIds }: EnteredFilters) {
	const isNamed = nameContains === undefined || new RegExp(nameContains, 'i').test(name ?? '-');
	return isNamed && (!ownerIds || ownerIds.split(', ').includes(owner));
}

function passesNumbers(row: Row, { minProgress = -1, maxProgress = 101, overdue }: EnteredFilters) {
	const percent = percentOf(row);
	const asksProgress = minProgress >= 0 || maxProgress <= 100;
	const isBetween = percent >= minProgress && percent <= maxProgress;
	return (!asksProgress || isBetween) && (!overdue || overdueOf(row) === (overdue === 'only'));
}

function percentOf({ task_count: tasks, completed_task_count: done }: Row): number {
	return tasks && done <= tasks ? Math.floor((done / tasks) * 100) : NaN;
}

function overdueOf(row: Row): boolean | undefined {
	if (row.end_date >= '2026-06-15' || row.status === 'archived') return false;
	if (row.task_count === null || row.completed_task_count > row.task_count) return undefined;
	return percentOf(row) !== 100;
}
