import type { JsonValue } from '../../../nodes/Collab/core/contract';
import { itemFormatter } from '../../../nodes/Collab/core/query/itemFormat';
import {
	computedFields,
	daysSinceUpdate,
	evaluationTimeIn,
	isDueWithin,
	isStaleFor,
} from '../../../nodes/Collab/core/query/computedFields';

const NOW_MS = Date.UTC(2026, 5, 15, 23, 30);
const inUtc = evaluationTimeIn('UTC', NOW_MS);

const project = {
	id: 'proj_1',
	status: 'active',
	task_count: 3,
	completed_task_count: 2,
	end_date: '2026-06-20',
	updated_at: '2026-06-12T23:30:00Z',
};
const fieldsOf = (more: Record<string, JsonValue>, at = inUtc) =>
	computedFields({ ...project, ...more }, at);

it('are derived from the project and the time', () => {
	expect(fieldsOf({})).toEqual({
		progress_percent: 66,
		is_complete: false,
		is_overdue: false,
		days_remaining: 5,
		days_since_update: 3,
	});
});

describe('progress', () => {
	it.each([
		[3, 3, 100, true],
		[1000, 999, 99, false],
		[3, 0, 0, false],
		[0, 0, null, false],
		[null, 2, null, null],
		[3, null, null, null],
		[3, 4, null, null],
		['3', 2, null, null],
		[3.5, 2, null, null],
		[-1, -1, null, null],
	])('of %j tasks, %j completed: %j percent, complete: %j', (total, completed, percent, done) => {
		const fields = fieldsOf({ task_count: total, completed_task_count: completed });
		expect([fields.progress_percent, fields.is_complete]).toEqual([percent, done]);
	});
});

describe('overdue', () => {
	const late = { end_date: '2026-06-14' };
	it.each<[string, Record<string, JsonValue>, boolean | null]>([
		['yesterday was the end', late, true],
		['today is the end', { end_date: '2026-06-15' }, false],
		['complete', { ...late, completed_task_count: 3 }, false],
		['archived', { ...late, status: 'archived' }, false],
		['archived, the rest unknown', { status: 'archived', end_date: null, task_count: null }, false],
		['without tasks', { ...late, task_count: 0, completed_task_count: 0 }, true],
		['without an end', { end_date: null }, null],
		['an end that is no date', { end_date: 'soon' }, null],
		['tasks unknown', { ...late, task_count: null }, null],
		['status unknown', { ...late, status: null }, null],
		['status unknown, but there is time', { status: null }, false],
	])('%s', (_what, more, expected) => {
		expect(fieldsOf(more).is_overdue).toBe(expected);
	});

	it("goes by the date in the workflow's time zone", () => {
		const inTokyo = evaluationTimeIn('Asia/Tokyo', NOW_MS);
		const ends = { end_date: '2026-06-15' };
		expect(fieldsOf(ends)).toMatchObject({ is_overdue: false, days_remaining: 0 });
		expect(fieldsOf(ends, inTokyo)).toMatchObject({ is_overdue: true, days_remaining: -1 });
	});
});

describe('days since the last change', () => {
	it.each([
		['2026-06-15T23:30:00Z', 0],
		['2026-06-14T23:30:00.5Z', 0],
		['2026-06-14T23:30:00Z', 1],
		['2026-06-15T00:30:00+01:00', 1],
		['2027-01-01T00:00:00Z', 0],
		['never', null],
		[null, null],
	])('%j: %j', (updated_at, days) => {
		expect(fieldsOf({ updated_at }).days_since_update).toBe(days);
	});
});

const isDue = (more: Record<string, JsonValue>) => isDueWithin(5, { ...project, ...more }, inUtc);
const isStale = (more: Record<string, JsonValue>) => isStaleFor(3, { ...project, ...more }, inUtc);

describe('due within 5 days', () => {
	it.each<[JsonValue, boolean | null]>([
		['2026-06-14', false],
		['2026-06-15', true],
		['2026-06-20', true],
		['2026-06-21', false],
		['soon', null],
		[null, null],
	])('with the end %j: %j', (end_date, expected) => {
		expect(isDue({ end_date })).toBe(expected);
	});
});

describe('not changed for 3 days', () => {
	it.each<[JsonValue, boolean | null]>([
		['2026-06-12T23:30:00Z', true],
		['2026-06-12T23:30:00.001Z', false],
		['2020-01-01T00:00:00Z', true],
		['never', null],
		[null, null],
	])('with the last change %j: %j', (updated_at, expected) => {
		expect(isStale({ updated_at })).toBe(expected);
	});
});

it.each<Record<string, JsonValue>>([{ status: 'archived' }, { completed_task_count: 3 }])(
	'a project with %j is neither due nor stale, whatever else is unknown',
	(fields) => {
		for (const end_date of [project.end_date, null]) {
			expect(isDue({ ...fields, end_date })).toBe(false);
		}
		for (const updated_at of [project.updated_at, null]) {
			expect(isStale({ ...fields, updated_at })).toBe(false);
		}
	},
);

describe('an item', () => {
	it('has the computed fields after its own', () => {
		const item = itemFormatter({ kind: 'selected', fields: ['status'] }, inUtc)(project);
		expect(Object.keys(item)).toEqual(['id', 'status', ...Object.keys(fieldsOf({}))]);
	});

	it('keeps what the service itself sends under such a name', () => {
		const item = itemFormatter({ kind: 'raw' }, inUtc)({ ...project, is_complete: 'nearly' });
		expect(item).toMatchObject({ ...project, is_complete: 'nearly', progress_percent: 66 });
	});
});

test('days since the update are whole from the millisecond on in which a day is over', () => {
	const updatedMs = Date.UTC(2026, 4, 2, 9);
	const days = Array.from({ length: 1_000 }, (_, ms) => {
		const changed = { id: 'p', updated_at: new Date(updatedMs + ms).toISOString() };
		return daysSinceUpdate(changed, { nowMs: updatedMs + ms + 30 * 86_400_000, today: 0 });
	});
	expect(new Set(days)).toEqual(new Set([30]));
});
