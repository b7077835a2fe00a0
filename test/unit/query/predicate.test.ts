import { readFilters } from '../../../nodes/Collab/fields/filters';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { parseInstant } from '../../../nodes/Collab/core/time';

type Entered = Record<string, unknown>;

const at = evaluationTimeIn('UTC', Date.UTC(2026, 5, 15, 12));
const read = (entered: Entered) => readFilters(() => entered, at);

const TIMES = {
	updatedAfter: '2026-01-01T00:00:00Z',
	updatedBefore: '2026-02-01T00:00:00Z',
	createdAfter: '2025-01-01T00:00:00Z',
	createdBefore: '2025-02-01T00:00:00Z',
};
const OTHERS = { nameContains: 'e', ownerIds: 'usr_1', overdue: 'only', minProgress: 0 };
const EMPTY = { nameContains: ' ', ownerIds: '', updatedAfter: undefined, overdue: null };

it('bounds are those of the time filters; without a filter, every project is returned as it is', () => {
	const instants = Object.entries(TIMES).map(([name, time]) => [name, parseInstant(time)]);
	expect(read({ ...TIMES, ...OTHERS }).filters).toEqual(Object.fromEntries(instants));
	expect(read(OTHERS).filters).toEqual({});
	for (const none of [{}, EMPTY]) expect(read(none)).toEqual({ matches: undefined, filters: {} });
});

it.each<[Entered, string, boolean[]]>([
	[{ updatedAfter: '2026-06-05T12:00:00Z' }, 'updated_at', [false, false, true]],
	[{ updatedBefore: '2026-06-05T12:00:00Z' }, 'updated_at', [true, false, false]],
	[{ notUpdatedForDays: 10 }, 'updated_at', [true, true, false]],
])('rows just before, at and after the time of %j (%s) match: %j', (filter, field, expected) => {
	const { matches } = read(filter);
	const times = ['11:59:59.999999Z', '12:00:00Z', '12:00:00.000001Z'];
	const found = times.map((time) => matches?.({ id: 'proj_1', [field]: `2026-06-05T${time}` }));
	expect(found).toEqual(expected);
});

it('without an end date nothing is overdue', () => {
	for (const end_date of [null, '', undefined])
		expect(read({ overdue: 'exclude' }).matches?.({ id: 'proj_1', end_date } as never)).toBe(true);
	expect(read({ overdue: 'exclude' }).matches?.({ id: 'proj_1', end_date: 'soon' })).toBe(false);
});

const LISTS = { statuses: 'active', dueWithinDays: 9 };
const ALL = { ...TIMES, ...OTHERS, ...LISTS, notUpdatedForDays: 0, maxProgress: 100 };
it.each(Object.entries(ALL))('a project without the field does not match %s: %j', (name, value) => {
	expect(read({ [name]: value }).matches?.({ id: 'proj_1' })).toBe(false);
});

it.each<[Entered, isFound: boolean]>([
	[{ minProgress: 26, maxProgress: 99, ownerIds: ['usr_1'] }, true],
	[{ minProgress: 26, maxProgress: 99, ownerIds: ['usr_2'] }, false],
	[{ minProgress: 26, maxProgress: 49, ownerIds: ['usr_1'] }, false],
])('a project matches where it matches every filter of %j: %j', (filters, isFound) => {
	const project = { id: 'p1', owner_id: 'usr_1', task_count: 4, completed_task_count: 2 };
	expect(read(filters).matches?.(project)).toBe(isFound);
});

it.each<[Entered, id: string | number]>([
	[{ ownerIds: 'usr_1\r\nusr_2\r\n' }, 'usr_2'],
	[{ ownerIds: ['usr_1', 'usr_2'] }, 'usr_2'],
	[{ ownerIds: 42 }, 42],
	[{ ownerIds: '42' }, 42],
	[{ ownerIds: [42] }, 42],
	[{ ownerIds: '[12345678901234567891, 7]' }, '12345678901234567891'],
])('the owners of %j are found, and no others: %j', (filters, owner_id) => {
	const { matches } = read(filters);
	expect(matches?.({ id: 'p1', owner_id })).toBe(true);
	expect(matches?.({ id: 'p1', owner_id: '12345678901234567892' })).toBe(false);
});

it.each([
	['2026-06-05T11:59:59Z', true],
	['2026-06-12T00:00:00Z', false],
])('where two filters bound the last change, one at %s is found: %j', (updated_at, isFound) => {
	for (const filter of [
		{ updatedBefore: '2026-06-05T12:00:00Z', notUpdatedForDays: 5 },
		{ updatedBefore: '2026-06-10T00:00:00Z', notUpdatedForDays: 10 },
	]) {
		const { matches, filters } = read(filter);
		expect(matches?.({ id: 'proj_1', updated_at })).toBe(isFound);
		expect(filters.updatedBefore).toBeDefined();
	}
});

it.each([
	['CAFÉ', 'Le cafe\u0301'],
	['straße', 'HAUPTSTRAẞE'],
	['ΟΔΟΣ', 'Οδοστρωμα'],
	['İSTANBUL', 'Büro istanbul'],
	['istanbul', 'Büro İstanbul'],
	[' Web\u3000 shop ', '\u202fThe web shop'],
	['ＷＥＢ shop', 'The Web\u200b\ufeffshop'.replace('b', 'b ')],
	['the web', 'T\u200bhe\u00ad Ｗｅｂ'],
	['カメラ', 'ｶﾒﾗ部門'],
])(
	'%s finds %s: in capitals or not, however its letters are composed and its words spaced',
	(nameContains, name) => {
		expect(read({ nameContains }).matches?.({ id: 'proj_1', name })).toBe(true);
	},
);
