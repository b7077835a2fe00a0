/**
 * How many random cases a test tries, and which. `npm test` tries few; `npm run test:nightly` tries twenty times as many. Both try
 * the same ones each time, so that the same code gives the same result; `SEED=7` chooses others, also those that a failure
 * prints. `CASES_FACTOR=1000 SEED=7 npm run jest -- moving-list` tries more of one kind.
 */
export const SEED = Number(process.env['SEED'] ?? 1);

const FACTOR = Number(process.env['CASES_FACTOR'] ?? 1);

export const cases = (count: number) => ({ seed: SEED, numRuns: Math.ceil(count * FACTOR) });

/** Sandboxes of tests hold data around this day, so that they stay the same. */
export const SEEDED_DAY_MS = Date.UTC(2026, 0, 1);
