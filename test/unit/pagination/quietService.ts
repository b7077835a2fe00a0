/** A service whose projects do not change: each has stamps of its own, the newest comes first. */
import { type Row, STRICT } from '../../../dev/sandbox/projects/looseListing';
import { Table } from '../../../dev/sandbox/projects/table';
import {
	type ListQuery,
	type Page,
	parsePage,
	type Window,
} from '../../../nodes/Collab/core/contract';

const START_MS = Date.UTC(2026, 0, 1);
const MS_PER_MINUTE = 60_000;

export const NEWEST_FIRST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };

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

export function quietService(count: number) {
	const table = new Table(quietRows(count));
	return (query: ListQuery, window: Window): Page => {
		const body = table.answer({ ...query, ...window }, STRICT, () => 0);
		return { ...parsePage(body), servedAtMs: START_MS + MS_PER_MINUTE };
	};
}
