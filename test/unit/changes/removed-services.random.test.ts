/** Project Removed at services that are busy, count wrong, are large or slow; and what is saved for it. */
import fc from 'fast-check';
import { cases } from '../../random';
import { NULLS, STRICT, TIES } from '../../../dev/sandbox/projects/looseListing';
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { randomFrom } from '../pagination/account';
import { eventsIn, expectEachOnce, idsIn, numbered, SECOND, withProjects } from './testTrigger';
import { publishedOver, REMOVED } from './watching';

describe('a service that counts wrong', () => {
	test.each([-3, 4])(
		'by %d: nothing is removed, and the list is not read for ever',
		async (more) => {
			const trigger = withProjects(300, REMOVED);
			const { service } = trigger;
			service.looseness = { ...STRICT, totalOffset: more };
			await trigger.publish();
			await trigger.poll();
			await trigger.poll();
			expect(await trigger.poll()).toEqual([]);
			expect(trigger.requests).toBeLessThan(3);
			service.delete('p7');
			expect(eventsIn(await trigger.poll())).toEqual(['removed p7']);
		},
	);
});

test('while a list is read, projects come and go: each removed one is delivered once', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				seed: fc.nat(),
				ties: fc.constantFrom(...TIES.filter((ties) => ties !== 'random')),
				nulls: fc.constantFrom(...NULLS),
				count: fc.integer({ min: 1, max: 450 }),
				everyRequest: fc.integer({ min: 1, max: 4 }),
			}),
			async ({ seed, ties, nulls, count, everyRequest }) => {
				const trigger = withProjects(count, { ...REMOVED, lookBackMs: 0 });
				const { service } = trigger;
				const random = randomFrom(seed);
				service.ties = ties;
				service.looseness = { ...STRICT, nulls };
				await trigger.publish();
				await trigger.poll();
				const removed: string[] = [];
				const living = numbered(0, count);
				let isBusy = true;
				let created = count;
				service.beforeAnswer = () => {
					if (!isBusy || service.requests % everyRequest > 0) return;
					const draw = random();
					if (draw < 0.4) {
						service.create(`p${created}`);
						living.push(`p${created++}`);
					} else if (draw < 0.8) {
						const [id] = living.splice(Math.floor(random() * living.length), 1);
						if (id === undefined) return;
						service.delete(id);
						removed.push(id);
					} else {
						service.update(living[Math.floor(random() * living.length)] ?? '', { name: `${draw}` });
					}
				};
				const delivered: string[] = [];
				const poll = async () => delivered.push(...idsIn(await trigger.poll()));
				for (let round = 0; round < 6; round += 1) await poll();
				isBusy = false;
				for (let round = 0; round < 3; round += 1) await poll();
				// What came and went without ever being read cannot be known.
				const unread = removed.filter(
					(id) => Number(id.slice(1)) >= count && !delivered.includes(id),
				);
				expectEachOnce(
					delivered,
					removed.filter((id) => !unread.includes(id)),
				);
			},
		),
		cases(3),
	);
});

test('a backlog is not held up: no whole list is read before its end', async () => {
	const pollsOf = async (options: Partial<ChangeOptions>) => {
		const trigger = await publishedOver(20, options);
		trigger.service.requestsPerSecond = 2;
		for (const id of numbered(20, 9_000)) {
			trigger.service.create(id);
			if (Number(id.slice(1)) % 10 === 0) trigger.service.nowMs += SECOND;
		}
		return (await trigger.pollUntilIdle()).length;
	};
	const withoutIt = await pollsOf({ events: ['created'] });
	expect(withoutIt).toBeGreaterThan(2);
	expect(await pollsOf({ events: ['created', 'removed'] })).toBeLessThanOrEqual(withoutIt + 1);
});

describe('bounds', () => {
	test('an account too large for the state gets a clear error', async () => {
		const trigger = withProjects(25_000, REMOVED);
		for (const id of numbered(0, 25_000)) trigger.service.update(id, { name: id.padEnd(60, 'x') });
		await expect(trigger.poll()).rejects.toMatchObject({
			kind: 'tooManyProjects',
			data: { totalItems: 25_000 },
		});
	});

	test('10,000 projects fit, beside previous values fewer', async () => {
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
	])('%i projects with names of 20 characters and IDs of 13 fit: %j', async (count, options) => {
		const trigger = withProjects(0, { ...REMOVED, ...options });
		const idOf = (number: number) => `proj_${String(number).padStart(8, '0')}`;
		for (let number = 0; number < count; number += 1) {
			trigger.service.create(idOf(number), { name: `Project name ${10 ** 6 + number}` });
		}
		await trigger.publish();
		await trigger.poll();
		trigger.service.delete(idOf(77));
		expect(eventsIn(await trigger.poll())).toEqual([`removed ${idOf(77)}`]);
	});

	test('where a poll has no time to read all projects once, the error says so', async () => {
		const trigger = withProjects(5_000, REMOVED);
		trigger.service.requestsPerSecond = 1;
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'listTooLong' });
	});

	test('where it has no time later, other events are delivered all the same, and the removed ones when it has', async () => {
		const trigger = await publishedOver(3_000, { events: ['removed', 'updated'] });
		const { service } = trigger;
		service.requestsPerSecond = 0.5;
		service.delete('p5');
		service.update('p6', { name: 'x' });
		expect(eventsIn(await trigger.poll())).toEqual(['updated p6']);
		service.requestsPerSecond = 10;
		expect(eventsIn(await trigger.poll())).toEqual(['removed p5']);
	});
});

test('a damaged part of the state is read anew, without false events', async () => {
	const trigger = await publishedOver(30);
	const saved = JSON.stringify(trigger.n8n.state);
	for (const known of [null, 7, { ...{ inclusion: '', count: 30 } }, damagedText(saved)]) {
		const state = JSON.parse(saved) as { all: { known: unknown } };
		state.all.known = known;
		const copy = await publishedOver(30);
		const changes = await copy.pollWith({ load: () => state, save: () => {} });
		expect(changes).toEqual([]);
	}
});

function damagedText(saved: string): unknown {
	const { all } = JSON.parse(saved) as { all: { known: { projects: string } } };
	return { ...all.known, projects: all.known.projects.slice(0, 40) };
}

test('a poll leaves the process free between slices', async () => {
	const trigger = await publishedOver(2_000);
	trigger.service.delete('p5');
	await trigger.poll(SECOND);
	expect(trigger.mostRowsBetweenYields).toBeLessThanOrEqual(1_000);
});
