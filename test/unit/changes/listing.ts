import type { Page, Project, SortOrder, Window } from '../../../nodes/Collab/core/contract';
import type { ProjectSource } from '../../../nodes/Collab/core/changes/seek';

export const START_MS = Date.UTC(2026, 5, 1, 12);

export interface Stored extends Record<string, string | number> {
	id: string;
	name: string;
	status: string;
	created_at: string;
	updated_at: string;
	task_count: number;
	completed_task_count: number;
}

/** The service as the specification describes it, with a clock that tests move. Stamps are whole seconds unless given. */
export class ListQuery {
	nowMs = START_MS;

	/** Whether answers carry a Date header, which counts in whole seconds. */
	tellsTime = true;

	/** How far the Date header is off from the clock that stamps projects. */
	headerSkewMs = 0;

	requests = 0;

	/** Called before each answer: the place for changes during a poll, and for faults. */
	beforeAnswer: () => void = () => {};

	private readonly projects = new Map<string, Stored>();

	private delayed: Array<{ readonly dueMs: number; readonly row: Stored }> = [];

	stamp(ms = this.nowMs): string {
		return `${new Date(ms).toISOString().slice(0, 19)}Z`;
	}

	create(id: string, fields: Partial<Stored> = {}): void {
		this.projects.set(id, this.newProject(id, fields));
	}

	private newProject(id: string, fields: Partial<Stored>): Stored {
		const stamp = this.stamp();
		return {
			id,
			name: `Project ${id}`,
			status: 'active',
			created_at: stamp,
			updated_at: stamp,
			task_count: 0,
			completed_task_count: 0,
			...fields,
		};
	}

	update(id: string, fields: Partial<Stored> = {}): void {
		const before = this.projects.get(id);
		if (before) this.projects.set(id, { ...before, updated_at: this.stamp(), ...fields });
	}

	delete(id: string): void {
		this.projects.delete(id);
		this.delayed = this.delayed.filter(({ row }) => row.id !== id);
	}

	/** Stamped now, visible later, as behind a replica that lags; unless something newer has been seen by then. */
	showLater(delayMs: number, id: string, fields: Partial<Stored> = {}): void {
		const before = this.projects.get(id);
		const row = before
			? { ...before, updated_at: this.stamp(), ...fields }
			: this.newProject(id, fields);
		this.delayed.push({ dueMs: this.nowMs + delayMs, row });
	}

	visible(): Stored[] {
		for (const { row } of this.delayed.filter(({ dueMs }) => dueMs <= this.nowMs)) this.show(row);
		this.delayed = this.delayed.filter(({ dueMs }) => dueMs > this.nowMs);
		return [...this.projects.values()];
	}

	private show(row: Stored): void {
		const current = this.projects.get(row.id);
		if (!current || compareStamps(current, row) < 0) this.projects.set(row.id, row);
	}

	get source(): ProjectSource {
		const read = (order: SortOrder, window: Window) => Promise.resolve(this.answer(order, window));
		return { page: read, walk: (order, firstRow) => this.walk(order, firstRow) };
	}

	answer(order: SortOrder, { page, perPage }: Window): Page {
		const servedAt = this.serve();
		const rows = this.sorted(order);
		const first = (page - 1) * perPage;
		const projects: Project[] = rows.slice(first, first + perPage);
		const totalPages = Math.ceil(rows.length / perPage);
		return {
			projects,
			pagination: {
				page,
				perPage,
				totalItems: rows.length,
				totalPages,
				hasNext: page < totalPages,
			},
			...servedAt,
		};
	}

	private serve(): { servedAtMs?: number } {
		this.requests += 1;
		this.beforeAnswer();
		const shownMs = this.nowMs + this.headerSkewMs;
		return this.tellsTime ? { servedAtMs: Math.floor(shownMs / 1000) * 1000 } : {};
	}

	/** Complete because nothing happens between its answers: churn is the walk's own subject. */
	private async *walk(order: SortOrder, firstRow: number) {
		const rows = this.sorted(order);
		for (let start = firstRow; start === firstRow || start < rows.length; start += 100) {
			const servedAt = this.serve();
			await Promise.resolve();
			yield { projects: rows.slice(start, start + 100) as Project[], ...servedAt };
		}
	}

	private sorted(order: SortOrder): Stored[] {
		const sign = order === 'asc' ? 1 : -1;
		return this.visible().sort((a, b) => sign * compareStamps(a, b));
	}
}

function compareStamps(a: Stored, b: Stored): number {
	if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? -1 : 1;
	return a.id < b.id ? -1 : 1;
}
