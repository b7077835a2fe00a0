/** What is new from one poll to the next: whatever clocks, stamps and settings say. */
import type { Snapshot } from '../../../nodes/Collab/core/changes/state';
import { reportOn } from '../../../nodes/Collab/core/messages';
import { HOUR, MINUTE, SECOND, START_MS } from '../service';
import * as act from './testTrigger';
import { edit, inTurn, nothing, numbered, remove, story, TestTrigger } from './testTrigger';
import { withProjects } from './testTrigger';

const FUTURE = '2031-01-01T00:00:00Z';
const LONG_AGO = '2001-01-01T00:00:00Z';
const three = () => withProjects(3);

story('the first project of an empty account is delivered, however old', () => new TestTrigger(), [
	act.create('a', { created_at: LONG_AGO, updated_at: LONG_AGO }),
	'created a',
]);
story(
	'what becomes visible late is delivered within Look Back, though others with later stamps were, and the clock of this machine jumps ahead',
	three,
	[inTurn(act.create('late', {}, 3 * MINUTE), act.wait(30 * SECOND), edit('p1')), 'updated p1'],
	[(_, trigger) => (trigger.skewMs = 10 * MINUTE), ''],
	[nothing, 'created late'],
);
describe.each([
	['with a Date header', 0],
	['where it is years ahead', 60_000],
])('%s', (_name, hoursAhead) => {
	story(
		'a stamp in the future stalls nothing and repeats nothing',
		three,
		[(_, trigger) => (trigger.skewMs = hoursAhead * HOUR), ''],
		[edit('p1', { updated_at: FUTURE }), 'updated p1'],
		[edit('p2'), 'updated p2'],
		[nothing, '', HOUR],
		[edit('p1', { updated_at: FUTURE, name: 'again' }), 'updated p1'],
		[edit('p1', { name: 'back in time' }), 'updated p1'],
		[edit('p0'), 'updated p0'],
	);
});

describe.each([
	['of the year 9999, with a row of 9998', Date.UTC(9999, 0), '9998-06-01T00:00:00Z'],
	['of 1970', 0, '2026-06-01T12:00:00Z'],
	['of hours later', START_MS + 10 * HOUR, '2026-06-01T12:00:00Z'],
])('one answer with a date %s', (_name, dateMs, updated_at) => {
	story(
		'hides no later change',
		three,
		[edit('p0', { updated_at }), 'updated p0'],
		[(service) => service.behave({ dateSkewMs: dateMs - service.nowMs }), ''],
		[inTurn(edit('p1'), act.behave({ dateSkewMs: 0 })), 'updated p1'],
		[edit('p2'), 'updated p2'],
	);
});

test('an idle poll of 10,000 projects is one request for ten rows, and leaves a state of 600 characters, also after the newest one was deleted', async () => {
	const trigger = withProjects(10_000);
	await trigger.poll();
	trigger.service.updateAll(numbered(0, 300), {}, SECOND);
	await trigger.poll();
	trigger.service.delete('p299');
	for (const afterMs of [MINUTE, 6 * MINUTE, MINUTE]) await trigger.poll(afterMs);
	expect(trigger.requests).toBe(1);
	expect(trigger.service.asked.at(-1)).toMatchObject({ perPage: 10 });
	expect(trigger.stateSize).toBeLessThanOrEqual(600);
});

story(
	'an old project that becomes visible counts as changed where all are known',
	() => withProjects(30, { events: ['created', 'updated', 'removed'] }),
	[act.create('shared', { created_at: LONG_AGO, updated_at: LONG_AGO }), 'updated shared', HOUR],
);

story(
	'a project that changes back before a poll reads it again is not delivered',
	() => withProjects(3, { fieldsToWatch: ['name'] }),
	[
		(service, trigger) => {
			const name = service.get('p1')?.name;
			act.choose({ events: ['updated', 'dueSoon'] })(service, trigger);
			service.update('p1', { name: 'x' });
			service.beforeAnswer = (_number, { sortBy }) =>
				sortBy === 'created_at' && service.update('p1', { name });
		},
		'',
	],
);

/** A project without `updated_at` counts as last changed when it was created. */
const unstamped = (id: string, lateMs = 0) => act.create(id, { updated_at: null }, lateMs);

describe.each(['first', 'last'] as const)(
	'where projects have no `updated_at` until their first edit, and stand %s',
	(nulls) => {
		// Those that stand first are read with each poll.
		const isIdle: act.Act = (_, { requests }) =>
			expect(requests).toBeLessThan(nulls === 'first' ? 25 : 2);
		story(
			'new ones are delivered at once, though only Project Created is chosen, then edits',
			() => {
				const trigger = withProjects(1_600, { events: ['created'] }, { nulls });
				trigger.service.updateAll(numbered(0, 1_500), { updated_at: null });
				return trigger;
			},
			[nothing, '', HOUR],
			[nothing, ''],
			[inTurn(isIdle, unstamped('new')), 'created new'],
			[edit('new'), ''],
			[inTurn(edit('p3'), act.wait(SECOND), act.create('newer')), 'created newer'],
			[inTurn(unstamped('late', 2 * MINUTE), unstamped('other')), 'created other'],
			[act.create('more'), 'created late, created more', 2 * MINUTE],
			[act.choose({ events: ['created', 'updated'] }), '', HOUR],
			[inTurn(edit('new'), act.wait(SECOND), edit('p7')), 'updated new, updated p7'],
			[nothing, ''],
			[inTurn(isIdle, edit('p1599')), 'updated p1599'],
			[remove(...numbered(0, 1_400)), ''],
			[edit('p1450'), 'updated p1450'],
		);
	},
);

test.each([
	['a full reading of less than an hour', 3_599, 100, 0],
	['one of an hour', 3_600, 100, 1],
	['90 % of the projects that can be known', 0, 22_500, 0],
	['more, and a reading of an hour', 3_600, 22_501, 2],
])('of %s, the log has as many warnings as it should', (_what, ageS, totalItems, count) => {
	const context = { requests: 1, rows: 1, needs: { fields: [], events: [] }, nowS: 9_000 };
	const snapshot = { beganAt: 9_000 - ageS, offset: 300 } as Snapshot;
	const warningsOf = (needs: typeof context.needs | null) =>
		reportOn({ ...context, needs, snapshot, totalItems, reason: null }, []).warnings;
	expect(warningsOf(context.needs)).toHaveLength(count);
	expect(warningsOf(null).join()).not.toMatch(/25,000/);
});
