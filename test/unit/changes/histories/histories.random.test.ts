import fc from 'fast-check';
import { cases } from '../../../random';
import { histories } from './randomHistories';
import { play } from './player';

const { numRuns, seed } = cases(50);

const keepsItsPromise = fc.asyncProperty(histories, async (history) => {
	expect(await play(history)).toEqual([]);
});

test(`${numRuns} random histories: nothing lost, twice or false (seed ${seed})`, async () => {
	await fc.assert(keepsItsPromise, { numRuns, seed });
}, 600_000);
