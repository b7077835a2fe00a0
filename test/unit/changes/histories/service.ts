/** The service that a trigger watches: what it holds, since when, and how it answers. Its time is virtual. */
import { answer, type Row, windowOf } from '../../looseListing';
import {
	type ListQuery,
	type Page,
	parsePage,
	type PageRequest,
} from '../../../../nodes/Collab/core/contract';
import { randomFrom, type Random } from '../../list/account';
import { START_MS } from '../service';
import { HOUR, SECOND } from '../testTrigger';
import type { ServiceShape } from './randomHistories';
import { type Stored, Versions } from './versions';

const ABSURD_DATE_MS = Date.UTC(9999, 0, 1);

/** The name of a project that was never renamed. */
export const nameOf = (id: string) => `one ${id}`;

/** What happens to one answer of a poll. */
interface AnswerTrouble {
	/** Edits before it; or, with `countsFirst`, between its count and its rows. */
	readonly edit: () => void;
	readonly lagMs: number;
	readonly hasAbsurdDate: boolean;
}

export class Service {
	nowMs = START_MS;

	/** Milliseconds that each answer takes. */
	requestMs = 0;

	readonly versions = new Versions();

	private readonly random: Random;

	private created = 0;

	private stamped = 0;

	private answers = 0;

	constructor(
		private readonly shape: ServiceShape,
		seed: number,
	) {
		this.random = randomFrom(seed);
		this.fill();
	}

	/** Between two edits: more rows of one stamp than a page holds, in a random order, are outside the promise. */
	get shortestMs(): number {
		return this.shape.looseness.ties === 'random' ? 1 : 0;
	}

	get ids(): readonly string[] {
		return this.versions.ids;
	}

	newest(id: string): Stored | undefined {
		return this.versions.newest(id)?.row;
	}

	create(fields: Partial<Stored> = {}): void {
		const stamp = this.stamp();
		const updated_at = this.random() < this.shape.nullShare ? null : stamp;
		this.add({ created_at: stamp, updated_at, ...fields });
	}

	/** Every update stamps the project anew, unless `fields` say otherwise. Some become visible late. */
	update(id: string, fields: Partial<Stored> = {}, lateMs = 0): void {
		const before = this.newest(id);
		if (!before) return;
		const row = { ...before, updated_at: this.stamp(), ...fields };
		this.versions.add(id, row, this.nowMs + lateMs);
	}

	delete(id: string): void {
		if (this.newest(id)) this.versions.add(id, undefined, this.nowMs);
	}

	answer(
		query: ListQuery,
		window: PageRequest,
		{ edit, lagMs, hasAbsurdDate }: AnswerTrouble,
	): Page {
		const { looseness, countsFirst, dateSkewMs } = this.shape;
		this.nowMs += this.requestMs;
		if (!countsFirst) edit();
		const request = { ...query, ...window };
		const total = this.rows(query, lagMs).length;
		if (countsFirst) edit();
		const rows = windowOf(this.rows(query, lagMs), request, looseness, this.random);
		this.versions.noteShown(rows);
		const page = parsePage(answer<Row>(total, rows.map(this.signed), request, looseness));
		if (hasAbsurdDate) return { ...page, servedAtMs: ABSURD_DATE_MS };
		if (dateSkewMs === undefined) return page;
		const servedAtMs = Math.floor((this.nowMs + dateSkewMs) / SECOND) * SECOND;
		return { ...page, servedAtMs };
	}

	/** Microseconds are drawn, so that no two changes of one millisecond need to be in order. */
	stamp(ms = this.nowMs): string {
		const iso = new Date(ms).toISOString();
		const { precision } = this.shape;
		if (precision === 'second') return `${iso.slice(0, 19)}Z`;
		if (precision === 'millisecond') return iso;
		this.stamped += 1;
		return `${iso.slice(0, 23)}${String(this.stamped % 1000).padStart(3, '0')}Z`;
	}

	private readonly signed = (row: Stored): Row => {
		if (!this.shape.isVolatile) return row;
		this.answers += 1;
		return { ...row, picture_url: `https://service.test/signed/${this.answers}` };
	};

	/** What was there before: changed within the last two hours. */
	private fill(): void {
		const { projects, stamps, undated } = this.shape;
		for (let number = 0; number < projects; number += 1) {
			const age = ((number % stamps) + 1) * ((2 * HOUR) / (stamps + 1));
			const created_at = this.stamp(START_MS - 2 * HOUR - 1);
			const updated_at =
				this.random() < this.shape.nullShare ? null : this.stamp(START_MS - Math.floor(age));
			const fields = number < undated ? {} : { created_at, updated_at };
			this.add(fields, START_MS - HOUR);
		}
	}

	private add(fields: Partial<Stored>, visibleMs = this.nowMs): void {
		const number = this.created;
		this.created += 1;
		const id = `proj_${number}`;
		const row: Stored = {
			id,
			name: nameOf(id),
			status: number % 5 === 4 ? 'archived' : 'active',
			created_at: null,
			updated_at: null,
			member_count: Math.floor(this.random() * 50),
			task_count: 3,
			completed_task_count: number % 7 === 6 ? 3 : 0,
			...fields,
		};
		this.versions.add(row.id, row, visibleMs);
	}

	private rows(query: ListQuery, lagMs: number): readonly Stored[] {
		return this.versions.tableAt(this.nowMs - lagMs).sorted(query, this.shape.looseness);
	}
}
