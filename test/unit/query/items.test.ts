/** What an item holds: the fields that Output asks for, and those that are computed. */
import type { JsonValue } from '../../../nodes/Collab/core/contract';
import * as computed from '../../../nodes/Collab/core/query/computedFields';
import { itemFormatter } from '../../../nodes/Collab/core/query/itemFormat';
import { SIMPLIFIED_FIELDS } from '../../../nodes/Collab/fields/output';
import { ARCHIVED, tasks } from '../edits';
import { DAY } from '../service';

type Fields = Record<string, JsonValue>;

const NOW_MS = Date.UTC(2026, 5, 15, 23, 30);
const inUtc = computed.evaluationTimeIn('UTC', NOW_MS);
const onDay = (day: number) => ({ end_date: `2026-06-${day}` });
const changed = (updated_at: string) => ({ updated_at });
const project = {
	id: 'proj_1',
	status: 'active',
	...tasks(3, 2),
	...onDay(20),
	...changed('2026-06-12T23:30:00Z'),
};

const SIMPLIFIED =
	'{"id":"p1","name":"Apollo","status":null,"owner_id":"usr_1","start_date":null,"end_date":null,"task_count":null,"completed_task_count":null,"created_at":null,"updated_at":null}';
const SELECTED = ['id', 'budget', 'name', 'id', 'budget', 'constructor'];

it.each<[fields: readonly string[] | undefined, string]>([
	[SIMPLIFIED_FIELDS, SIMPLIFIED],
	[SELECTED, '{"id":"p1","budget":7,"name":"Apollo","constructor":null}'],
	[undefined, '{"id":"p1","owner_id":"usr_1","name":"Apollo","budget":7}'],
])('an item has the fields of %j, null where the service left one out', (fields, json) => {
	const apollo = { id: 'p1', owner_id: 'usr_1', name: 'Apollo', budget: 7 };
	expect(JSON.stringify(itemFormatter(fields)(apollo))).toBe(json);
});

it('an item has the computed fields after its own, and keeps what the service sends under such a name', () => {
	const item = itemFormatter(undefined, inUtc)({ ...project, is_complete: 'nearly' });
	expect(Object.entries(item).slice(Object.keys(project).length)).toEqual([
		['is_complete', 'nearly'],
		['progress_percent', 66],
		['is_overdue', false],
		['days_remaining', 5],
		['days_since_update', 3],
	]);
});

it.each([
	[3, 3, 100, true],
	[1000, 999, 99, false],
	[0, 0, null, false],
	[null, 2, null, null],
	[3, 4, null, null],
	[3.5, 2, null, null],
])('of %j tasks %j are completed: %j percent, complete: %j', (all, done, percent, isComplete) => {
	const fields = computed.computedFields({ ...project, ...tasks<JsonValue>(all, done) }, inUtc);
	expect(fields).toMatchObject({ progress_percent: percent, is_complete: isComplete });
});

it.each<[Fields, isOverdue: boolean | null, daysRemaining: number | null]>([
	[onDay(14), true, -1],
	[onDay(15), false, 0],
	[{ ...onDay(14), ...tasks(3, 3) }, false, -1],
	[{ ...onDay(14), ...ARCHIVED }, false, -1],
	[{ ...onDay(14), ...tasks(0, 0) }, true, -1],
	[{ end_date: 'soon' }, null, null],
	[{ end_date: null }, false, null],
	[{ ...onDay(14), task_count: null }, null, -1],
	[{ ...onDay(14), status: null }, true, -1],
])('a project with %j is overdue: %j, days remaining: %j', (fields, is_overdue, days_remaining) => {
	const found = computed.computedFields({ ...project, ...fields }, inUtc);
	expect(found).toMatchObject({ is_overdue, days_remaining });
});

it.each([
	['2026-06-14T23:30:00.5Z', 0],
	['2026-06-14T23:30:00Z', 1],
	['2026-06-15T00:30:00+01:00', 1],
	['never', null],
])('a project that was updated at %j has %j days since the update', (updated_at, days) => {
	const found = computed.computedFields({ ...project, updated_at }, inUtc);
	expect(found).toMatchObject({ days_since_update: days });
});

it('days since the update are whole from the millisecond on in which a day is over', () => {
	const updatedMs = Date.UTC(2026, 4, 2, 9);
	for (let ms = 0; ms < 1_000; ms += 1) {
		const one = { id: 'p', updated_at: new Date(updatedMs + ms).toISOString() };
		const at = { ...inUtc, nowMs: updatedMs + ms + 30 * DAY };
		expect(computed.daysSinceUpdate(one, at)).toBe(30);
	}
});

it.each<[Fields, boolean | null, boolean | null]>([
	[onDay(14), false, true],
	[onDay(20), true, true],
	[{ end_date: null }, false, true],
	[{ end_date: 'soon' }, null, true],
	[changed('2026-06-12T23:30:00.001Z'), true, false],
	[{ updated_at: null }, true, null],
	[ARCHIVED, false, false],
	[tasks(2, 2), false, false],
	[{ task_count: null }, null, null],
])('a project with %j: due within 5 days %j, not changed for 3 days %j', (fields, due, stale) => {
	const one = { ...project, ...fields };
	expect(computed.isDueWithin(5, one, inUtc)).toBe(due);
	expect(computed.isStaleFor(3, one, inUtc)).toBe(stale);
});
