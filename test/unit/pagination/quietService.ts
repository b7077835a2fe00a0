/** A service whose projects do not change: each has stamps of its own, the newest comes first. */
import {
	answer,
	type Row,
	STRICT,
	sortRows,
	windowOf,
} from '../../../dev/sandbox/projects/looseListing';
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
	const rows = quietRows(count);
	const sorted = new Map<string, Row[]>();
	return (query: ListQuery, window: Window): Page => {
		const key = `${query.sortBy} ${query.order}`;
		const list = sorted.get(key) ?? sortRows(rows, query, STRICT);
		sorted.set(key, list);
		const request = { ...query, ...window };
		const selected = windowOf(list, request, STRICT, () => 0);
		const servedAtMs = START_MS + MS_PER_MINUTE;
		return { ...parsePage(answer(count, selected, request, STRICT)), servedAtMs };
	};
}
