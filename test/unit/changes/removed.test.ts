/** Project Removed: exactly the projects that are gone, each once, with what was known of them. */
import { STRICT } from '../looseListing';
import { eventsIn, HOUR, idsIn, MINUTE, numbered, withProjects } from './testTrigger';
import { publishedOver, REMOVED } from './watching';

test('a removed project is delivered once, with the name and status last known', async () => {
	const trigger = await publishedOver(250);
	const { service } = trigger;
	service.update('p7', { name: 'Renamed', status: 'archived' });
	expect(await trigger.poll()).toEqual([]);
	await trigger.poll(6 * MINUTE);
	service.delete('p7');
	expect(await trigger.poll()).toEqual([
		{
			project: { id: 'p7', name: 'Renamed', status: 'archived' },
			event: 'removed',
			changes: {},
		},
	]);
	expect(await trigger.pollUntilIdle()).toEqual([]);
});

test('an idle poll costs one request, and so does one with a change or a new project', async () => {
	const trigger = await publishedOver(1_000);
	const { service } = trigger;
	await trigger.poll(10 * MINUTE);
	await trigger.poll();
	expect(trigger.requests).toBe(1);
	service.update('p3', { name: 'x' });
	service.create('new');
	await trigger.poll();
	expect(trigger.requests).toBe(1);
});

test('one created and one removed between two polls', async () => {
	const trigger = await publishedOver(30);
	trigger.service.create('new');
	trigger.service.delete('p12');
	expect(eventsIn(await trigger.poll())).toEqual(['removed p12']);
	expect(await trigger.pollUntilIdle()).toEqual([]);
});

test('one without a stamp created and one removed, where others without a stamp exist', async () => {
	const trigger = withProjects(30, REMOVED);
	trigger.service.create('unstamped', { updated_at: null });
	await trigger.publish();
	await trigger.poll();
	trigger.service.create('new', { updated_at: null });
	trigger.service.delete('p12');
	expect(eventsIn(await trigger.poll())).toEqual(['removed p12']);
});

test('those that exist no more when the workflow is published again', async () => {
	const trigger = await publishedOver(30);
	for (const id of numbered(3, 9)) trigger.service.delete(id);
	trigger.service.nowMs += 100 * MINUTE;
	expect(idsIn(await trigger.publish())).toEqual(numbered(3, 9));
});

test('Status and Filters decide by what the project was when it was last read', async () => {
	const ofSmith = {
		...REMOVED,
		status: 'active' as const,
		inclusion: 'of smith',
		matches: (project: Readonly<Record<string, unknown>>) => project['owner_id'] === 'smith',
	};
	const trigger = withProjects(5, ofSmith);
	const { service } = trigger;
	for (const id of ['p0', 'p1', 'p2']) service.update(id, { owner_id: 'smith' });
	await trigger.publish();
	await trigger.poll();
	service.update('p1', { status: 'archived' });
	service.update('p2', { owner_id: 'jones' });
	service.update('p3', { owner_id: 'smith' });
	await trigger.poll();
	await trigger.poll(6 * MINUTE);
	for (const id of numbered(0, 5)) service.delete(id);
	expect(idsIn(await trigger.poll())).toEqual(['p0', 'p3']);
});

test('other Filters hold from the next poll on', async () => {
	const trigger = await publishedOver(5);
	trigger.options = { ...trigger.options, inclusion: 'none', matches: () => false };
	await trigger.poll();
	trigger.service.delete('p1');
	expect(await trigger.poll()).toEqual([]);
	trigger.options = { ...trigger.options, inclusion: 'all', matches: undefined };
	await trigger.poll();
	trigger.service.delete('p2');
	expect(idsIn(await trigger.poll())).toEqual(['p2']);
});

test('the event chosen later: what was removed before is not delivered', async () => {
	const trigger = withProjects(20, { events: ['updated'] });
	await trigger.publish();
	await trigger.poll();
	trigger.service.delete('p1');
	await trigger.poll();
	trigger.options = { ...trigger.options, events: ['updated', 'removed'] };
	expect(await trigger.poll()).toEqual([]);
	await trigger.poll(6 * MINUTE);
	trigger.service.delete('p2');
	expect(eventsIn(await trigger.poll())).toEqual(['removed p2']);
});

describe('at a service that counts', () => {
	test.each([
		['too many', 4, 1],
		['too few', -3, 5],
	])('%s, nothing else is removed', async (_what, more, requests) => {
		const trigger = withProjects(300, REMOVED);
		const { service } = trigger;
		service.looseness = { ...STRICT, totalOffset: more };
		await trigger.publish();
		await trigger.poll(6 * MINUTE);
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.requests).toBe(requests);
		service.delete('p7');
		expect(eventsIn(await trigger.poll())).toEqual(['removed p7']);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('for the length of Look Back, which replicas may lag', () => {
	test('a project that has just appeared or changed is not believed missing', async () => {
		const trigger = await publishedOver(30);
		const { service } = trigger;
		const before = service.replicaOf();
		service.create('new');
		service.update('p3', { name: 'x' });
		service.nowMs += MINUTE;
		await trigger.poll();
		service.showReplica = () => before;
		expect(await trigger.poll()).toEqual([]);
		service.showReplica = () => undefined;
		expect(await trigger.pollUntilIdle()).toEqual([]);
		service.delete('p3');
		expect(await trigger.poll()).toEqual([]);
		expect(eventsIn(await trigger.poll(6 * MINUTE))).toEqual(['removed p3']);
	});

	test('one that was just removed is not believed back', async () => {
		const trigger = await publishedOver(30, { events: ['created', 'updated', 'removed'] });
		const { service } = trigger;
		await trigger.poll(6 * MINUTE);
		const before = service.replicaOf();
		service.delete('p3');
		expect(eventsIn(await trigger.poll())).toEqual(['removed p3']);
		service.showReplica = () => before;
		expect(await trigger.poll()).toEqual([]);
		service.showReplica = () => undefined;
		expect(await trigger.poll()).toEqual([]);
	});
});

test('one that comes back with a change is delivered, also where this machine’s clock is hours ahead', async () => {
	const trigger = await publishedOver(30, { events: ['created', 'updated', 'removed'] });
	const { service } = trigger;
	trigger.skewMs = 4 * HOUR;
	await trigger.poll(6 * MINUTE);
	service.delete('p3');
	expect(eventsIn(await trigger.poll())).toEqual(['removed p3']);
	service.create('p3', { name: 'Restored' });
	expect(eventsIn(await trigger.poll())).toEqual(['created p3']);
	expect(await trigger.pollUntilIdle()).toEqual([]);
});
