/** Previous values of projects that did not change since the trigger began. */
import { STRICT } from '../looseListing';
import type { ChangeEvent } from '../../../nodes/Collab/core/changes/options';
import { ARCHIVED } from './watching';
import {
	DAY,
	eventsIn,
	HOUR,
	MINUTE,
	numbered,
	SECOND,
	type TestTrigger,
	withProjects,
} from './testTrigger';

const isArchived = (id: string) => Number(id.slice(1)) % 3 === 0;

/** Every third project is archived. */
async function publishedOver(
	count: number,
	events: readonly ChangeEvent[],
	requestsPerSecond = Infinity,
): Promise<TestTrigger> {
	const trigger = withProjects(count, { events });
	const { service } = trigger;
	for (const id of numbered(0, count).filter(isArchived)) {
		service.create(id, { ...service.get(id), ...ARCHIVED });
	}
	service.looseness = { ...STRICT, maxPerPage: 9 };
	service.requestsPerSecond = requestsPerSecond;
	await trigger.publish();
	return trigger;
}

test('projects are all read when the workflow is published: then only real changes count as Archived', async () => {
	const trigger = await publishedOver(1_000, ['archived']);
	const { service } = trigger;
	service.updateAll(numbered(0, 1_000).filter(isArchived), { name: 'Renamed' });
	expect(await trigger.poll()).toEqual([]);
	service.updateAll(['p1', 'p998'], ARCHIVED, SECOND);
	const status = { from: 'active', to: 'archived' };
	expect(await trigger.poll()).toMatchObject([
		{ project: { id: 'p1' }, event: 'archived', changes: { status } },
		{ project: { id: 'p998' }, event: 'archived', changes: { status } },
	]);
});

test('chosen later, too, and what changes while they are read is delivered', async () => {
	const trigger = await publishedOver(300, ['updated']);
	const { service } = trigger;
	trigger.options = { ...trigger.options, events: ['archived', 'restored'] };
	service.update('p1', ARCHIVED);
	expect(eventsIn(await trigger.poll())).toEqual(['archived p1']);
	service.update('p3', { status: 'active' });
	expect(eventsIn(await trigger.poll())).toEqual(['restored p3']);
	service.update('p5', { name: 'Renamed' });
	expect(await trigger.poll()).toEqual([]);
});

describe('of more projects than a poll has time to read', () => {
	async function publishedSlow(events: readonly ChangeEvent[]): Promise<TestTrigger> {
		const trigger = await publishedOver(1_000, events, 2);
		trigger.service.nowMs += HOUR;
		return trigger;
	}

	test('values are known from the first change on, and that is delivered by the present state', async () => {
		const trigger = await publishedSlow(['archived', 'restored']);
		const { service } = trigger;
		service.update('p998', ARCHIVED);
		expect(eventsIn(await trigger.poll())).toEqual(['archived p998']);
		service.update('p998', { name: 'Renamed' });
		expect(await trigger.poll()).toEqual([]);
		service.update('p998', { status: 'active' });
		expect(eventsIn(await trigger.poll())).toEqual(['restored p998']);
	});

	test('reading all of them is tried once, and costs no other poll anything', async () => {
		const trigger = await publishedSlow(['archived']);
		trigger.service.requestsPerSecond = Infinity;
		for (const afterMs of [MINUTE, DAY, MINUTE]) {
			expect(await trigger.poll(afterMs)).toEqual([]);
			expect(trigger.requests).toBeLessThan(50);
		}
		expect(trigger.requests).toBeLessThan(3);
	});
});

test('projects that are created during the reading do not stand in for others that it left out', async () => {
	const trigger = withProjects(0, { events: ['archived'] });
	const { service } = trigger;
	const ids = numbered(0, 150);
	service.createAll(ids, ARCHIVED);
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
	service.updateAll(ids, { name: 'Renamed' });
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
