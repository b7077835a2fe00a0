import { SeenVersions } from '../../../nodes/Collab/core/changes/seenVersions';
import {
	lowBeforeScan,
	nextFeedState,
	type ScanTimes,
} from '../../../nodes/Collab/core/changes/watermarks';
import type { FeedState, Phase } from '../../../nodes/Collab/core/scan/feedState';
import type { Scan } from '../../../nodes/Collab/core/scan/scan';
import { type Instant, instantKey, justAfter } from '../../../nodes/Collab/core/time';
import { instant } from './projects';
import { DAY, MINUTE, SECOND } from './testTrigger';

const stamp = (time: string, day = '03-01') => instant(`2026-${day}T${time}Z`);
const [NOON, ONE, TWO] = [stamp('12:00:00'), stamp('13:00:00'), stamp('14:00:00')] as const;
const [noon, one, two] = [instantKey(NOON), instantKey(ONE), instantKey(TWO)];
const at = (time: string, day?: string) => instantKey(stamp(time, day));
const after = (stamped: Instant) => instantKey(justAfter(stamped));

const SCAN: Scan = {
	news: [],
	low: undefined,
	reached: NOON,
	isComplete: true,
	otherRows: 0,
	totalItems: 0,
	hasUnstamped: false,
};
const TIMES: ScanTimes = { lookBackMs: 5 * MINUTE, startedAtMs: 5_000, endedAtMs: 6_000 };

const times = { lookBackMs: DAY };

/** So many versions under each stamp, given by its key. */
function seenWith(counts: Readonly<Record<string, number>>): SeenVersions {
	const versions = (count: number) =>
		Array.from({ length: count }, (_, index) => `${index}`.padStart(17, '0')).join('');
	const groups = Object.entries(counts).map(([key, count]) => [key, versions(count)] as const);
	return SeenVersions.open(Object.fromEntries(groups));
}

interface Given {
	readonly before?: Partial<FeedState>;
	readonly scan?: Partial<Scan>;
	readonly seen?: SeenVersions;
	readonly times?: Partial<ScanTimes>;
}

function next({ before, scan, seen = seenWith({}), times: given }: Given): FeedState {
	const state: FeedState = { phase: 'incremental', ...before };
	return nextFeedState(state, { ...SCAN, ...scan }, seen, { ...TIMES, ...given });
}

describe('a poll reads', () => {
	const low = (state: Partial<FeedState>, lookBackMs: number) =>
		lowBeforeScan({ phase: 'incremental', ...state }, lookBackMs);

	test('from Look Back and one second before the high watermark on', () => {
		expect(low({ high: instantKey(NOON) }, 5 * MINUTE)).toEqual(stamp('11:54:59'));
		expect(low({ high: instantKey(NOON) }, 0)).toEqual(stamp('11:59:59'));
	});

	test('from the low watermark on, where that is later; everything, without watermarks', () => {
		const state = { high: instantKey(NOON), low: at('11:58:00') };
		expect(low(state, 5 * MINUTE)).toEqual(stamp('11:58:00'));
		expect(low(state, MINUTE)).toEqual(stamp('11:58:59'));
		expect(low({}, 5 * MINUTE)).toBeUndefined();
	});
});

describe('the phase after a scan', () => {
	test.each<[Phase, boolean, Phase]>([
		['baseline', true, 'incremental'],
		['baseline', false, 'incremental'],
		['backfill', true, 'incremental'],
		['backfill', false, 'backfill'],
		['incremental', true, 'incremental'],
		['incremental', false, 'catchUp'],
		['catchUp', true, 'incremental'],
		['catchUp', false, 'catchUp'],
	])('of a %s (complete: %p) is %s', (phase, isComplete, expected) => {
		const state = next({ before: { phase }, scan: { isComplete, offset: 7 } });
		expect(state.phase).toBe(expected);
		expect(state.offset).toBe(expected === 'incremental' ? undefined : 7);
	});

	test('keeps what is known of the pages', () => {
		const scan = { unplacedFirst: 2, maxPerPage: 50, rowsPerPoll: 4_000 };
		expect(next({ scan })).toMatchObject(scan);
	});
});

describe('the watermarks after a scan', () => {
	test.each([true, false])(
		'are what it reached, and Look Back before that (complete: %p)',
		(isComplete) => {
			const state = next({ before: { high: at('11:00:00') }, scan: { isComplete } });
			expect(state).toMatchObject({ high: instantKey(NOON), low: at('11:54:59') });
		},
	);

	test('never move back', () => {
		const state = next({ before: { high: instantKey(TWO) }, scan: { low: ONE } });
		expect(state).toMatchObject({ high: instantKey(TWO), low: at('13:54:59') });
		expect(next({ scan: { low: stamp('11:58:00') } }).low).toBe(at('11:58:00'));
	});

	test('after a baseline that was cut off are past all that existed', () => {
		const state = next({ before: { phase: 'baseline' }, scan: { isComplete: false } });
		expect(state).toMatchObject({ high: instantKey(NOON), low: after(NOON) });
	});

	test('of an empty list are none', () => {
		const { high, low, quietSinceMs } = next({ scan: { reached: undefined } });
		expect([high, low, quietSinceMs]).toEqual([undefined, undefined, undefined]);
	});
});

