import { cases, SEED } from '../../random';
import { endure } from './endurance';

/** Five times as many for twenty times as many cases; `npm run endurance` polls thousands of times. */
const POLLS = Math.max(12, cases(3).numRuns);

test(`${POLLS} polls among changes, limits, outages and restarts: nothing lost, nothing twice, states stay small (seed ${SEED})`, async () => {
	const plan = { seed: SEED, busyRounds: 1, longOutages: false };
	for await (const { faults, itemsDelivered } of endure({
		...plan,
		polls: POLLS,
		projects: 600,
		measureAt: [POLLS],
	})) {
		expect(faults).toEqual([]);
		expect(itemsDelivered).toBeGreaterThan(0);
	}
}, 900_000);
