import fc from 'fast-check';
import { cases } from '../random';
import { ProjectStore } from '../../dev/sandbox';
import type { ListQuery, ProjectRecord } from '../../dev/sandbox';
import { NULLS, sortRows, STRICT, TIES } from '../../dev/sandbox/projects/looseListing';

const NOW_MS = Date.UTC(2026, 5, 1);

const someId = fc.constantFrom('proj_a', 'proj_b', 'proj_c', 'proj_d', 'proj_e');
const someFields = fc.record(
	{
		name: fc.constantFrom('Alpha', 'Beta', 'alpha'),
		status: fc.constantFrom('active', 'archived', 'completed'),
		updated_at: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', null),
		created_at: fc.constantFrom('2025-01-01T00:00:00Z', '2025-01-01T00:00:00.5Z'),
	},
	{ requiredKeys: [] },
);
const someAction = fc.record({
	kind: fc.constantFrom('create', 'update', 'remove', 'archive', 'restore', 'list'),
	id: someId,
	fields: someFields,
});

const someLooseness = fc.record({
	perPageReport: fc.constant(STRICT.perPageReport),
	maxPerPage: fc.constant(100),
	ties: fc.constantFrom(...TIES),
	hiddenColumn: fc.constantFrom('updated_at', 'name'),
	nulls: fc.constantFrom(...NULLS),
});

/** The store, as someone would write it who has all the time in the world. */
function listSlowly(rows: ProjectRecord[], { status, sortBy, order, page, perPage }: ListQuery) {
	const sign = order === 'asc' ? 1 : -1;
	const compare = (a: string, b: string) => Number(a > b) - Number(a < b);
	const sorted = rows
		.filter((row) => status === 'all' || row.status === status)
		.sort((a, b) => {
			const [left, right] = [valueOf(a), valueOf(b)];
			const nullsLast = Number(left === null) - Number(right === null);
			return nullsLast || sign * (compare(left ?? '', right ?? '') || compare(a.id, b.id));
		});
	return sorted.slice((page - 1) * perPage, page * perPage);

	function valueOf(row: ProjectRecord): string | null {
		const value: string | null = row[sortBy];
		return sortBy === 'name' || value === null ? value : new Date(value).toISOString();
	}
}

function act(
	store: ProjectStore,
	{ kind, id, fields }: { kind: string; id: string; fields: object },
) {
	const exists = store.get(id) !== undefined;
	if (kind === 'create' && !exists) store.create({ ...fields, id });
	if (kind === 'update' && exists) store.update(id, fields);
	if (kind === 'archive' && exists) store.archive(id);
	if (kind === 'restore' && exists) store.restore(id);
	if (kind === 'remove') expect(store.remove(id)).toBe(exists);
}

const QUERIES = (['all', 'active', 'archived'] as const).flatMap((status) =>
	(['created_at', 'updated_at', 'name'] as const).flatMap((sortBy) =>
		(['asc', 'desc'] as const).map((order) => ({ status, sortBy, order })),
	),
);

describe('ProjectStore', () => {
	it('lists after any history what sorting everything anew would list', () => {
		fc.assert(
			fc.property(fc.array(someAction, { maxLength: 40 }), someLooseness, (history, loose) => {
				const store = new ProjectStore({ count: 3, now: () => NOW_MS });
				for (const action of history) {
					act(store, action);
					for (const query of QUERIES) {
						const window = { ...query, page: 2, perPage: 2 };
						expect(store.list(window).data).toEqual(listSlowly(store.all(), window));
						expect(store.sorted(query, loose)).toEqual(sortRows(store.all(), query, loose));
					}
				}
			}),
			cases(10),
		);
	});

	it('lists after many changes in a row what sorting everything anew would list', () => {
		const store = new ProjectStore({ count: 20, now: () => NOW_MS });
		for (const query of QUERIES) store.sorted(query);
		const changed = store.all();
		for (let round = 1; round <= 10; round += 1) {
			for (const { id } of changed) store.update(id, { name: `${id.length * round} ${id}` });
		}
		store.remove(changed[0]?.id ?? '');
		for (const query of QUERIES) {
			expect(store.sorted(query)).toEqual(sortRows(store.all(), query, STRICT));
		}
	});

	it('gives the same projects for a seed, whatever the time, and more of them for a higher count', () => {
		const few = new ProjectStore({ seed: 7, count: 50, now: () => 0 }).all();
		const many = new ProjectStore({ seed: 7, count: 80, now: () => NOW_MS }).all();
		expect(many.slice(0, 50)).toEqual(few);
		expect(new ProjectStore({ seed: 8, count: 50 }).all()).not.toEqual(few);
	});

	it('orders timestamps as instants, however they are written', () => {
		const store = new ProjectStore();
		store.create({ id: 'proj_late', updated_at: '2026-01-01T00:00:00.1234567Z' });
		store.create({ id: 'proj_early', updated_at: '2026-01-01T01:00:00+02:00' });
		store.create({ id: 'proj_middle', updated_at: '2026-01-01T00:00:00.1234560Z' });
		const query = {
			status: 'all',
			sortBy: 'updated_at',
			order: 'asc',
			page: 1,
			perPage: 9,
		} as const;
		const ids = store.list(query).data.map(({ id }) => id);
		expect(ids).toEqual(['proj_early', 'proj_middle', 'proj_late']);
	});

	it('dates a change, unless it comes with a date', () => {
		const store = new ProjectStore({ now: () => NOW_MS });
		const { id } = store.create({ updated_at: '2020-01-01T00:00:00Z' });
		expect(store.archive(id)).toMatchObject({
			status: 'archived',
			updated_at: '2026-06-01T00:00:00Z',
		});
		const given = store.update(id, { updated_at: '2021-01-01T00:00:00Z' });
		expect(given.updated_at).toBe('2021-01-01T00:00:00Z');
	});
});
