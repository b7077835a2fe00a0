/** A small model of an account whose projects change while somebody lists them. */
import type { ListQuery, Page, Project, Window } from '../../../nodes/Collab/core/contract';

export type Change = 'create' | 'update' | 'delete' | 'archive' | 'rename';

interface Row extends Project {
	readonly name: string;
	readonly status: 'active' | 'archived';
	readonly created_at: string;
	readonly updated_at: string;
}

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

export class Account {
	/** Ids of projects that were not there, or not the same, all the time. */
	readonly touched = new Set<string>();

	private readonly rows: Row[] = [];

	private created = 0;

	private isSorted = false;

	/** @param stamps how many different times the projects carry: few make for many ties */
	constructor(
		count: number,
		private readonly listing: ListQuery,
		private readonly random: Random,
		private readonly stamps = Math.max(1, count),
	) {
		for (let index = 0; index < count; index++) this.create();
		this.touched.clear();
	}

	/** What a listing of everything would give now, were nothing to change meanwhile. */
	list(): readonly Row[] {
		if (!this.isSorted) this.sort();
		const { status } = this.listing;
		return status === 'all' ? this.rows : this.rows.filter((row) => row.status === status);
	}

	read({ page, perPage }: Window): Page {
		const all = this.list();
		const totalPages = Math.ceil(all.length / perPage);
		return {
			projects: all.slice((page - 1) * perPage, page * perPage),
			pagination: { page, perPage, totalItems: all.length, totalPages, hasNext: page < totalPages },
		};
	}

	change(change: Change): void {
		this.isSorted = false;
		if (change === 'create' || this.rows.length === 0) return this.create();
		const index = Math.floor(this.random() * this.rows.length);
		const row = this.rows[index];
		if (row === undefined) return;
		this.touched.add(row.id);
		if (change === 'delete') this.rows.splice(index, 1);
		else this.rows[index] = { ...row, ...this.fieldsAfter(change, row), updated_at: this.now() };
	}

	private fieldsAfter(change: Change, row: Row): Partial<Row> {
		if (change === 'archive') return { status: row.status === 'active' ? 'archived' : 'active' };
		if (change === 'rename') return { name: this.newName() };
		return {};
	}

	private create(): void {
		const id = `proj_${++this.created}`;
		this.touched.add(id);
		this.rows.push({
			id,
			name: this.newName(),
			status: this.random() < 0.7 ? 'active' : 'archived',
			created_at: this.now(),
			updated_at: this.now(),
		});
	}

	private newName(): string {
		return `Project ${Math.floor(this.random() * this.stamps)}`;
	}

	private tick = 0;

	/** Time goes on by itself, in steps that leave `stamps` different times to the first projects. */
	private now(): string {
		this.tick += this.random() * 2 * Math.min(1, this.stamps / 600);
		return new Date(1_700_000_000_000 + Math.floor(this.tick) * 1000).toISOString();
	}

	private sort(): void {
		const { sortBy, order } = this.listing;
		const sign = order === 'asc' ? 1 : -1;
		this.rows.sort((a, b) => sign * (compare(a[sortBy], b[sortBy]) || compare(a.id, b.id)));
		this.isSorted = true;
	}
}

function compare(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
