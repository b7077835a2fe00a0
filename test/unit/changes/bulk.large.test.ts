/** More than one poll can read, and large accounts: over several polls, each change once, within the sizes that docs/trigger.md names. */
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { ARCHIVED } from '../edits';
import { DAY, HOUR, MINUTE, SECOND, START_MS } from '../service';
import type { Stored } from '../versions';
import * as act from './testTrigger';
import { afterBulk, eventsIn, expectEachOnce, numbered, withProjects } from './testTrigger';

test('10,000 rows at one request a second come oldest first, at least a third of what that allows in each poll', async () => {
	const behavior = { requestMs: SECOND };
	const trigger = await afterBulk(10_000, { behavior, everyMs: SECOND });
	const polls = await trigger.pollUntilIdle();
	expectEachOnce(polls.flatMap(eventsIn), numbered(0, 10_000, 'updated p'));
	// A hundred pages in windows that overlap, and for each poll a few to go on or to find the place.
	expect(trigger.service.asked.length).toBeLessThan(160 + 3 * polls.length);
	let left = 10_000;
	for (const changes of polls) {
		const numbers = changes.map(({ project }) => Number(project.id.slice(1)));
		expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
		expect(numbers.length).toBeGreaterThanOrEqual(Math.min(left, 1_200));
		left -= numbers.length;
	}
});

/** With IDs of 13 characters, a name of 20, and a description of 40. */
function usual(count: number, options: Partial<ChangeOptions>, fields: Partial<Stored> = {}) {
	const trigger = withProjects(0, options);
	for (const number of numbered(10_000_000, 10_000_000 + count, '')) {
		const description = `About ${number}`.padEnd(40, '.');
		const more = { description, owner_id: 'usr_00000001', start_date: '2026-01-02', ...fields };
		const name = `Project name ${number.slice(1)}`;
		trigger.service.nowMs += SECOND;
		trigger.service.create(`proj_${number}`, { name, ...more, task_count: Number(number) % 120 });
	}
	trigger.service.nowMs += HOUR;
	return trigger;
}

test('of 25,000 projects whose names have no room, the one unchanged longest is reported as removed', async () => {
	const trigger = usual(25_000, { events: ['removed'] }, { name: 'x'.repeat(60) });
	await trigger.poll();
	const oldest = trigger.service.ids[0] ?? '';
	act.remove(oldest)(trigger.service, trigger);
	const changes = [...(await trigger.poll(6 * MINUTE)), ...(await trigger.poll(6 * MINUTE))];
	const project = { id: oldest, name: null, status: null };
	expect(changes).toEqual([{ event: 'removed', project, changes: {} }]);
});

const EVENTS_OF_STATE = ['archived', 'restored', 'completed', 'reopened'] as const;
const UPDATES = { events: ['updated', 'archived'] } as const;
const BOTH = ['active', 'active'];

test.each<[string, number, Partial<ChangeOptions>, Partial<Stored>, readonly string[]]>([
	['statuses and task counts', 25_000, { events: EVENTS_OF_STATE }, {}, BOTH],
	['all fields', 11_000, { ...UPDATES, includePreviousValues: true }, {}, BOTH],
	[
		'names that are not ASCII',
		25_000,
		{ ...UPDATES, fieldsToWatch: ['name'] },
		{ name: '漢'.repeat(93) },
		['unknown', 'active'],
	],
])(
	'previous values, %s of %i projects: those of the oldest are dropped when they do not fit, and no event',
	async (_what, count, options, fields, known) => {
		const trigger = usual(count, options, fields);
		await trigger.poll();
		const { ids } = trigger.service;
		trigger.service.updateAll([ids[0]!, ids.at(-1)!], ARCHIVED, SECOND);
		const changes = await trigger.poll();
		expect(changes.map(({ event }) => event)).toEqual(['archived', 'archived']);
		expect(changes.map((change) => change.changes['status']?.from ?? 'unknown')).toEqual(known);
	},
);

test('20,000 projects at 60 requests a minute: each removal and each condition comes once', async () => {
	const events = ['removed', 'becameOverdue'] as const;
	const trigger = withProjects(20_000, { events, lookBackMs: 0 });
	const { service } = trigger;
	service.behave({ requestsPerMinute: 60 });
	expect(await trigger.eventsOf(20)).toEqual([]);
	act.remove(...numbered(5_000, 5_020))(service, trigger);
	expectEachOnce(await trigger.eventsOf(30), numbered(5_000, 5_020, 'removed p'));
	service.updateAll(numbered(100, 120), { end_date: act.dayAfter(0) }, SECOND);
	expect(await trigger.eventsOf(10)).toEqual([]);
	service.nowMs += DAY;
	expectEachOnce(await trigger.eventsOf(20), numbered(100, 120, 'becameOverdue p'));
	expect(trigger.requests).toBe(1);
});

test('of more projects than the table holds, a poll gives a part, and none comes twice though a request fails meanwhile', async () => {
	const since = new Date(START_MS - 9 * DAY).toISOString();
	const trigger = withProjects(90_000, { startFrom: { since } });
	const { service } = trigger;
	const events = await trigger.eventsOf(2);
	expect(events.length).toBeLessThan(66_000);
	const edited = numbered(89_850, 90_000);
	service.updateAll(edited, { name: 'later' });
	const asked = service.asked.length;
	service.beforeAnswer = (number) => {
		if (number === asked + 2) throw new CollabError('unavailable', { httpStatus: 503 });
	};
	events.push(...(await trigger.pollUntilIdle()).flatMap(eventsIn));
	const updated = edited.map((id) => `updated ${id}`);
	expectEachOnce(events, [...numbered(0, 90_000, 'created p'), ...updated]);
});
