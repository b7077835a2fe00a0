/** A small model of an account whose projects change while somebody lists them. */
import {
	isIn,
	type ListAnswer,
	type Looseness,
	type LooseQuery,
	type Ordering,
	type Row,
} from '../looseListing';
import { Table } from '../table';

export const CHANGES = ['create', 'update', 'delete', 'archive', 'rename'] as const;

export type Change = (typeof CHANGES)[number];

export type Random = () => number;

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

export function pick<T>(from: readonly T[], random: Random): T {
	const picked = from[Math.floor(random() * from.length)];
	if (picked === undefined) throw new Error('Nothing to pick from');
	return picked;
}

export interface AccountShape {
	readonly projectCount: number;
	/** How many different stamps the projects have at first: few make long runs of equal values. */
	readonly stamps: number;
	/** How many different names there are. */
	readonly names: number;
	/** The share of projects that have no `updated_at`, or no stamp at all. */
	readonly nullShare: number;
	/** What stamps are cut off to, in milliseconds. */
	readonly precisionMs: number;
}

export const START_MS = Date.UTC(2026, 2, 1);
const DAY_MS = 86_400_000;

export class Account {
	/** The last change was some seconds ago. */
	nowMs = START_MS + 5_000;

	private readonly table = new Table<Row>();

	/** Projects that were there, with the status asked for, all the time. */
	private readonly lasting = new Map<Ordering['status'], Set<string>>();

	/** Projects that were among the first of a list all the time, unchanged; undefined until it is watched. */
	private firsts:
		| { readonly query: Ordering; readonly limit: number; ids: Set<string> }
		| undefined;

	private readonly changed = new Set<string>();

	private created = 0;

	constructor(
		private readonly shape: AccountShape,
		private readonly looseness: Looseness,
		private readonly random: Random,
	) {
		for (let index = 0; index < shape.projectCount; index++) this.table.set(this.existing());
		for (const status of ['all', 'active', 'archived'] as const) {
			const rows = this.table.all().filter((row) => isIn(row, { status }));
			this.lasting.set(status, new Set(rows.map(({ id }) => id)));
		}
	}

	/** Projects that every list with this status had to hold, since the account was made. */
	lastingIds(status: Ordering['status']): ReadonlySet<string> {
		return this.lasting.get(status) ?? new Set();
	}

	/** Those of {@link lastingIds} that did not change, either. */
	steadyIds(status: Ordering['status']): ReadonlySet<string> {
		return new Set([...this.lastingIds(status)].filter((id) => !this.changed.has(id)));
	}

	/** From now on, {@link firstIds} tells which of the first projects of this list stay among them, unchanged. */
	watchFirst(query: Ordering, limit: number): void {
		this.firsts = { query, limit, ids: new Set(this.firstNow(query, limit)) };
	}

	/** Without those of which a project with an equal value is not among the first: their order is open. */
	private firstNow(query: Ordering, limit: number): string[] {
		const list = this.list(query);
		const cut = list[limit]?.[query.sortBy];
		const first = list.slice(0, limit);
		const certain = list.length <= limit ? first : first.filter((row) => row[query.sortBy] !== cut);
		return certain.map(({ id }) => id);
	}

	get firstIds(): ReadonlySet<string> {
		return this.firsts?.ids ?? new Set();
	}

	/** The whole list as it is now. */
	list(query: Ordering): readonly Row[] {
		return [...this.table.sorted(query, this.looseness)];
	}

	/** `meanwhile` is called after counting and before selecting. */
	answer(query: LooseQuery, meanwhile: () => void): ListAnswer<Row> {
		return this.table.answer(query, this.looseness, this.random, meanwhile);
	}

	change(change: Change): void {
		this.changeOne(change);
		if (!this.firsts) return;
		const { query, limit, ids } = this.firsts;
		const isKept = (id: string) => ids.has(id) && !this.changed.has(id);
		this.firsts.ids = new Set(this.firstNow(query, limit).filter(isKept));
	}

	private changeOne(change: Change): void {
		const rows = this.table.all();
		const row = rows[Math.floor(this.random() * rows.length)];
		const stamp = this.stamp(this.nowMs);
		if (change === 'create' || row === undefined) {
			this.table.set(this.project(stamp, stamp));
		} else if (change === 'delete') {
			this.table.delete(row.id);
			for (const ids of this.lasting.values()) ids.delete(row.id);
		} else {
			const changed = { ...row, ...this.fieldsAfter(change, row), updated_at: stamp };
			this.table.set(changed);
			this.changed.add(row.id);
			for (const [status, ids] of this.lasting) if (!isIn(changed, { status })) ids.delete(row.id);
		}
	}

	private fieldsAfter(change: Change, row: Row): Record<string, string> {
		if (change === 'archive') {
			return { status: row['status'] === 'active' ? 'archived' : 'active' };
		}
		return change === 'rename' ? { name: this.name() } : {};
	}

	/** From before the first request: of the last hours, so that some stamps are recent. */
	private existing(): Row {
		const { stamps, nullShare } = this.shape;
		const age = () => (DAY_MS / stamps) * Math.floor(this.random() * stamps);
		const createdMs = START_MS - DAY_MS - age();
		const createdAt = this.random() < nullShare / 4 ? null : this.stamp(createdMs);
		const updatedAt = this.random() < nullShare ? null : this.stamp(START_MS - age());
		return this.project(createdAt, updatedAt);
	}

	private project(createdAt: string | null, updatedAt: string | null): Row {
		this.created += 1;
		return {
			id: `proj_${this.created}`,
			name: this.name(),
			status: this.random() < 0.7 ? 'active' : 'archived',
			created_at: createdAt,
			updated_at: updatedAt,
			member_count: Math.floor(this.random() * 50),
		};
	}

	private name(): string {
		return `Project ${Math.floor(this.random() * this.shape.names)}`;
	}

	private stamp(ms: number): string {
		const { precisionMs } = this.shape;
		return new Date(Math.floor(ms / precisionMs) * precisionMs).toISOString();
	}
}
