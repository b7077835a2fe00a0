/** A small model of an account whose projects change while somebody lists them. */
import {
	countRows,
	type Looseness,
	type Ordering,
	type Row,
	sortRows,
} from '../../../dev/sandbox/projects/looseListing';

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

	private readonly rows: Row[] = [];

	/** Projects that were there, with the status asked for, all the time. */
	private readonly lasting = new Map<Ordering['status'], Set<string>>();

	private readonly sorted = new Map<string, Row[]>();

	private created = 0;

	constructor(
		private readonly shape: AccountShape,
		private readonly looseness: Looseness,
		private readonly random: Random,
	) {
		for (let index = 0; index < shape.projectCount; index++) this.rows.push(this.existing());
		for (const status of ['all', 'active', 'archived'] as const) {
			this.lasting.set(status, new Set(this.idsOf(status)));
		}
	}

	/** Projects that every list with this status had to hold, since the account was made. */
	lastingIds(status: Ordering['status']): ReadonlySet<string> {
		return this.lasting.get(status) ?? new Set();
	}

	idsOf(status: Ordering['status']): string[] {
		return this.rows.filter((row) => isIn(row, status)).map(({ id }) => id);
	}

	count(status: Ordering['status']): number {
		return countRows(this.rows, { status });
	}

	list(query: Ordering): readonly Row[] {
		const key = `${query.status} ${query.sortBy} ${query.order}`;
		const rows = this.sorted.get(key) ?? sortRows(this.rows, query, this.looseness);
		this.sorted.set(key, rows);
		return rows;
	}

	change(change: Change): void {
		this.sorted.clear();
		const index = Math.floor(this.random() * this.rows.length);
		const row = this.rows[index];
		if (change === 'create' || row === undefined) {
			this.rows.push(this.project(this.stamp(this.nowMs), this.stamp(this.nowMs)));
		} else if (change === 'delete') {
			this.rows.splice(index, 1);
			for (const ids of this.lasting.values()) ids.delete(row.id);
		} else {
			const changed = { ...row, ...this.fieldsAfter(change, row) };
			this.rows[index] = { ...changed, updated_at: this.stamp(this.nowMs) };
			for (const [status, ids] of this.lasting) if (!isIn(changed, status)) ids.delete(row.id);
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

function isIn(row: Row, status: Ordering['status']): boolean {
	return status === 'all' || row['status'] === status;
}
