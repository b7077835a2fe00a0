/** More than one poll can read: over several polls, each change once. Large ones are in bulk.large.test.ts. */
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { DAY, HOUR, MINUTE, SECOND, START_MS } from '../service';
import * as act from './testTrigger';
import { afterBulk, eventsIn, expectEachOnce, numbered, SLOW, withProjects } from './testTrigger';

const of = (event: string, count: number) => numbered(0, count, `${event} p`);

test.each<[string, number, act.Bulk]>([
	['of one stamp', 1_000, { behavior: SLOW }],
	['of the year 2031', 5_000, { fields: { updated_at: '2031-01-01T00:00:00Z' } }],
	['with a long Look Back', 3_000, { behavior: act.MEDIUM, everyMs: SECOND, lookBackMs: DAY }],
])(
	'a bulk change %s delivers %i rows once each, and a later one within two polls',
	async (_name, rows, how) => {
		const trigger = await afterBulk(rows, how);
		const events = await trigger.events();
		events.push(...(await trigger.events(act.create('meanwhile'))));
		events.push(...(await trigger.pollUntilIdle()).flatMap(eventsIn));
		expectEachOnce(events, [...of('updated', rows), 'created meanwhile']);
		trigger.service.update('p3', { name: 'later' });
		expect(await trigger.eventsOf(2)).toEqual(['updated p3']);
		expect(trigger.stateSize).toBeLessThan(40 * rows + 4_000);
	},
);

test('nothing is lost while every third answer lags and 500 projects before the backlog are deleted', async () => {
	const trigger = await afterBulk(4_500, { behavior: act.MEDIUM, everyMs: SECOND });
	const { service } = trigger;
	let lastSeq = Infinity;
	service.beforeAnswer = (number) =>
		service.behave({ lastSeq: number % 3 === 2 ? lastSeq : Infinity });
	const events: string[] = [];
	for (let round = 0; round < 30; round += 1) {
		lastSeq = service.versions.latestSeq;
		if (round < 5) service.create(`new${round}`);
		events.push(...(await trigger.events(act.nothing, 80 * SECOND)));
		if (round === 1) act.remove(...numbered(4_000, 4_500))(service, trigger);
		if (round === 1) expect(trigger.isReadingAll).toBe(true);
	}
	const left = [...of('updated', 4_000), ...numbered(0, 5, 'created new')];
	expectEachOnce(events, [...left, ...numbered(4_000, 4_500, 'updated p')]);
});

test.each([
	[5, 300, 50],
	[8, 1_000, 50],
	[10, 3_000, 50],
	[20, 425, 3_000],
])(
	'with pages of %i rows, %i changes come once each at %i ms a request, and idle polls end small',
	async (maxPerPage, rows, requestMs) => {
		const trigger = await afterBulk(rows, { behavior: { maxPerPage, requestMs }, everyMs: SECOND });
		expectEachOnce((await trigger.pollUntilIdle()).flatMap(eventsIn), of('updated', rows));
		expect(await trigger.eventsOf(9)).toEqual([]);
		expect(trigger.requests).toBeLessThanOrEqual(3);
	},
);

test.each([
	['where a poll reads fewer rows than the first page asks for', 45, 0, 8],
	['where windows of all sizes end at row 60', 100, 0, 5],
	['though 41 projects were created in one second', 54, 41, 5],
])('a snapshot ends %s', async (_where, count, imported, maxPerPage) => {
	const behavior = { maxPerPage, requestMs: 3 * SECOND };
	const trigger = withProjects(count, { startFrom: 'all' }, behavior);
	trigger.service.createAll(numbered(count, count + imported));
	expectEachOnce(await trigger.eventsOf(25), of('existing', count + imported));
	expect(trigger.requests).toBe(1);
});

test('a snapshot in a busy account goes on though rows before its place are deleted', async () => {
	const behavior = { maxPerPage: 5, requestMs: 3 * SECOND };
	const trigger = withProjects(200, { startFrom: 'all' }, behavior);
	const events: string[] = [];
	for (let poll = 0; poll < 60; poll += 1) {
		if (poll === 10) act.remove(...numbered(0, 40))(trigger.service, trigger);
		const first = 140 + 15 * (poll % 4);
		trigger.service.updateAll(numbered(first, first + 15), { name: `${poll}` }, 1);
		events.push(...(await trigger.events()));
	}
	const existing = events.filter((event) => event.startsWith('existing'));
	expectEachOnce(existing, of('existing', 200));
});

test('a snapshot ends although reading the recent changes takes most of each poll', async () => {
	const trigger = withProjects(500, { events: ['updated', 'removed'] });
	await trigger.poll();
	trigger.service.behave({ maxPerPage: 20, requestMs: 500 });
	await trigger.events(act.choose({ fieldsToWatch: ['name'] }));
	for (let poll = 0; poll < 40; poll += 1) {
		const rows = numbered(15 * (poll % 20), 15 * (poll % 20) + 15);
		trigger.service.updateAll(rows, { name: `${poll}` });
		expect(await trigger.events()).toHaveLength(15);
	}
	expect(trigger.isReadingAll).toBe(false);
});

