/** The service that a trigger watches. Its time is virtual: each answer costs some of it, and tests move it on. */
import {
	answer,
	type Looseness,
	type Row,
	sortRows,
	STRICT,
	windowOf,
} from '../../../dev/sandbox/projects/looseListing';
import {
	type ListQuery,
	type Page,
	parsePage,
	type Window,
} from '../../../nodes/Collab/core/contract';
import { randomFrom } from '../pagination/account';

export const START_MS = Date.UTC(2026, 5, 1, 12);

const SECOND_MS = 1000;

/** Of a database that counts in 32 bits. */
const MAX_OFFSET = 2 ** 31 - 1;

/** `postgresql`: another order of equal stamps for each end of a window, as a sort that keeps only the first N rows gives. */
export type Ties = Looseness['ties'] | 'postgresql';

export class Service {
	nowMs = START_MS;

	requestsPerSecond = Infinity;

	looseness: Looseness = STRICT;

	ties: Ties = 'stable';

	/** Whether answers carry a Date header, which counts in whole seconds. */
	hasDate = true;

	/** How far the Date header is ahead of the clock that stamps projects. */
	dateSkewMs = 0;

	requests = 0;

	rowsSent = 0;

	bytesSent = 0;

	/** What is asked for; undefined before the first request. */
	lastQuery: ListQuery | undefined;

	/** Called before each answer: the place for changes during a poll, and for errors. */
	beforeAnswer: () => void = () => {};

	/** Fields that each answer adds to a project. */
	extraFields: () => Record<string, string> = () => ({});

	private readonly projects = new Map<string, Row>();

	private readonly sorted = new Map<string, Row[]>();

	private delayed: Array<{ readonly dueMs: number; readonly row: Row }> = [];

	private readonly random = randomFrom(1);

	stamp(ms = this.nowMs): string {
		return `${new Date(ms).toISOString().slice(0, 19)}Z`;
	}

	get(id: string): Row | undefined {
		this.showDelayed();
		return this.projects.get(id);
	}

	create(id: string, fields: Partial<Row> = {}): void {
		this.set(this.newProject(id, fields));
	}

	/** Stamps the project anew, unless `fields` say otherwise. */
	update(id: string, fields: Partial<Row> = {}): void {
		const before = this.projects.get(id);
		if (before) this.set(rowOf({ ...before, updated_at: this.stamp(), ...fields }));
	}

	delete(id: string): void {
		this.projects.delete(id);
		this.sorted.clear();
		this.delayed = this.delayed.filter(({ row }) => row.id !== id);
	}

	/** Stamped now, visible later, as behind a replica that lags; unless something newer is visible by then. */
	showLater(delayMs: number, id: string, fields: Partial<Row> = {}): void {
		const before = this.projects.get(id);
		const row = before
			? rowOf({ ...before, updated_at: this.stamp(), ...fields })
			: this.newProject(id, fields);
		this.delayed.push({ dueMs: this.nowMs + delayMs, row });
	}

	answer(query: ListQuery, window: Window): Page {
		this.requests += 1;
		this.nowMs += SECOND_MS / this.requestsPerSecond;
		this.lastQuery = query;
		this.beforeAnswer();
		const servedAtMs = Math.floor((this.nowMs + this.dateSkewMs) / SECOND_MS) * SECOND_MS;
		const rows = this.rowsInOrder(query);
		const request = { ...query, ...window };
		if (window.page * window.perPage > MAX_OFFSET) throw new RangeError('OFFSET out of range');
		const selected = windowOf(rows, request, this.windowLooseness, this.randomFor(window));
		const sent = selected.map((row) => ({ ...row, ...this.extraFields() }));
		const body = answer(rows.length, sent, request, this.looseness);
		this.rowsSent += sent.length;
		this.bytesSent += JSON.stringify(body).length;
		return { ...parsePage(body), ...(this.hasDate && { servedAtMs }) };
	}

	private get windowLooseness(): Looseness {
		return { ...this.looseness, ties: this.ties === 'postgresql' ? 'random' : this.ties };
	}

	private randomFor({ page, perPage }: Window) {
		return this.ties === 'postgresql' ? randomFrom(page * perPage) : this.random;
	}

	private newProject(id: string, fields: Partial<Row>): Row {
		const stamp = this.stamp();
		return rowOf({
			id,
			name: `Project ${id}`,
			status: 'active',
			created_at: stamp,
			updated_at: stamp,
			task_count: 0,
			completed_task_count: 0,
			...fields,
		});
	}

	private set(row: Row): void {
		this.projects.set(row.id, row);
		this.sorted.clear();
	}

	private rowsInOrder(query: ListQuery): readonly Row[] {
		this.showDelayed();
		const key = `${query.status} ${query.sortBy} ${query.order}`;
		const known = this.sorted.get(key);
		const rows = known ?? sortRows([...this.projects.values()], query, this.windowLooseness);
		this.sorted.set(key, rows);
		return rows;
	}

	private showDelayed(): void {
		const due = this.delayed.filter(({ dueMs }) => dueMs <= this.nowMs);
		this.delayed = this.delayed.filter(({ dueMs }) => dueMs > this.nowMs);
		for (const { row } of due) {
			const current = this.projects.get(row.id);
			if (!current || stampOf(current) < stampOf(row)) this.set(row);
		}
	}
}

function rowOf({ id, ...fields }: Partial<Row> & { readonly id: string }): Row {
	const given = Object.entries(fields).filter(([, value]) => value !== undefined);
	return { id, ...(Object.fromEntries(given) as Omit<Row, 'id'>) };
}

function stampOf({ updated_at }: Row): string {
	return typeof updated_at === 'string' ? updated_at : '';
}
