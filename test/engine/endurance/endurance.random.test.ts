import { cases, SEED } from '../../random';
import { endure } from './endurance';

/** All that can happen once; `npm run endurance` polls thousands of times. */
const POLLS = cases(10).numRuns;

test(`${POLLS} polls among changes, limits, outages and restarts: nothing lost, nothing twice, states stay small (seed ${SEED})`, async () => {
	const plan = { seed: SEED, polls: POLLS, projects: 600, busyRounds: 0, longOutages: false };
	for await (const { faults, items } of endure({ ...plan, measurements: 1 })) {
		expect(faults).toEqual([]);
		expect(items).toBeGreaterThan(0);
	}
}, 900_000);
