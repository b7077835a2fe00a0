import type { Change } from '../../../nodes/Collab/core/changes/options';
import { START_MS } from './service';
import {
	DAY,
	eventsIn,
	expectEachOnce,
	idsIn,
	MINUTE,
	numbered,
	SECOND,
	TestTrigger,
	withProjects,
} from './testTrigger';

const eventsOf = (changes: readonly Change[]) => [...new Set(changes.map(({ event }) => event))];

describe('All Existing Projects', () => {
	test('come first, oldest first, whatever the events; then their changes', async () => {
		const trigger = withProjects(300, { startFrom: 'all', events: ['archived'] });
		const existing = await trigger.poll();
		expect(idsIn(existing)).toEqual(numbered(0, 300));
		expect(eventsOf(existing)).toEqual(['existing']);
		trigger.service.update('p7', { name: 'x' });
		trigger.service.update('p8', { status: 'archived' });
		expect(await trigger.poll()).toMatchObject([
			{
				project: { id: 'p8' },
				event: 'archived',
				changes: { status: { from: 'active', to: 'archived' } },
			},
		]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('of an empty account: its first project is new', async () => {
		const trigger = withProjects(0, { startFrom: 'all' });
		expect(await trigger.poll()).toEqual([]);
		trigger.service.create('p0');
		expect(eventsOf(await trigger.poll())).toEqual(['created']);
	});

	test('too many for one poll: the next ones go on, and each is delivered once', async () => {
		const trigger = withProjects(30_000, { startFrom: 'all' });
		const first = await trigger.poll();
		trigger.service.update('p29999', { name: 'changed meanwhile' });
		trigger.service.delete('p25000');
		const rest = (await trigger.pollUntilIdle()).flat();
		const expected = numbered(0, 29_999).filter((id) => id !== 'p25000');
		expect(idsIn([...first, ...rest])).toEqual([...expected, 'p29999']);
		expect(first.length).toBeGreaterThan(19_999);
		expect(first.length).toBeLessThan(20_101);
	});

	test('archived after it was delivered, while others still are: the project is delivered as archived', async () => {
		const options = { startFrom: 'all', status: 'active', events: ['archived'] } as const;
		const trigger = withProjects(25_000, options);
		const first = await trigger.poll();
		trigger.service.update('p7', { status: 'archived' });
		const rest = (await trigger.pollUntilIdle()).flat();
		const changes = [...first, ...rest].filter(({ project }) => project.id === 'p7');
		expect(changes.map(({ event }) => event)).toEqual(['existing', 'archived']);
	});
});

test('Changed Since delivers what changed since then, the instant included, and goes on from there', async () => {
	const since = new TestTrigger().service.stamp(START_MS - 2 * DAY + 290 * SECOND);
	const trigger = withProjects(300, { startFrom: { since } });
	trigger.service.update('p3');
	expect(idsIn(await trigger.poll())).toEqual([...numbered(290, 300), 'p3']);
	trigger.service.update('p4');
	expect(idsIn(await trigger.poll())).toEqual(['p4']);
	expect(await trigger.poll()).toEqual([]);
});

describe('more changes than one poll can deliver', () => {
	test('are delivered oldest first, over several polls, and then an idle poll is one request', async () => {
		const trigger = withProjects(30_000);
		const { service } = trigger;
		await trigger.publish();
		for (const id of numbered(5_000, 30_000)) {
			service.nowMs += SECOND;
			service.update(id, { name: 'changed' });
		}
		const first = await trigger.poll();
		service.create('new');
		service.update('p29000', { name: 'changed again' });
		expect(first.length).toBeGreaterThan(19_999);
		expect(first.length).toBeLessThan(20_101);
		const rest = (await trigger.pollUntilIdle()).flat();
		expectEachOnce(idsIn([...first, ...rest]), [...numbered(5_000, 30_000), 'new']);
		await trigger.poll(6 * MINUTE);
		await trigger.poll();
		expect(trigger.requests).toBe(1);
	});

	test.each([1, 2, 4, 8, 16])(
		'from a service that allows %d requests a second: no poll is in vain',
		async (requestsPerSecond) => {
			const trigger = withProjects(15_000);
			const { service } = trigger;
			await trigger.publish();
			service.requestsPerSecond = requestsPerSecond;
			for (const id of numbered(0, 10_000)) {
				service.nowMs += SECOND;
				service.update(id, { name: 'changed' });
			}
			service.requests = 0;
			const polls = await trigger.pollUntilIdle();
			expect(idsIn(polls.flat())).toEqual(numbered(0, 10_000));
			// A hundred windows, and for each poll a few to go on or to find the place.
			expect(service.requests).toBeLessThan(150 + 3 * polls.length);
		},
	);
});

test('more previous values than the state holds: all is read once at most, and no event is lost', async () => {
	const trigger = withProjects(20_000, {
		events: ['updated', 'archived'],
		fieldsToWatch: ['name'],
	});
	const { service } = trigger;
	for (const id of numbered(0, 20_000)) {
		service.create(id, { ...service.get(id), name: id.padEnd(80, 'x') });
	}
	await trigger.publish();
	expect(trigger.n8n.savedSize).toBeLessThan(1_100_000);
	expect(trigger.requests).toBeLessThan(250);
	service.update('p5', { status: 'archived' });
	service.nowMs += SECOND;
	service.update('p19900', { status: 'archived' });
	expect(eventsIn(await trigger.poll())).toEqual(['archived p5', 'archived p19900']);
});
