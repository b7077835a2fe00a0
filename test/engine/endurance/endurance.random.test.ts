import { cases, SEED } from '../../random';
import { oversizedStates } from './bounds';
import { endure } from './endurance';

const POLLS = cases(20).numRuns;

test(`${POLLS} polls among changes, limits, outages and restarts: nothing lost, nothing twice, states stay small (seed ${SEED})`, async () => {
	const figures = await endure({
		seed: SEED,
		polls: POLLS,
		projects: 600,
		calmRounds: 40,
		longOutages: false,
		measureAt: [POLLS],
	});
	expect(figures.flatMap(oversizedStates)).toEqual([]);
	expect(figures.at(-1)?.itemsDelivered).toBeGreaterThan(0);
}, 900_000);
