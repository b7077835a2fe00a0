/**
 * The one fake service, as loose as databases and proxies in the wild. Its time is virtual: each answer costs some of it, and
 * tests move it on. It keeps every version of every project, by which the oracles judge what was read.
 */
import { setImmediate } from 'node:timers/promises';
import type { FetchPage, ListQuery, Page, PageRequest } from '../../nodes/Collab/core/contract';
import { parsePage, type Project } from '../../nodes/Collab/core/contract';
import type { FalseAnswers, Looseness, Random } from '../../dev/sandbox/listing';
import { answer, falsified, STRICT, visible, windowOf } from '../../dev/sandbox/listing';
import { CollabError } from '../../nodes/Collab/core/errors';
import { type Stored, Versions } from './versions';

export const START_MS = Date.UTC(2026, 5, 1, 12);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** mulberry32: small, fast and the same everywhere, so a seed is all it takes to see a case again. */
export function randomFrom(seed: number): Random {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A whole number below this one. */
export const draw = (random: Random, below: number): number => Math.floor(random() * below);

export const pick = <T>(from: readonly T[], random: Random): T => from[draw(random, from.length)]!;

export interface Behavior extends Looseness {
	/** Whether what happens `meanwhile` happens before both, or between counting and selecting. */
	readonly countsFirst: boolean;
	readonly requestMs: number;
	/** How far the Date header, which counts in seconds, is ahead of the stamps; undefined without the header. */
	readonly dateSkewMs: number | undefined;
	/** To what stamps are cut. Microseconds are drawn, so that no two changes of one millisecond need to be in order. */
	readonly precision: 'second' | 'millisecond' | 'microsecond';
	/** How late the replica is that answers. */
	readonly lagMs: number;
	/** Whether pages past the end are refused, as frameworks do. */
	readonly refusesPastEnd: boolean;
	/** How many rows can be had: pages that reach further are refused. */
	readonly refusesBeyond: number;
	/** The page sizes that may be asked for, where a framework validates them. */
	readonly sizesAllowed?: readonly number[];
	/** How many rows are shown and counted, as by search engines. */
	readonly maxShown: number;
	/** Whether each answer has another value in a field that the specification does not name. */
	readonly isVolatile: boolean;
	/** How answers with status 200 are wrong; `old` is the list as it was an hour ago. */
	readonly falseAnswers: FalseAnswers | 'old';
	/** The share of answers that are. */
	readonly falseRate: number;
	/** In each minute of the service's clock; beyond it the answer is 429. */
	readonly requestsPerMinute: number;
}

const WELL_BEHAVED: Behavior = {
	...STRICT,
	countsFirst: false,
	requestMs: 0,
	dateSkewMs: 0,
	precision: 'millisecond',
	lagMs: 0,
	refusesPastEnd: false,
	refusesBeyond: Infinity,
	maxShown: Infinity,
	isVolatile: false,
	falseAnswers: 'none',
	falseRate: 1,
	requestsPerMinute: Infinity,
};

export class Service {
	nowMs = START_MS;
	readonly versions = new Versions();
	readonly ids: readonly string[] = this.versions.ids;
	/** What was answered. */
	readonly asked: Array<ListQuery & PageRequest> = [];
	/** Called with the number of the answer, the first is 1: the place for changes during a reading, and for errors. */
	beforeAnswer: (number: number, query: ListQuery) => void = () => {};

	/** The same, between counting and selecting if the service counts first. */
	meanwhile: (number: number) => void = () => {};

	/** Another one for each project, or not. */
	nameOf = (id: string): string => `Project ${id}`;

	behavior: Behavior;
	private stamped = 0;
	private minute = { number: 0, answers: 0 };

	constructor(
		behavior: Partial<Behavior> = {},
		readonly random: Random = randomFrom(1),
		rows: readonly Stored[] = [],
	) {
		this.behavior = { ...WELL_BEHAVED, ...behavior };
		for (const row of rows) this.put(row);
	}

	behave(behavior: Partial<Behavior>): void {
		this.behavior = { ...this.behavior, ...behavior };
	}

	/** As it was stored last, visible or not. */
	get(id: string): Stored | undefined {
		return this.versions.newest(id)?.row;
	}

	create(id: string, fields: Partial<Stored> = {}, visibleMs = this.nowMs): void {
		const stamp = this.stamp();
		const counts = { task_count: 0, completed_task_count: 0, member_count: draw(this.random, 50) };
		const base = { name: this.nameOf(id), status: 'active', created_at: stamp, ...counts };
		this.put({ ...base, updated_at: stamp, ...fields, id }, visibleMs);
	}

	/** Stamps the project anew, unless `fields` say otherwise. Some changes become visible late, as behind a replica. */
	update(id: string, fields: Partial<Stored> = {}, lateMs = 0): void {
		const before = this.get(id);
		if (before)
			this.put({ ...before, updated_at: this.stamp(), ...fields, id }, this.nowMs + lateMs);
	}

	delete(id: string): void {
		if (this.get(id)) this.versions.add(id, undefined, this.nowMs);
	}

	put(row: Stored, visibleMs = this.nowMs): void {
		this.versions.add(row.id, row, visibleMs);
	}

	createAll(ids: readonly string[], fields: Partial<Stored> = {}, everyMs = 0): void {
		for (const id of ids) {
			this.nowMs += everyMs;
			this.create(id, fields);
		}
	}

	updateAll(ids: readonly string[], fields: Partial<Stored> = {}, everyMs = 0): void {
		for (const id of ids) {
			this.nowMs += everyMs;
			this.update(id, fields);
		}
	}

	stamp(ms = this.nowMs): string {
		const iso = new Date(ms).toISOString();
		const { precision } = this.behavior;
		if (precision === 'second') return `${iso.slice(0, 19)}Z`;
		if (precision === 'millisecond') return iso;
		this.stamped += 1;
		return `${iso.slice(0, 23)}${String(this.stamped % 1000).padStart(3, '0')}Z`;
	}

	/** The list as it is now, without the faults of an answer. */
	list(query: ListQuery): readonly Stored[] {
		return this.versions.tableAt(this.nowMs).sorted(query, this.behavior);
	}

	answer = (query: ListQuery, asked: PageRequest): Page => {
		const request = { ...query, ...asked };
		const number = this.asked.push(request);
		this.nowMs += this.behavior.requestMs;
		this.beforeAnswer(number, query);
		this.limitRate();
		// As a database that counts in 32 bits.
		if (asked.page * asked.perPage >= 2 ** 31) throw new RangeError('OFFSET out of range');
		const { countsFirst, dateSkewMs, falseAnswers, falseRate } = this.behavior;
		const isFalse = falseAnswers !== 'none' && this.random() < falseRate;
		const wrongly = isFalse ? falseAnswers : 'none';
		if (!countsFirst) this.meanwhile(number);
		const total = this.rows(query, wrongly).length;
		if (countsFirst) this.meanwhile(number);
		if (this.isRefused(asked, total)) {
			const pagination = { perPage: asked.perPage, totalItems: 0, hasNext: false };
			return { rows: [], pagination, isRefused: true };
		}
		const rows = windowOf(this.rows(query, wrongly), request, this.behavior, this.random);
		const honest = answer<Stored>(total, rows, request, this.behavior);
		const body = wrongly === 'old' ? honest : falsified(honest, wrongly);
		this.versions.noteShown(body.data);
		const page = parsePage({ ...body, data: body.data.map(this.signed) }, asked);
		if (dateSkewMs === undefined) return page;
		return { ...page, servedAtMs: Math.floor((this.nowMs + dateSkewMs) / SECOND) * SECOND };
	};

	/** Answers come in the order of their requests. */
	readonly fetchPage: FetchPage = async (...request) => {
		await setImmediate();
		return this.answer(...request);
	};

	/** Answers come in any order, and other requests may be read before one is sent off. */
	readonly fetchInAnyOrder: FetchPage = async (...request) => {
		const someTurns = async () => {
			for (let left = draw(this.random, 8); left >= 0; left -= 1) await setImmediate();
		};
		await someTurns();
		const page = this.answer(...request);
		await someTurns();
		return page;
	};

	private rows(query: ListQuery, wrongly: Behavior['falseAnswers']): readonly Stored[] {
		const { versions, nowMs, behavior } = this;
		const lagMs = wrongly === 'old' ? HOUR : behavior.lagMs;
		const table = lagMs > 0 ? versions.replicaAt(nowMs - lagMs) : versions.tableAt(nowMs);
		const rows = table.sorted(query, behavior).slice(0, behavior.maxShown);
		return visible(rows, wrongly === 'old' ? 'none' : wrongly);
	}

	private isRefused({ page, perPage }: PageRequest, total: number): boolean {
		const { refusesPastEnd, refusesBeyond, sizesAllowed = [perPage] } = this.behavior;
		const end = page * perPage;
		const isPastEnd = refusesPastEnd && end - perPage >= total;
		return page > 1 && (end > refusesBeyond || isPastEnd || !sizesAllowed.includes(perPage));
	}

	/** Requests that are refused count, too. */
	private limitRate(): void {
		const number = Math.floor(this.nowMs / MINUTE);
		const answers = this.minute.number === number ? this.minute.answers + 1 : 1;
		this.minute = { number, answers };
		if (answers > this.behavior.requestsPerMinute) throw new CollabError('rateLimited');
	}

	private readonly signed = (row: Stored): Project =>
		this.behavior.isVolatile ? { ...row, picture_url: `https://a.test/${this.asked.length}` } : row;
}

/** Each answer as a proxy or framework before the service would have it. */
export function changeAnswers(
	service: Service,
	change: (page: Page, request: PageRequest & ListQuery) => Page,
): void {
	const { answer } = service;
	const changed: Service['answer'] = (query, request) =>
		change(answer(query, request), { ...query, ...request });
	Object.assign(service, { answer: changed });
}
