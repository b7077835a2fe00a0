import { nextWatermarks, presentOf } from '../../../nodes/Collab/core/changes/watermarks';

const LOOK_BACK_S = 300;
const NOW_MS = 1_000_000_000;

type Before = Parameters<typeof nextWatermarks>[0];
type Reach = Partial<Parameters<typeof nextWatermarks>[1]>;

const after = (before: Partial<Before>, reach: Reach, endedAtMs = NOW_MS) =>
	nextWatermarks(
		before as Before,
		{ reached: undefined, isComplete: true, isBaseline: false, hasBacklog: false, ...reach },
		{ lookBackS: LOOK_BACK_S, endedAtMs },
	);

/** Where Look Back ends, and the second into which some services cut their stamps. */
const lookBackFrom = (second: number) => second - LOOK_BACK_S - 1;

test('a baseline puts the low watermark Look Back below the newest row, and all after it is new', () => {
	expect(after({}, { reached: 5_000, isBaseline: true })).toEqual({
		high: 5_000,
		low: lookBackFrom(5_000),
		newSince: lookBackFrom(5_000),
		quietSinceMs: NOW_MS,
	});
});

test('of an account without projects, whatever comes is new', () => {
	expect(after({}, { isBaseline: true })).toEqual({ low: 0, newSince: 0 });
	expect(after({ low: 0, newSince: 0 }, {})).toEqual({ low: 0, newSince: 0 });
});

test('nothing that a baseline was too slow to read is delivered later', () => {
	const { high, low, newSince } = after(
		{},
		{ reached: 5_000, isBaseline: true, isComplete: false },
	);
	expect([high, low, newSince]).toEqual([5_000, 5_001, 5_001]);
});

describe('after a baseline', () => {
	const before = { high: 5_000, low: 4_699, newSince: 4_699, quietSinceMs: NOW_MS - 60_000 };

	test('a newer row raises both watermarks; new are projects since the low one of one poll before', () => {
		const raised = after(before, { reached: 9_000 });
		expect(raised).toEqual({
			high: 9_000,
			low: lookBackFrom(9_000),
			newSince: 4_699,
			quietSinceMs: NOW_MS,
		});
		expect(after(raised, { reached: 9_000 }).newSince).toBe(lookBackFrom(9_000));
	});

	test('a poll that could not read all of it leaves open which projects are new', () => {
		const { low, newSince } = after(before, { reached: 9_000, isComplete: false });
		expect([low, newSince]).toEqual([lookBackFrom(9_000), 4_699]);
	});

	test('a backlog leaves it open, too: what it still has to deliver may be new', () => {
		const { low, newSince } = after(before, { reached: 9_000, hasBacklog: true });
		expect([low, newSince]).toEqual([lookBackFrom(9_000), 4_699]);
	});

	test('a Look Back that was made longer lowers none', () => {
		expect(after({ ...before, low: 4_950 }, { reached: 5_000 }).low).toBe(4_950);
	});

	test('an older row lowers none', () => {
		const { high, low } = after(before, { reached: 100 });
		expect(high).toBe(5_000);
		expect(low).toBeGreaterThanOrEqual(4_699);
	});
});

describe('while nothing new appears', () => {
	const quietFor = (seconds: number, reach: Reach = {}) =>
		after(
			{ high: 5_000, low: 4_699, newSince: 4_699, quietSinceMs: NOW_MS },
			{ reached: 5_000, ...reach },
			NOW_MS + 1_000 * seconds,
		);

	test.each([
		[0, 4_699],
		[100, 4_799],
		[301, 5_000],
		[302, 5_001],
		[90_000, 5_001],
	])('for %i seconds, the low watermark rises to %i', (seconds, low) => {
		expect(quietFor(seconds)).toMatchObject({ high: 5_000, low, quietSinceMs: NOW_MS });
	});

	test('a clock that is set back moves no watermark back', () => {
		expect(quietFor(-90_000)).toMatchObject({ low: 4_699, quietSinceMs: NOW_MS - 90_000_000 });
	});

	test('a poll that could not read all is not quiet', () => {
		const { low, quietSinceMs } = quietFor(100, { isComplete: false });
		expect([low, quietSinceMs]).toEqual([4_699, NOW_MS + 100_000]);
	});
});

test.each([
	['the clock of the service, a day ahead', 86_400_000, 86_400_000],
	['the clock of the service, a day behind', -86_400_000, -86_400_000],
	['that of this machine where the other is further ahead', 86_400_001, 0],
	['that of this machine where the other is further behind', -86_400_001, 0],
	['that of this machine where the other is not known', undefined, 0],
])('the present is %s', (_which, aheadMs, presentMs) => {
	const servedAtMs = aheadMs === undefined ? undefined : NOW_MS + aheadMs;
	expect(presentOf(servedAtMs, NOW_MS)).toBe((NOW_MS + presentMs) / 1000);
});
