/** One small record about many projects. */
import type { Project } from '../contract';
import { parseInstant } from '../time';
import {
	daysSinceUpdate,
	isComplete,
	isOpen,
	isOverdue,
	type EvaluationTime,
	progressPercent,
} from './computedFields';
import { sortByTime } from './queryPlan';

const STALEST_COUNT = 5;
/** A summary stays small: it has the statuses of the most projects, and of a long one the beginning. */
const MOST_STATUSES = 50;
const LONG_NAME = /^(.{100}).+$/su;
const OLDEST_FIRST = { status: 'all', sortBy: 'updated_at', order: 'asc' } as const;

export function summaryOf(projects: readonly Project[], at: EvaluationTime) {
	const progress = projects.map(progressPercent).filter((percent) => percent !== null);
	const sum = progress.reduce((all, percent) => all + percent, 0);
	return {
		total: projects.length,
		by_status: countStatuses(projects),
		overdue: projects.filter((project) => isOverdue(project, at) === true).length,
		all_tasks_done: projects.filter((project) => isComplete(project) === true).length,
		// Of the projects that have tasks; null when none has.
		average_progress_percent:
			progress.length === 0 ? null : Math.round((10 * sum) / progress.length) / 10,
		stalest: stalestOf(projects).map((project) => ({
			id: project.id,
			name: project['name'] ?? null,
			status: project['status'] ?? null,
			updated_at: project['updated_at'] ?? null,
			days_since_update: daysSinceUpdate(project, at),
		})),
		summarized_at: new Date(at.nowMs).toISOString(),
	};
}

/** Those of the most projects first. */
function countStatuses(projects: readonly Project[]): Record<string, number> {
	const counts = new Map<string, number>();
	for (const { status } of projects) {
		const isNamed = typeof status === 'string' && status !== '';
		const name = isNamed ? status.replace(LONG_NAME, '$1…') : 'unknown';
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const frequent = [...counts].sort(([, a], [, b]) => b - a);
	return Object.fromEntries(frequent.slice(0, MOST_STATUSES));
}

/** Projects not known to be closed that have not changed for longest, the longest first. */
function stalestOf(projects: readonly Project[]): Project[] {
	const open = projects.filter(
		(project) => isOpen(project) !== false && parseInstant(project['updated_at']) !== undefined,
	);
	return sortByTime(open, OLDEST_FIRST).slice(0, STALEST_COUNT);
}
