/** What an item holds: the fields that Output asks for, and those that are computed. */
import type { JsonValue, Project } from '../../../nodes/Collab/core/contract';
import {
	computedFields,
	daysSinceUpdate,
	evaluationTimeIn,
	isDueWithin,
	isStaleFor,
} from '../../../nodes/Collab/core/query/computedFields';
import { itemFormatter, type Output } from '../../../nodes/Collab/core/query/itemFormat';
import { DAY } from '../service';

type Fields = Record<string, JsonValue>;

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
const LATE = { end_date: '2026-06-14' };
const DONE = { completed_task_count: 3 };

describe('an item', () => {
	const apollo: Project = { id: 'proj_1', owner_id: 'usr_1', name: 'Apollo', budget: 7 };
	const itemAs = (output: Output) => Object.entries(itemFormatter(output)(apollo));

	it('that is raw is the project as the service sent it', () => {
		expect(itemFormatter({ kind: 'raw' })(apollo)).toBe(apollo);
	});

	it('that is simplified always has the same ten fields, null where the service left one out', () => {
		expect(itemAs({ kind: 'simplified' })).toEqual([
			['id', 'proj_1'],
			['name', 'Apollo'],
			['status', null],
			['owner_id', 'usr_1'],
			...['start_date', 'end_date', 'task_count', 'completed_task_count'].map((name) => [
				name,
				null,
			]),
			...['created_at', 'updated_at'].map((name) => [name, null]),
		]);
	});

	it('has the selected fields after its id, each once, and nothing that every object has', () => {
		const fields = ['budget', 'name', 'id', 'budget', 'constructor'];
		expect(itemAs({ kind: 'selected', fields })).toEqual([
			['id', 'proj_1'],
			['budget', 7],
			['name', 'Apollo'],
			['constructor', null],
		]);
	});

	it('has the computed fields after its own, and keeps what the service sends under such a name', () => {
		const item = itemFormatter({ kind: 'raw' }, inUtc)({ ...project, is_complete: 'nearly' });
		expect(Object.entries(item).slice(Object.keys(project).length)).toEqual([
			['is_complete', 'nearly'],
			['progress_percent', 66],
			['is_overdue', false],
			['days_remaining', 5],
			['days_since_update', 3],
		]);
	});
});

describe('of computed fields', () => {
	it.each<[Fields, Fields]>([
		...(
			[
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
			] as const
		).map(([task_count, completed_task_count, progress_percent, is_complete]): [Fields, Fields] => [
			{ task_count, completed_task_count },
			{ progress_percent, is_complete },
		]),
		[LATE, { is_overdue: true, days_remaining: -1 }],
		[{ end_date: '2026-06-15' }, { is_overdue: false, days_remaining: 0 }],
		[{ ...LATE, ...DONE }, { is_overdue: false }],
		[{ ...LATE, status: 'archived' }, { is_overdue: false }],
		[{ status: 'archived', end_date: null, task_count: null }, { is_overdue: false }],
		[{ ...LATE, task_count: 0, completed_task_count: 0 }, { is_overdue: true }],
		[{ end_date: null }, { is_overdue: null, days_remaining: null }],
		[{ end_date: 'soon' }, { is_overdue: null, days_remaining: null }],
		[{ ...LATE, task_count: null }, { is_overdue: null }],
		[{ ...LATE, status: null }, { is_overdue: null }],
		[{ status: null }, { is_overdue: false }],
		[{ updated_at: '2026-06-15T23:30:00Z' }, { days_since_update: 0 }],
		[{ updated_at: '2026-06-14T23:30:00.5Z' }, { days_since_update: 0 }],
		[{ updated_at: '2026-06-14T23:30:00Z' }, { days_since_update: 1 }],
		[{ updated_at: '2026-06-15T00:30:00+01:00' }, { days_since_update: 1 }],
		[{ updated_at: '2027-01-01T00:00:00Z' }, { days_since_update: 0 }],
		[{ updated_at: 'never' }, { days_since_update: null }],
		[{ updated_at: null }, { days_since_update: null }],
	])('a project with %j has %j', (fields, expected) => {
		expect(computedFields({ ...project, ...fields }, inUtc)).toMatchObject(expected);
	});

	it("dates are those of the workflow's time zone", () => {
		const inTokyo = evaluationTimeIn('Asia/Tokyo', NOW_MS);
		const fields = computedFields({ ...project, end_date: '2026-06-15' }, inTokyo);
		expect(fields).toMatchObject({ is_overdue: true, days_remaining: -1 });
	});

	it('days since the update are whole from the millisecond on in which a day is over', () => {
		const updatedMs = Date.UTC(2026, 4, 2, 9);
		const days = Array.from({ length: 1_000 }, (_, ms) => {
			const changed = { id: 'p', updated_at: new Date(updatedMs + ms).toISOString() };
			return daysSinceUpdate(changed, { nowMs: updatedMs + ms + 30 * DAY, today: 0 });
		});
		expect(new Set(days)).toEqual(new Set([30]));
	});
});

it.each<[Fields, boolean | null, boolean | null]>([
	[{ end_date: '2026-06-14' }, false, true],
	[{ end_date: '2026-06-15' }, true, true],
	[{ end_date: '2026-06-20' }, true, true],
	[{ end_date: '2026-06-21' }, false, true],
	[{ end_date: 'soon' }, null, true],
	[{ end_date: null }, null, true],
	[{ updated_at: '2026-06-12T23:30:00.001Z' }, true, false],
	[{ updated_at: '2020-01-01T00:00:00Z' }, true, true],
	[{ updated_at: 'never' }, true, null],
	[{ updated_at: null }, true, null],
	[{ status: 'archived', end_date: null, updated_at: null }, false, false],
	[{ status: 'archived' }, false, false],
	[{ ...DONE, end_date: null, updated_at: null }, false, false],
	[DONE, false, false],
])('a project with %j: due within 5 days %j, not changed for 3 days %j', (fields, due, stale) => {
	const changed = { ...project, ...fields };
	expect([isDueWithin(5, changed, inUtc), isStaleFor(3, changed, inUtc)]).toEqual([due, stale]);
});
