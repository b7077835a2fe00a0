/** A service whose projects do not change, with the sandbox's lists, and what is asked of it. */
import { setImmediate } from 'node:timers/promises';
import { type Looseness, type Row, STRICT } from '../looseListing';
import { Table } from '../table';
import {
	type ListQuery,
	type Page,
	parsePage,
	type PageRequest,
} from '../../../nodes/Collab/core/contract';
import { findProjects, type Found } from '../../../nodes/Collab/core/query/find';

const START_MS = Date.UTC(2026, 0, 1);
const MS_PER_MINUTE = 60_000;

const NEWEST_FIRST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };

/** Each has stamps of its own, the newest comes first. */
export function quietRows(count: number): Row[] {
	return Array.from({ length: count }, (_, index): Row => {
		const stamp = new Date(START_MS - index * MS_PER_MINUTE).toISOString();
		const id = `proj_${String(index + 1).padStart(6, '0')}`;
		return { id, name: id, status: 'active', created_at: stamp, updated_at: stamp };
	});
}

export function idsOf(projects: ReadonlyArray<{ readonly id: string }>): string[] {
	return projects.map(({ id }) => id);
}

export class ListService {
	readonly asked: PageRequest[] = [];

	private readonly table: Table<Row>;

	constructor(
		rows: readonly Row[],
		private readonly looseness: Partial<Looseness> = {},
		private readonly nowMs = START_MS + MS_PER_MINUTE,
	) {
		this.table = new Table(rows);
	}

	readonly fetchPage = async (query: ListQuery, window: PageRequest): Promise<Page> => {
		this.asked.push(window);
		await setImmediate();
		return this.answer(query, window);
	};

	answer(query: ListQuery, window: PageRequest): Page {
		const looseness = { ...STRICT, ...this.looseness };
		const body = this.table.answer({ ...query, ...window }, looseness, () => 0);
		return { ...parsePage(body), servedAtMs: this.nowMs };
	}

	/** All projects, or the first ones, newest first. */
	async findNewest(limit = Infinity): Promise<Found> {
		const query = { list: NEWEST_FIRST, filters: {}, matches: undefined, now: () => this.nowMs };
		return await findProjects(this.fetchPage, query, limit);
	}
}
