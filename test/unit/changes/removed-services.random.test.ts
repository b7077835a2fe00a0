/** Project Removed at a service that is busy. */
import fc from 'fast-check';
import { cases } from '../../random';
import { NULLS, STRICT, TIES } from '../looseListing';
import { randomFrom } from '../list/account';
import { expectEachOnce, idsIn, numbered, withProjects } from './testTrigger';
import { REMOVED } from './watching';

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
