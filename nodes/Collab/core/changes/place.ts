import type { PollReading } from './options';
import { type ChangeState, instantOf } from './state';
import {
	compareInstants,
	earlierOf,
	type Instant,
	instantKey,
	justAfter,
	latestOf,
	plusMs,
} from '../time';

/** Versions remembered below the cursor; where more change within the look-back, it is shortened to these. */
const MAX_BELOW_CURSOR = 10_000;

/** Where reading has come to, and where the next poll may stop. */
type Place = Pick<ChangeState, 'cursor' | 'floor' | 'horizon' | 'quietSinceMs'>;

/** `remembered` are the stamps of the delivered versions, `read` those of all rows. */
export function nextPlace(
	state: ChangeState,
	reading: PollReading,
	stamps: { readonly read: readonly Instant[]; readonly remembered: readonly Instant[] },
	lookBackMs: number,
): Place {
	const cursor = nextCursor(state, reading, stamps.read);
	if (!cursor) return { floor: state.floor, horizon: state.horizon };
	const quietSinceMs = quietSince(state, reading, cursor);
	const floor = latestOf([
		instantOf(state.floor),
		settledBelow(cursor, lookBackMs - quietMs(quietSinceMs, reading)),
		memoryBound(stamps.remembered, cursor),
		isCutBaseline(state, reading) ? oldestUpTo(stamps.read, cursor) : undefined,
	]);
	const floorKey = floor && instantKey(floor);
	const isAbreast = reading.complete || isCutBaseline(state, reading);
	return {
		cursor: instantKey(cursor),
		floor: floorKey,
		horizon: isAbreast ? floorKey : state.horizon,
		quietSinceMs,
	};
}

function settledBelow(cursor: Instant, lookBackMs: number): Instant {
	return earlierOf(justAfter(cursor), plusMs(cursor, -lookBackMs));
}

function quietMs(quietSinceMs: number | undefined, { servedAtMs }: PollReading): number {
	return quietSinceMs === undefined || servedAtMs === undefined ? 0 : servedAtMs - quietSinceMs;
}

function nextCursor(
	state: ChangeState,
	{ newestAtStart }: PollReading,
	read: readonly Instant[],
): Instant | undefined {
	const reached = newestAtStart ? read.filter((at) => compareInstants(at, newestAtStart) <= 0) : [];
	return latestOf([instantOf(state.cursor), ...reached]);
}

/**
 * While nothing newer appears, rows that come late need not be looked for any longer than the look-back: the floor
 * rises past the cursor, and an idle poll is one request. Measured as a difference on the service's clock alone, so it
 * does not matter how that clock stands to the stamps; what is newer than the cursor is always read.
 */
function quietSince(state: ChangeState, { complete, servedAtMs }: PollReading, cursor: Instant) {
	if (!complete || servedAtMs === undefined) return undefined;
	const hasMoved = state.cursor !== instantKey(cursor);
	const before = state.quietSinceMs;
	return hasMoved || before === undefined || before > servedAtMs ? servedAtMs : before;
}

function memoryBound(remembered: readonly Instant[], cursor: Instant): Instant | undefined {
	const below = remembered.filter((at) => compareInstants(at, cursor) < 0);
	if (below.length <= MAX_BELOW_CURSOR) return undefined;
	const latestFirst = below.sort((a, b) => compareInstants(b, a));
	const forgotten = latestFirst[MAX_BELOW_CURSOR];
	return forgotten && justAfter(forgotten);
}

function isCutBaseline(state: ChangeState, reading: PollReading): boolean {
	return state.phase === 'baseline' && !reading.complete;
}

/** A baseline that ended early has not seen what is older, nor what shares the last stamp. */
function oldestUpTo(read: readonly Instant[], cursor: Instant): Instant {
	return justAfter(read.reduce(earlierOf, cursor));
}
