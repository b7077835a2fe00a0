import { readFilters } from '../../../nodes/Collab/actions/fields/filters';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { parseInstant } from '../../../nodes/Collab/core/time';
import { errorIn } from '../errorIn';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const context = { at: evaluationTimeIn('UTC', NOW_MS), timeZone: 'UTC' };
const read = (entered: Record<string, unknown>) => readFilters(() => entered, context);

describe('bounds', () => {
	it('are those of the time filters, and of these only', () => {
		const times = {
			updatedAfter: '2026-01-01T00:00:00Z',
			updatedBefore: '2026-02-01T00:00:00Z',
			createdAfter: '2025-01-01T00:00:00Z',
			createdBefore: '2025-02-01T00:00:00Z',
		};
		const instants = Object.entries(times).map(([name, time]) => [name, parseInstant(time)]);
		const others = { nameContains: 'a', ownerIds: 'usr_1', overdue: 'only', minProgress: 1 };
		expect(read({ ...times, ...others }).filters).toEqual(Object.fromEntries(instants));
		expect(read(others).filters).toEqual({});
	});
});

describe('a project', () => {
	it('that last changed exactly so many days ago has not been updated for so long', () => {
		const { matches } = read({ notUpdatedForDays: 10 });
		expect(matches?.({ id: 'proj_1', updated_at: '2026-06-05T12:00:00Z' })).toBe(true);
		expect(matches?.({ id: 'proj_1', updated_at: '2026-06-05T12:00:00.000000001Z' })).toBe(false);
	});

	it.each([
		['updatedAfter', 'updated_at', [false, false, true]],
		['updatedBefore', 'updated_at', [true, false, false]],
		['createdAfter', 'created_at', [false, false, true]],
		['createdBefore', 'created_at', [true, false, false]],
	])('just before, at and just after the time of %s', (filter, field, expected) => {
		const { matches } = read({ [filter]: '2026-06-05T12:00:00Z' });
		const times = [
			'2026-06-05T11:59:59.999999999Z',
			'2026-06-05T12:00:00Z',
			'2026-06-05T12:00:00.000000001Z',
		];
		expect(times.map((time) => matches?.({ id: 'proj_1', [field]: time }))).toEqual(expected);
	});

	it.each([
		[{ updatedAfter: '2000-01-01' }],
		[{ updatedBefore: '2100-01-01' }],
		[{ createdAfter: '2000-01-01' }],
		[{ createdBefore: '2100-01-01' }],
		[{ notUpdatedForDays: 0 }],
		[{ nameContains: 'e' }],
		[{ ownerIds: 'usr_1' }],
		[{ overdue: 'only' }],
		[{ overdue: 'exclude' }],
		[{ minProgress: 0 }],
		[{ maxProgress: 100 }],
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

	it('matches several filters only where it matches each', () => {
		const { matches } = read({ nameContains: 'a', ownerIds: 'usr_1' });
		expect(matches?.({ id: 'proj_1', name: 'a', owner_id: 'usr_1' })).toBe(true);
		expect(matches?.({ id: 'proj_1', name: 'a', owner_id: 'usr_2' })).toBe(false);
		expect(matches?.({ id: 'proj_1', name: 'b', owner_id: 'usr_1' })).toBe(false);
	});

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
