import { readFilters } from '../../../nodes/Collab/actions/fields/filters';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { parseInstant } from '../../../nodes/Collab/core/time';
import { errorIn } from '../errorIn';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const context = { at: evaluationTimeIn('UTC', NOW_MS), timeZone: 'UTC' };
const read = (entered: Record<string, unknown>) => readFilters(() => entered, context);

const TIMES = {
	updatedAfter: '2026-01-01T00:00:00Z',
	updatedBefore: '2026-02-01T00:00:00Z',
	createdAfter: '2025-01-01T00:00:00Z',
	createdBefore: '2025-02-01T00:00:00Z',
};
const OTHERS = { nameContains: 'a', ownerIds: 'usr_1', overdue: 'only', minProgress: 1 };

it('bounds are those of the time filters, and of these only', () => {
	const instants = Object.entries(TIMES).map(([name, time]) => [name, parseInstant(time)]);
	expect(read({ ...TIMES, ...OTHERS }).filters).toEqual(Object.fromEntries(instants));
	expect(read(OTHERS).filters).toEqual({});
});

describe('a project', () => {
	it.each<[Record<string, unknown>, string, boolean[]]>([
		[{ updatedAfter: '2026-06-05T12:00:00Z' }, 'updated_at', [false, false, true]],
		[{ updatedBefore: '2026-06-05T12:00:00Z' }, 'updated_at', [true, false, false]],
		[{ createdAfter: '2026-06-05T12:00:00Z' }, 'created_at', [false, false, true]],
		[{ createdBefore: '2026-06-05T12:00:00Z' }, 'created_at', [true, false, false]],
		[{ notUpdatedForDays: 10 }, 'updated_at', [true, true, false]],
	])('just before, at and just after the time of %j', (filter, field, expected) => {
		const { matches } = read(filter);
		const times = ['11:59:59.999999999Z', '12:00:00Z', '12:00:00.000000001Z'];
		const found = times.map((time) => matches?.({ id: 'proj_1', [field]: `2026-06-05T${time}` }));
		expect(found).toEqual(expected);
	});

	it.each([
		...Object.entries(TIMES).map(([name, time]) => ({ [name]: time })),
		...[{ notUpdatedForDays: 0 }, { nameContains: 'e' }, { ownerIds: 'usr_1' }],
		...[{ overdue: 'only' }, { overdue: 'exclude' }, { minProgress: 0 }, { maxProgress: 100 }],
	])('without the field does not match %j', (filter) => {
		expect(read(filter).matches?.({ id: 'proj_1' })).toBe(false);
	});

	it.each<[Record<string, unknown>, string[]]>([
		[{ ownerIds: 'usr_1' }, ['late', 'complete']],
		[{ ownerIds: 'usr_2, usr_3' }, ['half', 'archived']],
		[{ ownerIds: ['usr_2'] }, ['half']],
		[{ overdue: 'only' }, ['late']],
		[{ overdue: 'exclude' }, ['half', 'complete', 'archived']],
		[{ minProgress: 50 }, ['half', 'complete']],
		[{ maxProgress: 50 }, ['late', 'half']],
		[{ minProgress: 26, maxProgress: 99 }, ['half']],
		[{ minProgress: 26, ownerIds: 'usr_1' }, ['complete']],
	])('is found by %j as one of %j', (filter, ids) => {
		const project = (id: string, owner_id: string, completed: number, end_date: string) => ({
			id,
			owner_id,
			status: id === 'archived' ? id : 'active',
			end_date,
			...(completed >= 0 && { task_count: 4, completed_task_count: completed }),
		});
		const projects = [
			project('late', 'usr_1', 1, '2026-06-14'),
			project('half', 'usr_2', 2, '2026-06-15'),
			project('complete', 'usr_1', 4, '2026-06-14'),
			project('archived', 'usr_3', -1, '2026-06-14'),
		];
		const { matches = () => true } = read(filter);
		expect(projects.filter(matches).map(({ id }) => id)).toEqual(ids);
	});

	it.each([
		['2026-06-05T11:59:59Z', true],
		['2026-06-06T00:00:00Z', false],
		['2026-06-12T00:00:00Z', false],
	])('that changed %s: %j where two filters bound its last change', (updated_at, isFound) => {
		for (const filter of [
			{ updatedBefore: '2026-06-05T12:00:00Z', notUpdatedForDays: 5 },
			{ updatedBefore: '2026-06-10T00:00:00Z', notUpdatedForDays: 10 },
		]) {
			const { matches, filters } = read(filter);
			expect(matches?.({ id: 'proj_1', updated_at })).toBe(isFound);
			expect(filters.updatedBefore).toBeDefined();
		}
	});

	it.each([new Date(NaN), { toMillis: 1 }, 'soon', 20_260_605, []])(
		'is not compared with %p, which is no date',
		(updatedAfter) => {
			expect(errorIn(() => read({ updatedAfter })).kind).toBe('parameterRefused');
		},
	);

	it.each([
		['CAFÉ', 'Le cafe\u0301'],
		['straße', 'HAUPTSTRAẞE'],
		['STRASSE', 'Hauptstraße'],
		['ΟΔΟΣ', 'Οδοστρωμα'],
		['οδος', 'ΟΔΟΣΤΡΩΜΑ'],
	])(
		'is found by %s as %s: in capitals or not, and however its letters are composed',
		(text, name) => {
			expect(read({ nameContains: text }).matches?.({ id: 'proj_1', name })).toBe(true);
		},
	);
});

it('without a filter, or with empty ones, every project is to be returned as it is', () => {
	expect(read({})).toEqual({ matches: undefined, filters: {} });
	const empty = { nameContains: ' ', ownerIds: '', updatedAfter: undefined, overdue: null };
	expect(read(empty)).toEqual({ matches: undefined, filters: {} });
});
