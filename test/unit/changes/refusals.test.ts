/** Services that refuse pages, ignore the order or write times as nobody else: what can be delivered is, and the rest is said. */
import type { CollabError } from '../../../nodes/Collab/core/errors';
import { messageOf } from '../../../nodes/Collab/core/messages';
import { changeAnswers, DAY, HOUR, SECOND } from '../service';
import * as act from './testTrigger';
import { eventsIn, expectEachOnce, numbered, withProjects } from './testTrigger';

it('steps back where pages past the end are refused, and the list has shrunk to before the place where a snapshot stopped', async () => {
	const options = { startFrom: 'all', events: ['created', 'removed'] } as const;
	const trigger = withProjects(1_500, options, { ...act.MEDIUM, refusesPastEnd: true });
	const { service } = trigger;
	const events = await trigger.eventsOf(2);
	const gone = numbered(50, 1_450);
	for (const id of gone) service.delete(id);
	service.create('new');
	events.push(...(await trigger.pollUntilIdle()).flatMap(eventsIn));
	expectEachOnce(
		events.filter((event) => !gone.includes(event.split(' ')[1]!)),
		[...numbered(0, 50), ...numbered(1_450, 1_500), 'new'].map((id) => `existing ${id}`),
	);
	expect(await trigger.events(() => service.create('later'))).toEqual(['created later']);
});

it('begins a snapshot anew where the list has become shorter, and its total is 0 past the end', async () => {
	const trigger = withProjects(1_500, { events: ['removed'] }, act.SLOW);
	changeAnswers(trigger.service, (page) => {
		const none = { ...page.pagination, totalItems: 0, hasNext: false };
		return page.rows.length > 0 ? page : { ...page, pagination: none };
	});
	await trigger.poll();
	await trigger.events(act.remove(...numbered(100, 1_500)));
	await trigger.pollUntilIdle();
});

it('takes a list for whole where most projects that were read last are deleted between two polls', async () => {
	const trigger = withProjects(1_500, { events: ['removed'] }, act.MEDIUM);
	await trigger.poll(); // The next one goes on at 424.
	expect(await trigger.events(act.remove(...numbered(334, 1_500)))).toEqual([]);
});

describe('where pages further on are refused', () => {
	const refusesBeyond = 1_000;

	it.each([
		['a poll', { events: ['created', 'removed'] }, { refusesBeyond }, 1_000],
		['publishing', { startFrom: 'all' }, { refusesBeyond }, 1_000],
		['a poll with few sizes', { events: ['removed'] }, { sizesAllowed: [50, 100] }, 100],
	] as const)('%s says so, if all are needed', async (what, options, behavior, rowsRead) => {
		const trigger = withProjects(1_500, options, behavior);
		trigger.isPublishing = what === 'publishing';
		const error = { kind: 'deepPagesRefused', data: { rowsRead } };
		await expect(trigger.poll()).rejects.toMatchObject(error);
	});

	it('delivers the others, if they are not', async () => {
		const trigger = withProjects(1_500, { startFrom: 'all' }, { refusesBeyond });
		trigger.isPublishing = false;
		const events = (await trigger.pollUntilIdle()).flatMap(eventsIn);
		expect(events.length).toBeGreaterThanOrEqual(1_000);
		expect(new Set(events).size).toBe(events.length);
		expect(await trigger.events((service) => service.update('p7'))).toEqual(['updated p7']);
	});
});

it('reports no existing project as removed where the service has one page size, and says at publishing that it cannot read all', async () => {
	const trigger = withProjects(150, { events: ['removed'] }, { pageSizes: [25], maxPerPage: 25 });
	await expect(trigger.poll()).rejects.toMatchObject({ kind: 'listUnstable' });
	trigger.isPublishing = false;
	for (let hour = 0; hour < 12; hour += 1) {
		if (hour === 4) trigger.service.updateAll(numbered(100, 125), {}, SECOND);
		expect(await trigger.poll(HOUR)).toEqual([]);
	}
});

