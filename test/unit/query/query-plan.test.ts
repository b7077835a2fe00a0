import type { ListQuery, Project } from '../../../nodes/Collab/core/contract';
import type { Bounds } from '../../../nodes/Collab/core/query/predicate';
import { planQuery } from '../../../nodes/Collab/core/query/queryPlan';
import { instantFromMs } from '../../../nodes/Collab/core/time';

const DAY_MS = 86_400_000;
const dayMs = (day: number) => Date.UTC(2026, 0, day);
const day = (number: number) => instantFromMs(dayMs(number));

const BY_NAME: ListQuery = { status: 'active', sortBy: 'name', order: 'asc' };

const orderFor = (filters: Bounds, asked: ListQuery = BY_NAME, limit = Infinity) => {
	const { list } = planQuery(asked, filters, limit);
	return `${list.sortBy} ${list.order}`;
};

/** The field's time is a minute before that day, at it, or a minute after it. */
const timed = (field: string, number: number, minutes: -1 | 0 | 1): Project => ({
	id: 'proj_1',
	[field]: new Date(dayMs(number) + minutes * 60_000).toISOString(),
});

describe('a list', () => {
	it('is read in the order asked for, to its end, where no time filter is set', () => {
		expect(planQuery(BY_NAME, {}, 5)).toEqual({
			list: BY_NAME,
			isPast: undefined,
			isReordered: false,
		});
	});

	it.each<[string, Bounds, string]>([
		['Updated After', { updatedAfter: day(1) }, 'updated_at desc'],
		['Created After', { createdAfter: day(1) }, 'created_at desc'],
		['Updated Before', { updatedBefore: day(1) }, 'updated_at asc'],
		['Created Before', { createdBefore: day(1) }, 'created_at asc'],
		['Before and After', { updatedBefore: day(1), createdAfter: day(2) }, 'created_at desc'],
	])('is read from the end at which the matching projects are: %s', (_which, filters, order) => {
		expect(orderFor(filters)).toBe(order);
	});

	it.each([
		[1, 2, 'updated_at'],
		[2, 1, 'created_at'],
		// Each project created after a time is updated after it too, so that fewer are created after it.
		[1, 1, 'created_at'],
	])('is read by the later of two After: created %i, updated %i', (created, updated, sortBy) => {
		const filters = { createdAfter: day(created), updatedAfter: day(updated) };
		expect(orderFor(filters)).toBe(`${sortBy} desc`);
	});

	it.each([
		[1, 2, 'created_at'],
		[2, 1, 'updated_at'],
		// Each project last updated before a time is created before it too, so that fewer are updated before it.
		[1, 1, 'updated_at'],
	])('is read by the earlier of two Before: created %i, updated %i', (created, updated, sortBy) => {
		const filters = { createdBefore: day(created), updatedBefore: day(updated) };
		expect(orderFor(filters)).toBe(`${sortBy} asc`);
	});
});

describe('a few rows of a Before filter', () => {
	const NEWEST_FIRST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };
	const before = { updatedBefore: day(1) };

	it('are read newest first where they are wanted so, and never past the filter', () => {
		const plan = planQuery(NEWEST_FIRST, before, 5);
		expect(plan).toEqual({ list: NEWEST_FIRST, isPast: undefined, isReordered: false });
	});

	it.each<[string, ListQuery, Bounds, number, string]>([
		['all are wanted', NEWEST_FIRST, before, Infinity, 'updated_at asc'],
		['another field sorts', NEWEST_FIRST, { createdBefore: day(1) }, 5, 'created_at asc'],
		['the order is the same', { ...NEWEST_FIRST, order: 'asc' }, before, 5, 'updated_at asc'],
		[
			'the filter is After',
			{ ...NEWEST_FIRST, order: 'asc' },
			{ updatedAfter: day(1) },
			5,
			'updated_at desc',
		],
	])('are read from the end of the filter where %s', (_why, asked, filters, limit, order) => {
		expect(orderFor(filters, asked, limit)).toBe(order);
		expect(planQuery(asked, filters, limit).isPast).toBeDefined();
	});
});

describe('rows', () => {
	it.each<[ListQuery['sortBy'], ListQuery['order'], boolean]>([
		['updated_at', 'desc', false],
		['updated_at', 'asc', true],
		['created_at', 'desc', true],
		['name', 'asc', true],
	])('asked for by %s %s and read by updated_at desc: reordered %j', (sortBy, order, expected) => {
		const asked: ListQuery = { status: 'all', sortBy, order };
		const plan = planQuery(asked, { updatedAfter: day(1) }, 5);
		expect(plan.isReordered).toBe(expected);
	});

	it.each<[keyof Bounds, string, boolean[]]>([
		['updatedAfter', 'updated_at', [true, true, false]],
		['createdAfter', 'created_at', [true, true, false]],
		['updatedBefore', 'updated_at', [false, true, true]],
		['createdBefore', 'created_at', [false, true, true]],
	])('before, at and after the time of %s', (filter, field, expected) => {
		const { isPast } = planQuery(BY_NAME, { [filter]: day(5) }, Infinity);
		const rows = ([-1, 0, 1] as const).map((minutes) => timed(field, 5, minutes));
		expect(rows.map((row) => isPast?.(row))).toEqual(expected);
	});

	it('without a time never end the reading', () => {
		const { isPast } = planQuery(BY_NAME, { updatedAfter: day(5) }, Infinity);
		const old = new Date(dayMs(5) - DAY_MS).toISOString();
		expect(isPast?.({ id: 'proj_1', updated_at: null, created_at: old })).toBe(false);
		expect(isPast?.({ id: 'proj_1', updated_at: 'yesterday' })).toBe(false);
		expect(isPast?.({ id: 'proj_1', updated_at: old })).toBe(true);
	});
});
