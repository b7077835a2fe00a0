/** Accounts with so many projects that what a poll costs, and what it saves, has to be bounded. */
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { eventsIn, numbered, SECOND, withProjects } from './testTrigger';
import { ARCHIVED, mixed, publishedOver, REMOVED } from './watching';

test('previous values, more than the state holds: all is read once at most, and no event is lost', async () => {
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

describe('Project Removed', () => {
	test('of too many projects for the state gives a clear error', async () => {
		const trigger = withProjects(25_000, REMOVED);
		for (const id of numbered(0, 25_000)) trigger.service.update(id, { name: id.padEnd(60, 'x') });
		await expect(trigger.poll()).rejects.toMatchObject({
			kind: 'tooManyProjects',
			data: { totalItems: 25_000 },
		});
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

test('25,000 projects without a stamp: their end is looked for when the workflow is published', async () => {
	const trigger = mixed({ nulls: 'first', stamped: 20, unstamped: 25_000 });
	expect(await trigger.publish()).toEqual([]);
	expect(trigger.requests).toBeLessThan(50);
});
