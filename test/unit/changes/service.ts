/** The service that a trigger watches. Its time is virtual: each answer costs some of it, and tests move it on. */
import { type Looseness, type Row, STRICT } from '../looseListing';
import { toTimestamp } from '../../../dev/sandbox/seed';
import { Table } from '../table';
import {
	type ListQuery,
	type Page,
	parsePage,
	type PageRequest,
} from '../../../nodes/Collab/core/contract';
import { randomFrom } from '../list/account';

export const START_MS = Date.UTC(2026, 5, 1, 12);

export const FUTURE = '2031-01-01T00:00:00Z';

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

	/** What is asked for; undefined before the first request. */
	lastQuery: ListQuery | undefined;

	/** Called before each answer: the place for changes during a poll, and for errors. */
	beforeAnswer: () => void = () => {};

	/** Called for each answer: gives what a replica that lags shows. */
	showReplica: () => Table<Row> | undefined = () => undefined;

	/** Fields that each answer adds to a project. */
	extraFields: () => Record<string, string> = () => ({});

	private readonly table = new Table<Row>();

	private delayed: Array<{ readonly dueMs: number; readonly row: Row }> = [];

	private readonly random = randomFrom(1);

	/** What is stored now. */
	replicaOf(): Table<Row> {
		return new Table(this.table.all());
	}

	stamp(ms = this.nowMs): string {
		return toTimestamp(ms);
	}

	get(id: string): Row | undefined {
		this.showDelayed();
		return this.table.get(id);
	}

	create(id: string, fields: Partial<Row> = {}): void {
		this.table.set(this.rowWith(id, fields));
	}

	/** Stamps the project anew, unless `fields` say otherwise. */
	update(id: string, fields: Partial<Row> = {}): void {
		if (this.table.get(id)) this.table.set(this.rowWith(id, fields));
	}

	/** So far apart. */
	createAll(ids: readonly string[], fields: Partial<Row> = {}, everyMs = 0): void {
		for (const id of ids) {
			this.nowMs += everyMs;
			this.create(id, fields);
		}
	}

	/** So far apart. */
	updateAll(ids: readonly string[], fields: Partial<Row> = {}, everyMs = 0): void {
		for (const id of ids) {
			this.nowMs += everyMs;
			this.update(id, fields);
		}
	}

	delete(id: string): void {
		this.table.delete(id);
		this.delayed = this.delayed.filter(({ row }) => row.id !== id);
	}

	/** Stamped now, visible later, as behind a replica that lags; unless something newer is visible by then. */
	showLater(delayMs: number, id: string, fields: Partial<Row> = {}): void {
		this.delayed.push({ dueMs: this.nowMs + delayMs, row: this.rowWith(id, fields) });
	}

	readonly answer = (query: ListQuery, window: PageRequest): Page => {
		this.requests += 1;
		this.nowMs += SECOND_MS / this.requestsPerSecond;
		this.lastQuery = query;
		this.beforeAnswer();
		const servedAtMs = Math.floor((this.nowMs + this.dateSkewMs) / SECOND_MS) * SECOND_MS;
		this.showDelayed();
		if (window.page * window.perPage > MAX_OFFSET) throw new RangeError('OFFSET out of range');
		const ties = this.ties === 'postgresql' ? 'random' : this.ties;
		const { data, ...rest } = (this.showReplica() ?? this.table).answer(
			{ ...query, ...window },
			{ ...this.looseness, ties },
			this.randomFor(window),
		);
		const body = { data: data.map((row) => ({ ...row, ...this.extraFields() })), ...rest };
		this.rowsSent += data.length;
		return { ...parsePage(body), ...(this.hasDate && { servedAtMs }) };
	};

	private randomFor({ page, perPage }: PageRequest) {
		return this.ties === 'postgresql' ? randomFrom(page * perPage) : this.random;
	}

	/** The project, changed now; a new one where there is none. */
	private rowWith(id: string, fields: Partial<Row>): Row {
		const stamp = this.stamp();
		const before = this.table.get(id) ?? {
			name: `Project ${id}`,
			status: 'active',
			created_at: stamp,
			task_count: 0,
			completed_task_count: 0,
		};
		const given = Object.entries({ ...before, updated_at: stamp, ...fields });
		const present = given.filter(([, value]) => value !== undefined);
		return { ...(Object.fromEntries(present) as Row), id };
	}

	private showDelayed(): void {
		const due = this.delayed.filter(({ dueMs }) => dueMs <= this.nowMs);
		this.delayed = this.delayed.filter(({ dueMs }) => dueMs > this.nowMs);
		for (const { row } of due) {
			const current = this.table.get(row.id);
			if (!current || stampOf(current) < stampOf(row)) this.table.set(row);
		}
	}
}

function stampOf({ updated_at }: Row): string {
	return typeof updated_at === 'string' ? updated_at : '';
}
