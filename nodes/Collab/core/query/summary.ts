/** One small record about many projects, built while they are read. */
import type { JsonValue, Project } from '../contract';
import { compareInstants, type Instant, parseInstant } from '../time';
import {
	daysSinceUpdate,
	isComplete,
	isOverdue,
	type EvaluationTime,
	progressPercent,
} from './computedFields';

const STALEST_COUNT = 5;

const NO_STATUS = 'unknown';

interface StaleProject {
	readonly id: string;
	readonly name: JsonValue;
	readonly status: JsonValue;
	readonly updated_at: JsonValue;
	readonly days_since_update: number | null;
}

interface Summary {
	readonly total: number;
	readonly by_status: Readonly<Record<string, number>>;
	readonly overdue: number;
	readonly completed: number;
	/** Of the projects that have tasks; null when none has. */
	readonly average_progress_percent: number | null;
	/** Open projects that have not changed for longest, the longest first. */
	readonly stalest: readonly StaleProject[];
	readonly summarized_at: string;
}

export class SummaryBuilder {
	private total = 0;

	private overdue = 0;

	private completed = 0;

	private withProgress = 0;

	private progressSum = 0;

	private readonly byStatus = new Map<string, number>();

	private stalest: Array<{ readonly project: Project; readonly updated: Instant }> = [];

	constructor(private readonly at: EvaluationTime) {}

	add(project: Project): void {
		const { status } = project;
		const name = typeof status === 'string' && status !== '' ? status : NO_STATUS;
		const percent = progressPercent(project);
		this.total += 1;
		this.overdue += Number(isOverdue(project, this.at) === true);
		this.completed += Number(isComplete(project) === true);
		this.withProgress += Number(percent !== null);
		this.progressSum += percent ?? 0;
		this.byStatus.set(name, (this.byStatus.get(name) ?? 0) + 1);
		if (status !== 'archived' && isComplete(project) !== true) this.addOpen(project);
	}

	summary(): Summary {
		const average = this.withProgress === 0 ? null : this.progressSum / this.withProgress;
		const statuses = [...this.byStatus].sort(([a], [b]) => (a < b ? -1 : 1));
		return {
			total: this.total,
			by_status: Object.fromEntries(statuses),
			overdue: this.overdue,
			completed: this.completed,
			average_progress_percent: average === null ? null : Math.round(average * 10) / 10,
			stalest: this.stalest.map(({ project }) => this.describe(project)),
			summarized_at: new Date(this.at.nowMs).toISOString(),
		};
	}

	private addOpen(project: Project): void {
		const updated = parseInstant(project['updated_at']);
		const last = this.stalest[STALEST_COUNT - 1];
		if (!updated || (last && compareInstants(updated, last.updated) > 0)) return;
		this.stalest = [...this.stalest, { project, updated }]
			.sort(
				(a, b) => compareInstants(a.updated, b.updated) || (a.project.id < b.project.id ? -1 : 1),
			)
			.slice(0, STALEST_COUNT);
	}

	private describe(project: Project): StaleProject {
		return {
			id: project.id,
			name: project['name'] ?? null,
			status: project['status'] ?? null,
			updated_at: project['updated_at'] ?? null,
			days_since_update: daysSinceUpdate(project, this.at),
		};
	}
}
