/** One small record about many projects, built while they are read. */
import type { Project } from '../contract';
import { compareInstants, parseInstant } from '../time';
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

export class SummaryBuilder {
	private total = 0;
	private overdue = 0;
	private allTasksDone = 0;
	private withProgress = 0;
	private progressSum = 0;
	private readonly byStatus = new Map<string, number>();

	private stalest: readonly Project[] = [];

	constructor(private readonly at: EvaluationTime) {}

	add(project: Project): void {
		const { status } = project;
		const isNamed = typeof status === 'string' && status !== '';
		const name = isNamed ? status.replace(LONG_NAME, '$1…') : 'unknown';
		const percent = progressPercent(project);
		this.total += 1;
		this.overdue += Number(isOverdue(project, this.at) === true);
		this.allTasksDone += Number(isComplete(project) === true);
		this.withProgress += Number(percent !== null);
		this.progressSum += percent ?? 0;
		this.byStatus.set(name, (this.byStatus.get(name) ?? 0) + 1);
		if (isOpen(project) !== false) this.addOpen(project);
	}

	summary() {
		const average = this.withProgress === 0 ? null : this.progressSum / this.withProgress;
		return {
			total: this.total,
			by_status: this.statuses(),
			overdue: this.overdue,
			all_tasks_done: this.allTasksDone,
			// Of the projects that have tasks; null when none has.
			average_progress_percent: average === null ? null : Math.round(average * 10) / 10,
			// Projects not known to be closed that have not changed for longest, the longest first.
			stalest: this.stalest.map((project) => ({
				id: project.id,
				name: project['name'] ?? null,
				status: project['status'] ?? null,
				updated_at: project['updated_at'] ?? null,
				days_since_update: daysSinceUpdate(project, this.at),
			})),
			summarized_at: new Date(this.at.nowMs).toISOString(),
		};
	}

	/** Those of the most projects first. */
	private statuses(): Record<string, number> {
		const frequent = [...this.byStatus].sort(([, a], [, b]) => b - a);
		return Object.fromEntries(frequent.slice(0, MOST_STATUSES));
	}

	private addOpen(project: Project): void {
		const updated = parseInstant(project['updated_at']);
		const last = parseInstant(this.stalest[STALEST_COUNT - 1]?.['updated_at']);
		if (!updated || (last && compareInstants(updated, last) > 0)) return;
		this.stalest = sortByTime([...this.stalest, project], OLDEST_FIRST).slice(0, STALEST_COUNT);
	}
}
