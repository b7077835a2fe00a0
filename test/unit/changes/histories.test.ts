import fc from 'fast-check';
import { histories } from './history';
import { OURS, play } from './player';
import { DISJOINT_PAGES, LOCAL_CLOCK, STRICTLY_LATER, WRITTEN_BEFORE } from './wrongDesigns';

const HISTORIES = Number(process.env['HISTORIES'] ?? 2000);
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const keepsItsPromise = (design = OURS) =>
	fc.asyncProperty(histories, async (history) => {
		expect(await play(history, design)).toEqual([]);
	});

test(`${HISTORIES} random histories: nothing lost, nothing twice (seed ${SEED})`, async () => {
	await fc.assert(keepsItsPromise(), { numRuns: HISTORIES, seed: SEED });
}, 3_600_000);

test.each([
	['this machine’s clock as the cursor', LOCAL_CLOCK],
	['strictly later than the cursor', STRICTLY_LATER],
	['a cursor written before the answer', WRITTEN_BEFORE],
	['pages that do not overlap', DISJOINT_PAGES],
])(
	'the same histories find out %s',
	async (_name, design) => {
		const outcome = await fc.check(keepsItsPromise(design), {
			numRuns: 2000,
			seed: SEED,
			endOnFailure: true,
		});
		expect(outcome.failed).toBe(true);
	},
	120_000,
);
