/** Project Removed at a service that is busy. */
import fc from 'fast-check';
import { NULLS, TIES } from '../../../dev/sandbox/listing';
import { cases } from '../../random';
import { editAny } from '../edits';
import { randomFrom } from '../service';
import { expectEachOnce, idsIn, withProjects } from './testTrigger';

test('while a list is read, projects come and go: each removed one is delivered once', async () => {
	const history = fc.record({
		seed: fc.nat(),
		ties: fc.constantFrom(...TIES.filter((ties) => ties !== 'random')),
		nulls: fc.constantFrom(...NULLS),
		count: fc.integer({ min: 1, max: 450 }),
		everyRequest: fc.integer({ min: 1, max: 4 }),
	});
	const property = fc.asyncProperty(history, async ({ seed, count, everyRequest, ...behavior }) => {
		const trigger = withProjects(count, { events: ['removed'], lookBackMs: 0 }, behavior);
		const { service } = trigger;
		const random = randomFrom(seed);
		await trigger.poll();
		await trigger.poll();
		service.beforeAnswer = (number) => {
			if (number % everyRequest === 0) editAny(service, ['create', 'delete', 'rename'], random);
		};
		const delivered: string[] = [];
		for (let round = 0; round < 9; round += 1) {
			if (round === 6) service.beforeAnswer = () => {};
			delivered.push(...idsIn(await trigger.poll()));
		}
		// What came and went without ever being read cannot be known.
		const isKnown = (id: string) => !id.startsWith('proj') || delivered.includes(id);
		const gone = service.ids.filter((id) => service.get(id) === undefined);
		expectEachOnce(delivered, gone.filter(isKnown));
	});
	await fc.assert(property, cases(3));
});
