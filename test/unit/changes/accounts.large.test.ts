/** Accounts with so many projects that what a poll costs, and what it saves, has to be bounded. */
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import {
	eventsIn,
	expectEachOnce,
	idsIn,
	MINUTE,
	numbered,
	SECOND,
	TestTrigger,
	withProjects,
} from './testTrigger';
import { ARCHIVED, dayAfter, mixed, OVERDUE, publishedOver, REMOVED, UNSTAMPED } from './watching';

describe('previous values', () => {
	test('of 60,000 projects at 10 requests/s are read over several polls: then only real changes count as Archived', async () => {
		const ids = numbered(0, 60_000);
		const isArchived = (id: string) => Number(id.slice(1)) % 3 === 0;
		const trigger = withProjects(ids.length, { events: ['archived'] });
		const { service } = trigger;
		for (const id of ids.filter(isArchived)) {
			service.create(id, { ...service.get(id), ...ARCHIVED });
		}
		service.requestsPerSecond = 10;
		await trigger.publish();
		let polls = 1;
		for (; (trigger.n8n.state as { seeding: unknown }).seeding !== 'finished'; polls += 1) {
			expect(await trigger.poll()).toEqual([]);
		}
		expect(polls).toBeGreaterThan(1);
		expect(polls).toBeLessThan(20);
		const archived = ids.filter(isArchived);
		for (const some of [archived.slice(-100), archived.slice(0, 100)]) {
			service.updateAll(some, { name: 'Renamed' });
			expect(await trigger.poll()).toEqual([]);
		}
		const active = ids.filter((id) => !isArchived(id));
		const toArchive = [...active.slice(0, 50), ...active.slice(-50)];
		service.updateAll(toArchive, ARCHIVED, SECOND);
		const changes = await trigger.poll();
		expect(eventsIn(changes)).toEqual(toArchive.map((id) => `archived ${id}`));
		const status = { from: 'active', to: 'archived' };
		expect(changes.map((change) => change.changes)).toEqual(toArchive.map(() => ({ status })));
	});

	test('more than the state holds: all is read once at most, and no event is lost', async () => {
		const events = ['updated', 'archived'] as const;
		const trigger = withProjects(20_000, { events, fieldsToWatch: ['name'] });
		const { service } = trigger;
		for (const id of numbered(0, 20_000)) {
			service.create(id, { ...service.get(id), name: id.padEnd(80, 'x') });
		}
		await trigger.publish();
		expect(trigger.n8n.savedSize).toBeLessThan(1_100_000);
		expect(trigger.requests).toBeLessThan(250);
		service.updateAll(['p5', 'p19900'], ARCHIVED, SECOND);
		expect(eventsIn(await trigger.poll())).toEqual(['archived p5', 'archived p19900']);
	});
});

describe('Project Removed', () => {
	test('of too many projects for the state gives a clear error', async () => {
		const trigger = withProjects(25_000, REMOVED);
		for (const id of numbered(0, 25_000)) trigger.service.update(id, { name: id.padEnd(60, 'x') });
		await expect(trigger.poll()).rejects.toMatchObject({
			kind: 'tooManyProjects',
			data: { totalItems: 25_000 },
		});
	});

	test('of 10,000 projects fits, beside previous values fewer', async () => {
		const trigger = withProjects(10_000, REMOVED);
		await trigger.poll();
		trigger.service.delete('p77');
		expect(eventsIn(await trigger.poll())).toEqual(['removed p77']);
		trigger.options = { ...trigger.options, includePreviousValues: true };
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'tooManyProjects' });
	});

	test.each([
		[20_000, {}],
		[5_000, { includePreviousValues: true }],
	])(
		'of %i projects with names of 20 characters and IDs of 13 fits: %j',
		async (count, options) => {
			const trigger = withProjects(0, { ...REMOVED, ...options });
			const idOf = (number: number) => `proj_${String(number).padStart(8, '0')}`;
			for (let number = 0; number < count; number += 1) {
				trigger.service.create(idOf(number), { name: `Project name ${10 ** 6 + number}` });
			}
			await trigger.publish();
			await trigger.poll();
			trigger.service.delete(idOf(77));
			expect(eventsIn(await trigger.poll())).toEqual([`removed ${idOf(77)}`]);
		},
	);

	test('does not hold up a backlog: no whole list is read before its end', async () => {
		const pollsOf = async (options: Partial<ChangeOptions>) => {
			const trigger = await publishedOver(20, options);
			trigger.service.requestsPerSecond = 2;
			trigger.service.createAll(numbered(20, 9_000), {}, SECOND / 10);
			return (await trigger.pollUntilIdle()).length;
		};
		const withoutIt = await pollsOf({ events: ['created'] });
		expect(withoutIt).toBeGreaterThan(2);
		expect(await pollsOf({ events: ['created', 'removed'] })).toBeLessThanOrEqual(withoutIt + 1);
	});
});

test('what holds for more projects than fit gives a clear error', async () => {
	const trigger = new TestTrigger({ ...OVERDUE, includePreviousValues: true });
	trigger.service.createAll(numbered(0, 30_000), { end_date: dayAfter(-1) });
	await expect(trigger.poll()).rejects.toMatchObject({
		kind: 'tooManyProjects',
		data: { totalItems: 30_000 },
	});
});

describe('projects without a stamp', () => {
	test.each(['first', 'postgresql'] as const)(
		'25,000 of them ("%s"): their end is looked for, and an idle poll is two requests and a small state',
		async (nulls) => {
			const trigger = mixed({ nulls, stamped: 20, unstamped: 25_000 });
			const { service } = trigger;
			expect(await trigger.publish()).toEqual([]);
			expect(trigger.requests).toBeLessThan(50);
			for (const afterMs of [6 * MINUTE, MINUTE, MINUTE]) await trigger.poll(afterMs);
			service.bytesSent = 0;
			expect(await trigger.poll()).toEqual([]);
			expect(trigger.requests).toBe(2);
			expect(service.bytesSent).toBeLessThanOrEqual(8_000);
			expect(trigger.n8n.savedSize).toBeLessThanOrEqual(600);
			service.update('p777', { name: 'first stamp' });
			expect(eventsIn(await trigger.poll())).toEqual(['updated p777']);
			expect(await trigger.poll()).toEqual([]);
		},
	);

	test('20,000 of them and 20,000 others, All Existing Projects at 10 requests/s: each is delivered once', async () => {
		const mix = { nulls: 'postgresql', stamped: 20_000, unstamped: 20_000 } as const;
		const trigger = mixed(mix, { startFrom: 'all' });
		trigger.service.requestsPerSecond = 10;
		const changes = (await trigger.pollUntilIdle()).flat();
		expectEachOnce(idsIn(changes), numbered(0, 40_000));
		trigger.service.create('new', UNSTAMPED);
		expect(eventsIn(await trigger.poll())).toEqual(['created new']);
	});
});
