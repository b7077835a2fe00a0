/** Fields derived from a project at a time. What is not known is null, never a guess: any field may be missing. */
import { ownField, type Project } from '../contract';
import { dayIn, MS_PER_DAY, parseInstant } from '../time';

/** The time for which filters and computed fields hold. */
export interface EvaluationTime {
	/** Milliseconds since 1970. */
	readonly nowMs: number;
	/** The workflow's, such as Europe/Berlin. */
	readonly timeZone: string;
	/** The date there, as days since 1970. */
	readonly today: number;
}

export function evaluationTimeIn(timeZone: string, nowMs: number): EvaluationTime {
	return { nowMs, timeZone, today: dayIn(nowMs, timeZone) };
}

/** Named like the fields of the service, beside which they stand. */
export function computedFields(project: Project, at: EvaluationTime) {
	const left = daysLeft(project, at);
	return {
		progress_percent: progressPercent(project),
		is_complete: isComplete(project),
		is_overdue: isOverdue(project, at),
		days_remaining: left === Infinity ? null : left,
		days_since_update: daysSinceUpdate(project, at),
	};
}

/** Whole percent, rounded down: 100 means that every task is done. Null without tasks. */
export function progressPercent(project: Project): number | null {
	const tasks = tasksOf(project);
	return tasks && tasks.total > 0 ? Math.floor((100 * tasks.completed) / tasks.total) : null;
}

/** It has tasks, and all are done; whatever its status. */
export function isComplete(project: Project): boolean | null {
	const tasks = tasksOf(project);
	return tasks && tasks.total > 0 && tasks.completed === tasks.total;
}

/** An open project past its end date. A part that is known to be false is enough for false, here and below. */
export function isOverdue(project: Project, at: EvaluationTime): boolean | null {
	const left = daysLeft(project, at);
	return allOf([left === null ? null : left < 0, isOpen(project)]);
}

/** An open project that ends within so many days, today included. */
export function isDueWithin(days: number, project: Project, at: EvaluationTime): boolean | null {
	const left = daysLeft(project, at);
	return allOf([left === null ? null : left >= 0 && left <= days, isOpen(project)]);
}

/** An open project that has not changed for so many days of 24 hours. */
export function isStaleFor(days: number, project: Project, at: EvaluationTime): boolean | null {
	const past = daysSinceUpdate(project, at);
	return allOf([past === null ? null : past >= days, isOpen(project)]);
}

/** Active, or without a status, and not all of its tasks are done: nothing else can be late. */
export function isOpen(project: Project): boolean | null {
	const isActive = ['active', '', null].some((status) => status === ownField(project, 'status'));
	const isDone = isComplete(project);
	return allOf([isActive, isDone === null ? null : !isDone]);
}

function allOf(conditions: ReadonlyArray<boolean | null>): boolean | null {
	if (conditions.includes(false)) return false;
	return conditions.includes(null) ? null : true;
}

/** From today to the end date; negative when it has passed, infinite without one: nothing is due then. */
function daysLeft(project: Project, { today }: EvaluationTime): number | null {
	const date = ownField(project, 'end_date');
	if (date === null || date === '') return Infinity;
	const end = parseInstant(date);
	return end === undefined ? null : Math.floor(end / MS_PER_DAY) - today;
}

/** Full days of 24 hours since the last change. */
export function daysSinceUpdate(project: Project, { nowMs }: EvaluationTime): number | null {
	const updated = parseInstant(project['updated_at']);
	if (updated === undefined) return null;
	return Math.max(0, Math.floor((nowMs - updated) / MS_PER_DAY));
}

function tasksOf(project: Project): { total: number; completed: number } | null {
	const { task_count: total, completed_task_count: completed } = project;
	if (!isCount(total) || !isCount(completed) || completed > total) return null;
	return { total, completed };
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}