test('what half of a poll does not reach beside a snapshot is delivered later, with Look Back 0, too', async () => {
	const trigger = withProjects(1_500, { events: ['updated', 'becameOverdue'], lookBackMs: 0 });
	await trigger.poll();
	await trigger.events(act.behave({ maxPerPage: 10, requestMs: 500 }), DAY);
	trigger.service.updateAll(numbered(0, 400), { name: 'x' }, SECOND);
	expectEachOnce(await trigger.eventsOf(12), of('updated', 400));
});

test('a change comes though more projects are dated in the future than a poll can read', async () => {
	const trigger = withProjects(900, {}, { maxPerPage: 20 });
	await trigger.poll();
	trigger.service.updateAll(numbered(0, 600), { updated_at: '2031-01-01T00:00:00Z' });
	await trigger.pollUntilIdle();
	trigger.service.behave({ requestMs: 3 * SECOND });
	trigger.service.update('p700', { name: 'present' });
	expect(await trigger.eventsOf(16)).toEqual(['updated p700']);
});

test('a weekend after a bulk of 5,000 projects in one second, an idle poll is one request of ten rows', async () => {
	const trigger = await afterBulk(5_000, {});
	await trigger.pollUntilIdle();
	await trigger.poll(HOUR);
	trigger.service.asked.length = 0;
	expect(await trigger.events(act.nothing, 2 * DAY)).toEqual([]);
	expect(trigger.service.asked.map(({ perPage }) => perPage)).toEqual([10]);
});

describe('Start From', () => {
	test('From Now begins at once at a slow service with many recent changes, and delivers what changes later', async () => {
		const slow = { maxPerPage: 20, requestMs: 3 * SECOND };
		const trigger = withProjects(1_000, {}, slow);
		trigger.service.updateAll(numbered(0, 300), {}, SECOND);
		expect(await trigger.events()).toEqual([]);
		const events = await trigger.events(act.edit('p7', { name: 'x' }));
		for (const id of ['p8', 'p900']) events.push(...(await trigger.events(act.edit(id))));
		events.push(...(await trigger.pollUntilIdle()).flatMap(eventsIn));
		expectEachOnce(events, ['updated p7', 'updated p8', 'updated p900']);
	});

	test('From Now begins although the service stops to answer after its first page, and fails where there is no answer', async () => {
		const trigger = withProjects(1_000, { lookBackMs: DAY }, SLOW);
		const fail = (number: number) => {
			if (number > 1) throw new CollabError('unavailable', { httpStatus: 503 });
		};
		trigger.service.beforeAnswer = fail;
		expect(await trigger.events()).toEqual([]);
		trigger.service.beforeAnswer = () => {};
		expect(await trigger.events(act.edit('p7'))).toEqual(['updated p7']);
		trigger.service.beforeAnswer = fail;
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'unavailable' });
	});

	test('All Existing Projects delivers each once over some polls, and reports a later removal', async () => {
		const options = { startFrom: 'all', events: ['created', 'removed'], lookBackMs: 0 } as const;
		const trigger = withProjects(400, options, SLOW);
		expectEachOnce((await trigger.pollUntilIdle()).flatMap(eventsIn), of('existing', 400));
		const later = [
			...(await trigger.events(act.remove('p7'), HOUR)),
			...(await trigger.eventsOf(6)),
		];
		expect(later).toEqual(['removed p7']);
	});

	test('Changed Since delivers what changed since then, the instant included', async () => {
		const since = new Date(START_MS).toISOString();
		const trigger = withProjects(280, { startFrom: { since } }, { maxPerPage: 5 });
		trigger.service.createAll(numbered(280, 300));
		expectEachOnce(await trigger.events(), numbered(280, 300, 'created p'));
		expect(await trigger.events(act.edit('p4'))).toEqual(['updated p4']);
	});

	act.story(
		'From Now, of an account that one poll cannot read: a project that changes is not a new one',
		() => withProjects(1_000, { lookBackMs: DAY }, SLOW),
		[act.inTurn(act.edit('p7', { name: 'x' }), act.create('new')), 'updated p7, created new'],
	);
});

test.each<[string, string, Partial<ChangeOptions>]>([
	['one that the snapshot has passed', 'p3', { startFrom: 'all' }],
	['one that a first snapshot has not reached', 'p5600', { events: ['updated', 'becameOverdue'] }],
])('%s is delivered though it appears late behind 100 known ones', async (_which, id, options) => {
	const trigger = withProjects(6_000, options);
	trigger.service.behave({ requestMs: 2 * SECOND, maxPerPage: 50 });
	await trigger.eventsOf(2);
	trigger.service.update(id, { name: 'late' }, 2 * MINUTE);
	trigger.service.nowMs += 2 * SECOND;
	trigger.service.updateAll(numbered(10, 160), { name: 'newer' });
	const events = await trigger.eventsOf(40);
	expect(events.filter((event) => event === `updated ${id}`)).toHaveLength(1);
});
