/** Accounts with so many projects that what a poll costs, and what it saves, has to be bounded. */
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import {
	eventsIn,
	expectEachOnce,
	idsIn,
	MINUTE,
	numbered,
	SECOND,
	withProjects,
} from './testTrigger';
import { mixed, OVERDUE, publishedOver, REMOVED, UNSTAMPED } from './watching';

describe('Project Removed', () => {
	test('of too many projects for the state: publishing fails and says so', async () => {
		const trigger = withProjects(25_000, REMOVED);
		for (const id of numbered(0, 25_000)) trigger.service.update(id, { name: id.padEnd(60, 'x') });
		await expect(trigger.poll()).rejects.toMatchObject({
			kind: 'tooManyProjects',
			data: { totalItems: 25_000 },
		});
	});

	test('of an account that outgrows the state: every poll fails, until the event is removed', async () => {
		const trigger = withProjects(16_000, { events: ['created', 'removed'] });
		const { service } = trigger;
		for (const id of numbered(0, 16_000)) {
			service.create(id, { ...service.get(id), name: id.padEnd(60, 'x') });
		}
		await trigger.publish();
		service.createAll(numbered(16_000, 20_000), { name: 'x'.repeat(60) });
		for (let round = 0; round < 2; round += 1) {
			await expect(trigger.poll()).rejects.toMatchObject({ kind: 'tooManyProjects' });
		}
		trigger.options = { ...trigger.options, events: ['created'] };
		expectEachOnce(idsIn(await trigger.poll()), numbered(16_000, 20_000));
	});

	test.each([
		[23_500, {}],
		[8_500, { includePreviousValues: true }],
	])(
		'of %i projects with names of 20 characters and IDs of 13 fits: %j',
		async (count, options) => {
			const trigger = withProjects(0, { ...REMOVED, ...options });
			const idOf = (number: number) => `proj_${String(number).padStart(8, '0')}`;
			for (let number = 0; number < count; number += 1) {
				trigger.service.create(idOf(number), { name: `Project name ${10 ** 6 + number}` });
			}
			await trigger.publish();
			await trigger.poll(6 * MINUTE);
			trigger.service.delete(idOf(77));
			expect(eventsIn(await trigger.poll())).toEqual([`removed ${idOf(77)}`]);
		},
	);

	test('does not hold up a backlog: no whole list is read before its end', async () => {
		const pollsOf = async (options: Partial<ChangeOptions>) => {
			const trigger = await publishedOver(20, options);
			trigger.service.requestsPerSecond = 2;
			trigger.service.createAll(numbered(20, 15_000), {}, SECOND / 10);
			const polls = await trigger.pollUntilIdle();
			expectEachOnce(idsIn(polls.flat()), numbered(20, 15_000));
			return polls.length;
		};
		const withoutIt = await pollsOf({ events: ['created'] });
		expect(withoutIt).toBeGreaterThan(2);
		expect(await pollsOf({ events: ['created', 'removed'] })).toBeLessThanOrEqual(withoutIt + 1);
	});
});

test('25,000 projects without a stamp: each poll reads the list once, and delivers what is new', async () => {
	const trigger = mixed({ nulls: 'first', stamped: 20, unstamped: 25_000 });
	expect(await trigger.publish()).toEqual([]);
	expect(trigger.requests).toBeLessThan(260);
	trigger.service.create('new', UNSTAMPED);
	expect(eventsIn(await trigger.poll())).toEqual(['created new']);
	expect(trigger.requests).toBeLessThan(260);
});

test('81,000 projects do not fit where all have to be known', async () => {
	const trigger = withProjects(81_000, OVERDUE);
	await expect(trigger.poll()).rejects.toMatchObject({ kind: 'tooManyProjects' });
});
