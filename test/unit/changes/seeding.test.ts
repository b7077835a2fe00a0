/** Previous values of projects that did not change since the trigger began. */
import { STRICT } from '../../../dev/sandbox/projects/looseListing';
import { ARCHIVED } from './watching';
import { COLLIDING_IDS } from './projects';
import {
	eventsIn,
	HOUR,
	MINUTE,
	numbered,
	SECOND,
	type TestTrigger,
	withProjects,
} from './testTrigger';

/** 60,000 projects, of which every third is archived. */
function largeAccount(): TestTrigger {
	const trigger = withProjects(60_000, { events: ['archived'] });
	for (const id of numbered(0, 60_000)) {
		if (isArchived(id)) trigger.service.create(id, { ...trigger.service.get(id), ...ARCHIVED });
	}
	trigger.service.requestsPerSecond = 10;
	return trigger;
}

const isArchived = (id: string) => Number(id.slice(1)) % 3 === 0;

async function pollsUntilSeeded(trigger: TestTrigger): Promise<number> {
	await trigger.publish();
	for (let polls = 1; polls < 20; polls += 1) {
		if ((trigger.n8n.state as { seeding: unknown }).seeding === 'finished') return polls;
		expect(await trigger.poll()).toEqual([]);
	}
	throw new Error('not finished');
}

test('60,000 projects at 10 requests/s are read over several polls: then only real changes count as Archived', async () => {
	const trigger = largeAccount();
	expect(await pollsUntilSeeded(trigger)).toBeGreaterThan(1);
	const { service } = trigger;
	const archived = numbered(0, 60_000).filter(isArchived);
	for (const id of archived.slice(-100)) service.update(id, { name: 'Renamed' });
	expect(await trigger.poll()).toEqual([]);
	for (const id of archived.slice(0, 100)) service.update(id, { name: 'Renamed' });
	expect(await trigger.poll()).toEqual([]);
	const active = numbered(0, 60_000).filter((id) => !isArchived(id));
	const toArchive = [...active.slice(0, 50), ...active.slice(-50)];
	for (const id of toArchive) {
		service.nowMs += SECOND;
		service.update(id, ARCHIVED);
	}
	const changes = await trigger.poll();
	expect(eventsIn(changes)).toEqual(toArchive.map((id) => `archived ${id}`));
	expect(changes.map(({ changes: { status } }) => status)).toEqual(
		toArchive.map(() => ({ from: 'active', to: 'archived' })),
	);
});

test('a project that changes while others are read is compared with what it was before', async () => {
	const trigger = withProjects(30_000, { events: ['archived', 'restored'] });
	trigger.service.requestsPerSecond = 5;
	await trigger.publish();
	trigger.service.update('p25000', ARCHIVED);
	expect(eventsIn(await trigger.poll())).toEqual(['archived p25000']);
	trigger.service.update('p25000', { name: 'Renamed' });
	expect(await trigger.poll()).toEqual([]);
	trigger.service.update('p25000', { status: 'active' });
	expect(eventsIn(await trigger.poll())).toEqual(['restored p25000']);
});

test('projects that are deleted between two polls of the reading leave no gap', async () => {
	const trigger = withProjects(30_000, { events: ['archived'] });
	const { service } = trigger;
	for (const id of numbered(10_000, 20_000))
		service.create(id, { ...service.get(id), ...ARCHIVED });
	service.requestsPerSecond = 5;
	await trigger.publish();
	for (const id of numbered(0, 40)) service.delete(id);
	await pollsUntilSeeded(trigger);
	for (const id of numbered(10_000, 20_000)) service.update(id, { name: 'Renamed' });
	service.requestsPerSecond = Infinity;
	expect(await trigger.poll()).toEqual([]);
});

test('projects that are created during the reading do not stand in for others that it left out', async () => {
	const trigger = withProjects(0, { events: ['archived'] });
	const { service } = trigger;
	const ids = numbered(0, 150);
	for (const id of ids) service.create(id, ARCHIVED);
	service.nowMs += HOUR;
	service.create('newest');
	// The others share a stamp, and come in another order with each request: no pass by this stamp finds all of them.
	service.ties = 'random';
	service.beforeAnswer = () => {
		const isSeeding = service.lastQuery?.order === 'asc' && service.get('new 0') === undefined;
		for (let number = 0; isSeeding && number < 60; number += 1) service.create(`new ${number}`);
	};
	await trigger.publish();
	service.beforeAnswer = () => {};
	service.ties = 'stable';
	await trigger.poll();
	for (const id of ids) service.update(id, { name: 'Renamed' });
	expect(await trigger.poll()).toEqual([]);
});

test('a total that leaves out a project just created does not stand for one whose values are unknown', async () => {
	const trigger = withProjects(1, { events: ['restored'] });
	const { service } = trigger;
	service.create('p1');
	service.create('p2');
	service.looseness = { ...STRICT, totalOffset: -1 };
	await trigger.publish();
	service.looseness = STRICT;
	await trigger.poll();
	service.update('p0', { name: 'Renamed' });
	expect(await trigger.poll()).toEqual([]);
});

test('an account without projects is read for its values once', async () => {
	const trigger = withProjects(0, { events: ['archived'] });
	await trigger.publish();
	expect(await trigger.poll()).toEqual([]);
	expect(trigger.requests).toBe(1);
});

test('two IDs whose first 36 bits are the same do not share values', async () => {
	const [one, two] = COLLIDING_IDS;
	const trigger = withProjects(3, { events: ['created', 'archived', 'restored'] });
	const { service } = trigger;
	service.create(one, ARCHIVED);
	service.nowMs += 10 * MINUTE;
	await trigger.publish();
	service.create(two);
	expect(eventsIn(await trigger.poll())).toEqual([`created ${two}`]);
	service.update(two, { name: 'Renamed' });
	expect(await trigger.poll()).toEqual([]);
	service.update(one, { name: 'Renamed' });
	expect(await trigger.poll()).toEqual([]);
	service.update(two, ARCHIVED);
	expect(eventsIn(await trigger.poll())).toEqual([`archived ${two}`]);
	service.update(one, { status: 'active' });
	expect(eventsIn(await trigger.poll())).toEqual([`restored ${one}`]);
	expect(await trigger.poll()).toEqual([]);
});

describe('names that every object has, as Fields to Watch', () => {
	const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

	test.each(names)('%s alone: no change of another field is delivered', async (name) => {
		const trigger = withProjects(3, { fieldsToWatch: [name] });
		await trigger.publish();
		trigger.service.update('p1', { name: 'Renamed' });
		expect(await trigger.poll()).toEqual([]);
		trigger.service.create('new');
		expect(eventsIn(await trigger.poll())).toEqual(['created new']);
	});

	test('with others: these are delivered', async () => {
		const trigger = withProjects(3, { fieldsToWatch: [...names, 'name'] });
		await trigger.publish();
		trigger.service.update('p1', { name: 'Renamed' });
		const changes = await trigger.poll();
		expect(changes.map((change) => change.changes)).toEqual([
			{ name: { from: 'Project p1', to: 'Renamed' } },
		]);
	});
});
