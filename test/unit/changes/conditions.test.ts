/** Became Overdue, Due Soon and Became Stale: each is delivered once when it begins to hold. */
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { DAY, HOUR, MINUTE, type Service, START_MS } from '../service';
import * as act from './testTrigger';
import { dayAfter, edit, nothing, numbered, story, TestTrigger, withProjects } from './testTrigger';

const OVERDUE: Partial<ChangeOptions> = { events: ['becameOverdue'] };

/** Over projects that end so many days from now, at noon of the first day. */
function ending(ends: Readonly<Record<string, number>>, options = OVERDUE): TestTrigger {
	const trigger = new TestTrigger(options);
	for (const [id, days] of Object.entries(ends)) {
		const fields = { end_date: dayAfter(days), task_count: 2, completed_task_count: 1 };
		trigger.service.create(id, fields);
	}
	return trigger;
}

/** To an hour after the beginning of that day. */
const until = (day: number) => (service: Service) => {
	service.nowMs = START_MS + day * DAY - 11 * HOUR;
};
const move = (id: string, days: number) => edit(id, { end_date: dayAfter(days) });

story(
	'a change makes a project overdue at once, and again after it was not, beside the change itself',
	() => ending({ a: 5 }, { events: ['updated', 'becameOverdue'] }),
	[move('a', -3), 'updated a, becameOverdue a'],
	[move('a', -4), 'updated a'],
	[move('a', 3), 'updated a'],
	[move('a', -1), 'updated a, becameOverdue a'],
);
story(
	'Status and Filters apply',
	() => ending({ a: 0, b: 0 }, { ...OVERDUE, status: 'active', matches: ({ id }) => id === 'b' }),
	[until(1), 'becameOverdue b'],
);
story(
	'Filters that begin to include a project with the day start nothing: its change does',
	() => ending({ a: 0 }, { events: ['updated', 'dueSoon'], matches: () => false }),
	[act.inTurn(until(1), act.choose({ matches: () => true })), ''],
	[edit('a', { name: 'x' }), 'updated a'],
);
story(
	'Due Soon comes so many days before the end, in the days that were chosen',
	() => ending({ today: 0, week: 7, after: 8, far: 30 }, { events: ['dueSoon'] }),
	[until(1), 'dueSoon after'],
	[act.choose({ dueSoonDays: 40 }), ''],
	[until(2), ''],
	[act.create('new', { end_date: dayAfter(3) }), 'dueSoon new'],
);
story(
	'Became Stale comes after so many days without a change, and again after a change',
	() => ending({ a: 99 }, { events: ['becameStale'], staleDays: 3 }),
	[until(3), ''],
	[until(4), 'becameStale a'],
	[nothing, ''],
	[edit('a', { name: 'x' }), ''],
	[until(7), ''],
	[until(8), 'becameStale a'],
);
story(
	'an event chosen later delivers nothing for what holds already, and loses no removal and no crossing',
	() => ending({ a: 0, b: 9, c: 9 }, { events: ['removed', 'becameOverdue'] }),
	[
		act.inTurn(
			act.remove('b'),
			until(1),
			act.choose({ events: ['removed', 'becameOverdue', 'dueSoon'], dueSoonDays: 8 }),
		),
		'becameOverdue a',
	],
	[until(2), 'removed b'],
);
story(
	'where a day begins while the service is slow, changes are delivered behind 120 dates in the future, and crossings when it is not',
	() => {
		const ends = numbered(0, 1_000).map((id) => [id, id === 'p7' ? 0 : 9] as const);
		const trigger = ending(Object.fromEntries(ends), { events: ['updated', 'becameOverdue'] });
		trigger.service.updateAll(numbered(800, 920), { updated_at: '2099-01-01T00:00:00Z' });
		return trigger;
	},
	[act.inTurn(act.behave(act.SLOW), until(1), edit('p3', { name: 'x' })), 'updated p3'],
	[edit('p4', { name: 'x' }), 'updated p4'],
	[act.behave({ requestMs: 0 }), 'becameOverdue p7'],
);

test('what holds when several polls read all projects first is not delivered, and what begins later is', async () => {
	const trigger = withProjects(1_000, OVERDUE, act.SLOW);
	const { service } = trigger;
	service.updateAll(numbered(0, 1_000), { end_date: dayAfter(-1) });
	service.nowMs += HOUR;
	for (let polls = 0; polls < 8; polls += 1) expect(await trigger.poll()).toEqual([]);
	expect(trigger.isReadingAll).toBe(false);
	expect(await trigger.events(act.create('new', { end_date: dayAfter(-1) }))).toEqual([
		'becameOverdue new',
	]);
});

test.each([
	['Pacific/Kiritimati', '2026-06-05', '2026-06-05T10:00:00.000Z'],
	// Clocks go back on that day.
	['Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00.000Z'],
])("a day begins in the workflow's time zone: %s, after %s", async (timeZone, end_date, at) => {
	const trigger = new TestTrigger({ ...OVERDUE, timeZone });
	const { service } = trigger;
	service.nowMs = Date.parse(end_date) - HOUR * 20;
	service.create('a', { end_date });
	service.createAll(numbered(0, 20), {}, 1.5 * MINUTE);
	await trigger.poll(0);
	for (let polls = 0; polls < 160; polls += 1) {
		if ((await trigger.poll(30 * MINUTE)).length > 0) break;
	}
	expect(service.stamp()).toBe(at);
});