describe('a feed is quiet', () => {
	const quietSince = (before: Partial<FeedState>, scan: Partial<Scan> = {}) =>
		next({ before, scan }).quietSinceMs;
	const high = instantKey(NOON);

	test('since the end of the scan that moved the high watermark', () => {
		expect(quietSince({})).toBe(6_000);
		expect(quietSince({ high: at('11:00:00'), quietSinceMs: 1_000 })).toBe(6_000);
		expect(quietSince({ high })).toBe(6_000);
	});

	test('for as long as the high watermark stays', () => {
		expect(quietSince({ high, quietSinceMs: 1_000 })).toBe(1_000);
		expect(quietSince({ high, quietSinceMs: 5_000 })).toBe(5_000);
	});

	test('from now on, when the clock was set back; not at all before everything was read', () => {
		expect(quietSince({ high, quietSinceMs: 5_001 })).toBe(6_000);
		expect(quietSince({ high, quietSinceMs: 1_000 }, { isComplete: false })).toBeUndefined();
	});

	test.each([
		[0, at('11:54:59')],
		[2 * MINUTE, at('11:56:59')],
		[5 * MINUTE + SECOND, instantKey(NOON)],
		[DAY, after(NOON)],
	])('for %i ms: the low watermark rises by as much, until it is past the high one', (ms, low) => {
		const before = { high, quietSinceMs: 1_000 };
		const scanned = { startedAtMs: 1_000 + ms, endedAtMs: 2_000 + ms };
		expect(next({ before, times: scanned }).low).toBe(low);
	});
});

describe('a catch-up inside one stamp', () => {
	const inside = { phase: 'catchUp', high: noon, trimmed: noon } as const;
	const unfinished = { isComplete: false };

	test.each([
		[8_000, undefined],
		[8_001, noon],
	])('of %i versions: at most 8,000 are kept', (count, trimmed) => {
		const seen = seenWith({ [noon]: count });
		expect(next({ scan: unfinished, seen, times }).trimmed).toBe(trimmed);
		expect(seen.size).toBe(8_000);
	});

	test('that ends with this poll keeps all versions', () => {
		const seen = seenWith({ [noon]: 8_001 });
		expect(next({ seen, times }).trimmed).toBeUndefined();
		expect(seen.size).toBe(8_001);
	});

	test('stays trimmed while it goes on, and its stamp is read again', () => {
		const state = next({ before: inside, scan: unfinished, seen: seenWith({ [noon]: 10 }), times });
		expect([state.trimmed, state.low]).toEqual([noon, at('11:59:59', '02-28')]);
	});

	test.each<[string, Partial<Scan>]>([
		['when the scan is past it', { isComplete: false, reached: ONE }],
		['when the scan is complete', { isComplete: true, reached: NOON }],
	])('does not read its stamp again %s', (_name, scan) => {
		const state = next({ before: inside, scan, times });
		expect([state.trimmed, state.low]).toEqual([undefined, after(NOON)]);
	});

	test('is over where no high watermark is known', () => {
		const before = { phase: 'catchUp', trimmed: noon } as const;
		const state = next({ before, scan: { isComplete: false, reached: undefined } });
		expect([state.trimmed, state.low]).toEqual([undefined, after(NOON)]);
	});
});

describe('what is read again for the sake of Look Back', () => {
	const dayBefore = at('12:59:59', '02-28');
	const toOne = { reached: ONE };

	test.each([true, false])(
		'is at most 10,000 versions, the newest (complete: %p)',
		(isComplete) => {
			const seen = seenWith({ [noon]: 6_000, [one]: 6_000 });
			expect(next({ scan: { ...toOne, isComplete }, seen, times }).low).toBe(after(NOON));
			expect(seen.size).toBe(6_000);
		},
	);

	test('reaches no further than the high watermark, beyond which is yet to be read', () => {
		const seen = seenWith({ [one]: 6_000, [two]: 6_000 });
		expect(next({ scan: { isComplete: false }, seen, times }).low).toBe(noon);
		expect(seen.size).toBe(12_000);
	});

	test('is a quarter of the rows that a poll can read, without forgetting more', () => {
		const seen = seenWith({ [noon]: 600, [one]: 600 });
		expect(next({ scan: { ...toOne, rowsPerPoll: 4_000 }, seen, times }).low).toBe(after(NOON));
		expect(seen.size).toBe(1_200);
		expect(next({ scan: { ...toOne, rowsPerPoll: 8_000 }, seen, times }).low).toBe(dayBefore);
	});

	test('is not bounded by the rows of a poll while a catch-up goes on', () => {
		const seen = seenWith({ [noon]: 600, [one]: 600 });
		const scan = { ...toOne, isComplete: false, rowsPerPoll: 4_000 };
		expect(next({ scan, seen, times }).low).toBe(dayBefore);
	});

	test.each([
		[1_000, 0, dayBefore],
		[1_001, 0, after(ONE)],
		[600, 400, dayBefore],
		[600, 401, after(ONE)],
	])(
		'of one stamp (%i rows, and %i of the other feed) is all or nothing',
		(own, otherRows, low) => {
			const scan = { ...toOne, rowsPerPoll: 4_000, otherRows };
			expect(next({ scan, seen: seenWith({ [one]: own }), times }).low).toBe(low);
		},
	);
});
