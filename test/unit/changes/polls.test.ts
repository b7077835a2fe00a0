/** What is new from one poll to the next: whatever clocks, stamps and settings say. */
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
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
	'what becomes visible late is delivered within Look Back, though others with later stamps were',
	three,
	[inTurn(act.create('late', {}, 3 * MINUTE), act.wait(30 * SECOND), edit('p1')), 'updated p1'],
	[nothing, 'created late', 3 * MINUTE],
);
describe.each([
	['with a Date header', 0],
	['where this machine’s clock is a day behind', -24],
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

test('an idle poll of 10,000 projects is one request for ten rows, and leaves a state of 600 characters', async () => {
	const trigger = withProjects(10_000);
	for (const afterMs of [0, 6 * MINUTE, MINUTE]) await trigger.poll(afterMs);
	expect(trigger.requests).toBe(1);
	expect(trigger.service.asked.at(-1)).toMatchObject({ perPage: 10 });
	expect(trigger.stateSize).toBeLessThanOrEqual(600);
});

story(
	'an old project that becomes visible counts as changed where all are known',
	() => withProjects(30, { events: ['created', 'updated', 'removed'] }),
	[act.create('shared', { created_at: LONG_AGO, updated_at: LONG_AGO }), 'updated shared', HOUR],
);

/** A project without `updated_at` counts as last changed when it was created. */
const unstamped = act.create('new', { updated_at: null });
const unstampedToo = act.create('other', { updated_at: null });

describe.each(['first', 'last'] as const)(
	'where projects have no `updated_at` until their first edit, and stand %s',
	(nulls) => {
		const over = (events: ChangeOptions['events']) => () => {
			const trigger = withProjects(1_600, { events }, { nulls });
			for (const id of numbered(0, 1_500)) edit(id, { updated_at: null })(trigger.service, trigger);
			return trigger;
		};
		const isIdle: act.Act = (_, { requests }) => expect(requests).toBe(1);
		const isShort: act.Act = (_, { requests }) => expect(requests).toBeLessThan(5);

		story(
			'a new one is delivered at once, though nothing but Project Created is chosen',
			over(['created']),
			[nothing, '', HOUR],
			[nothing, ''],
			[inTurn(isIdle, unstamped), 'created new'],
			[inTurn(isShort, edit('new')), ''],
			[inTurn(edit('p3'), act.wait(SECOND), act.create('newer')), 'created newer'],
			[inTurn(act.create('late', { updated_at: null }, 2 * MINUTE), unstampedToo), 'created other'],
			[act.create('more'), 'created late, created more', 2 * MINUTE],
		);
		story(
			'edits are delivered, and idle polls send one request',
			over(['created', 'updated']),
			[nothing, '', HOUR],
			[unstamped, 'created new'],
			[inTurn(edit('new'), act.wait(SECOND), edit('p7')), 'updated new, updated p7'],
			[isShort, ''],
			[inTurn(isIdle, edit('p1599')), 'updated p1599'],
			[remove(...numbered(0, 1_400)), ''],
			[edit('p1450'), 'updated p1450'],
		);
	},
);