it.each([
	['projects and total end at 400', 401, { maxShown: 400 }, Infinity],
	['pages are empty after 1,000 projects', 1_500, {}, 1_000],
	['pages have 50 projects, and claim no next one', 90, { dateSkewMs: undefined }, 50],
	['several slow polls find 1,100 of 1,500', 1_500, { maxShown: 1_100, ...act.SLOW }, Infinity],
])(
	'says that there are more projects, instead of reporting them as removed, where %s',
	async (_what, count, behavior, most) => {
		const trigger = withProjects(count, { events: ['removed'] }, behavior);
		changeAnswers(trigger.service, (page, { page: number, perPage }) => {
			const rows = page.rows.slice(0, Math.max(0, most - (number - 1) * perPage));
			return { ...page, rows };
		});
		const kind = 'deepPagesRefused';
		await expect(trigger.pollUntilIdle()).rejects.toMatchObject({ kind });
	},
);

it('reads 1,000 projects of one import in several polls, and takes them for all', async () => {
	const options = { startFrom: 'all', events: ['created', 'removed'] } as const;
	const trigger = withProjects(1_000, options, act.SLOW);
	const { service } = trigger;
	const imported = service.stamp(service.nowMs - DAY);
	service.updateAll(numbered(0, 1_000), { created_at: imported, updated_at: imported });
	const events = (await trigger.pollUntilIdle()).flatMap(eventsIn);
	expectEachOnce(events, numbered(0, 1_000, 'existing p'));
});

it('says at publishing that the service ignores the order, and delivers all the same if it begins later', async () => {
	const trigger = withProjects(250);
	const { service } = trigger;
	await trigger.poll();
	const { answer } = service;
	service.answer = (query, request) =>
		answer({ ...query, sortBy: 'created_at', order: 'asc' }, request);
	service.updateAll(['p7', 'p249'], {}, SECOND);
	expectEachOnce(await trigger.events(), ['updated p7', 'updated p249']);
	expectEachOnce(await trigger.events(() => service.create('new')), ['created new']);
	expect(await trigger.eventsOf(3)).toEqual([]);
	trigger.isPublishing = true;
	await expect(trigger.poll()).rejects.toMatchObject({ kind: 'notSorted' });
});

it.each([
	['updated_at', 'Thu, 01 Jan 2026 00:00:00 GMT!', 'AAA, 00 AAA 0000 00:00:00 AAA!'],
	['updated_at', `✓${'s'.repeat(99)}`, `✓${'A'.repeat(39)}`],
	['created_at', { $date: 17 }, '{"$AAAA":00}'],
])('quotes the notation of stamps if none can be read: %s %j', async (label, value, found) => {
	const trigger = withProjects(3);
	trigger.service.updateAll(['p0', 'p1'], { [label]: value });
	await trigger.poll();
	trigger.service.update('p2', { [label]: value });
	const error = (await trigger.poll().catch((thrown: unknown) => thrown)) as CollabError;
	expect(error).toMatchObject({ kind: 'stampsUnreadable', data: { label, found } });
	expect(messageOf(error).join()).toContain(found);
});

it('refuses too many projects with the first answer, until the event that needs them all is removed', async () => {
	const trigger = withProjects(250, { events: ['created'] });
	const { service } = trigger;
	service.updateAll(numbered(0, 250), { name: 'Imported' });
	await trigger.poll();
	const counted = { perPage: 100, totalItems: 25_001, hasNext: true };
	changeAnswers(service, (page) => ({ ...page, pagination: counted }));
	service.create('one more');
	act.choose({ events: ['created', 'removed'] })(service, trigger);
	const tooMany = { kind: 'tooManyProjects', data: { totalItems: 25_001 } };
	const asked = service.asked.length;
	for (const polls of [1, 2]) {
		await expect(trigger.poll()).rejects.toMatchObject(tooMany);
		expect(service.asked).toHaveLength(asked + polls);
	}
	expect(await trigger.events(act.choose({ events: ['created'] }))).toEqual(['created one more']);
});
