import { readFilters } from '../../../nodes/Collab/actions/fields/filters';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { parseInstant } from '../../../nodes/Collab/core/time';

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
		expect(read({ ...times, ...others }).bounds).toEqual(Object.fromEntries(instants));
		expect(read(others).bounds).toEqual({});
	});

	it.each([
		['an older Updated Before', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
		['Not Updated for', '2026-06-15T00:00:00Z', '2026-06-05T12:00:00Z'],
	])('are the tightest of two: %s', (_which, updatedBefore, expected) => {
		const { bounds } = read({ updatedBefore, notUpdatedForDays: 10 });
		expect(bounds.updatedBefore?.seconds).toBe(parseInstant(expected)?.seconds);
	});
});

describe('a project', () => {
	it('that last changed exactly so many days ago has not been updated for so long', () => {
		const { matches } = read({ notUpdatedForDays: 10 });
		expect(matches?.({ id: 'proj_1', updated_at: '2026-06-05T12:00:00Z' })).toBe(true);
		expect(matches?.({ id: 'proj_1', updated_at: '2026-06-05T12:00:00.000000001Z' })).toBe(false);
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

	it('is named the same in upper and lower case, and however its letters are composed', () => {
		const { matches } = read({ nameContains: 'CAFÉ' });
		expect(matches?.({ id: 'proj_1', name: 'Le cafe\u0301' })).toBe(true);
	});
});

it('without a filter, or with empty ones, every project is to be returned as it is', () => {
	expect(read({})).toEqual({ matches: undefined, bounds: {} });
	const empty = { nameContains: ' ', ownerIds: '', updatedAfter: undefined, overdue: null };
	expect(read(empty)).toEqual({ matches: undefined, bounds: {} });
});
