/** More than one poll can deliver: what exists, and bulk changes. Large ones are in bulk.large.test.ts. */
import { STRICT } from '../looseListing';
import type { Change } from '../../../nodes/Collab/core/changes/options';
import { START_MS, type Ties } from './service';
import {
	DAY,
	eventsIn,
	expectEachOnce,
	idsIn,
	numbered,
	SECOND,
	type TestTrigger,
	withProjects,
} from './testTrigger';
import { afterBulk, ARCHIVED, expectDelivered } from './watching';

const eventsOf = (changes: readonly Change[]) => [...new Set(changes.map(({ event }) => event))];

/** Not even 700 rows for each poll. */
function makeSlow({ service }: TestTrigger): void {
	service.looseness = { ...STRICT, maxPerPage: 9 };
	service.requestsPerSecond = 2;
}

describe('All Existing Projects', () => {
	test('come first, oldest first, whatever the events; then their changes', async () => {
		const trigger = withProjects(300, { startFrom: 'all', events: ['archived'] });
		const existing = await trigger.poll();
		expect(idsIn(existing)).toEqual(numbered(0, 300));
		expect(eventsOf(existing)).toEqual(['existing']);
		trigger.service.update('p7', { name: 'x' });
		trigger.service.update('p8', ARCHIVED);
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
		const trigger = withProjects(1_000, { startFrom: 'all' });
		makeSlow(trigger);
		const first = await trigger.poll();
		expect(first.length).toBeLessThan(700);
		trigger.service.update('p999', { name: 'changed meanwhile' });
		trigger.service.delete('p300');
		const rest = (await trigger.pollUntilIdle()).flat();
		expect(idsIn(first)).toContain('p999');
		const existing = numbered(0, 1_000).filter((id) => id !== 'p300');
		expectEachOnce(eventsIn([...first, ...rest]), [
			...existing.map((id) => `existing ${id}`),
			'updated p999',
		]);
	});
});

test('Changed Since delivers what changed since then, the instant included, and goes on from there', async () => {
	const since = new Date(START_MS - 2 * DAY + 290 * SECOND).toISOString();
	const trigger = withProjects(300, { startFrom: { since } });
	trigger.service.update('p3');
	expect(idsIn(await trigger.poll())).toEqual([...numbered(290, 300), 'p3']);
	trigger.service.update('p4');
	expect(idsIn(await trigger.poll())).toEqual(['p4']);
	expect(await trigger.poll()).toEqual([]);
});

describe('a bulk change', () => {
	test.each([
		['one stamp', 0],
		['different stamps', SECOND],
	])('of %s: no poll is in vain, and each change is delivered once', async (_name, everyMs) => {
		const trigger = await afterBulk(1_000, 2, { everyMs });
		makeSlow(trigger);
		await expectDelivered(trigger, 1_000);
	});

	test('a change that comes while it is delivered is delivered, too', async () => {
		const trigger = await afterBulk(1_000, 2);
		makeSlow(trigger);
		const first = await trigger.poll();
		trigger.service.update('p1003', { name: 'meanwhile' });
		const rest = idsIn((await trigger.pollUntilIdle()).flat());
		expectEachOnce([...idsIn(first), ...rest], [...numbered(0, 1_000), 'p1003']);
	});

	test.each<Ties>(['stable', 'reverse', 'hidden'])(
		'whose equal stamps come in %s order: each is delivered once',
		async (ties) => {
			const trigger = await afterBulk(100, 10);
			trigger.service.looseness = { ...STRICT, maxPerPage: 12 };
			trigger.service.ties = ties;
			await expectDelivered(trigger, 100);
		},
	);
});

test('From Now, of an account that one poll cannot read, a project that changes is not a new one', async () => {
	const trigger = withProjects(1_000, { lookBackMs: DAY });
	makeSlow(trigger);
	expect(await trigger.publish()).toEqual([]);
	trigger.service.update('p7', { name: 'x' });
	trigger.service.create('new');
	expect(eventsIn(await trigger.poll())).toEqual(['updated p7', 'created new']);
});
