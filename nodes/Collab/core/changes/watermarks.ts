/** The watermarks of a feed: which stamps have been dealt with, and from which on a poll reads again. */
import {
	compareInstants,
	earlierOf,
	type Instant,
	instantFromKey,
	instantKey,
	justAfter,
	latestOf,
	plusMs,
} from '../time';
import type { FeedState, Phase } from '../scan/feedState';
import type { Scan } from '../scan/scan';
import type { SeenVersions } from './seenVersions';

/** Stamps are cut off to seconds by some services. */
const STAMP_PRECISION_MS = 1_000;

/** Versions that may be read again for the sake of Look Back; where more changed within it, it is shortened to these. */
const MAX_READ_AGAIN = 10_000;

/** Versions of one stamp that are kept while a catch-up goes on inside it: only those around its offset are read again. */
const MAX_INSIDE_STAMP = 8_000;

/** Of the rows that a poll could read when it ran out of time, how many the next ones may spend on Look Back. */
const SHARE_READ_AGAIN = 1 / 4;

/** From which stamp on this poll reads. A shorter Look Back applies at once. */
export function lowBeforeScan({ high, low }: FeedState, lookBackMs: number): Instant | undefined {
	const highAt = instantFromKey(high);
	return latestOf([instantFromKey(low), highAt && lookBackStart(highAt, lookBackMs)]);
}

/** Milliseconds; the times are this machine's. */
export interface ScanTimes {
	readonly lookBackMs: number;
	readonly startedAtMs: number;
	readonly endedAtMs: number;
}

/** The state of a feed after a scan whose rows are among the seen versions already; bounds these. */
export function nextFeedState(
	before: FeedState,
	scan: Scan,
	seen: SeenVersions,
	times: ScanTimes,
): FeedState {
	const high = latestOf([instantFromKey(before.high), scan.reached]);
	const phase = nextPhase(before.phase, scan);
	// Nothing of what a baseline could not read may be delivered later.
	const isCutBaseline = before.phase === 'baseline' && !scan.isComplete;
	const quietSinceMs = quietSince(before, scan, high, times);
	const quietMs = Math.max(0, times.startedAtMs - (quietSinceMs ?? Infinity));
	const lookBackLow = high && lookBackStart(high, times.lookBackMs - quietMs);
	const trimmed = trimInside(before, scan, seen, high);
	const low = latestOf([
		scan.low,
		lookBackLow,
		// Of a stamp that was trimmed it is not known any more which versions were delivered.
		trimmed.low,
		high && (isCutBaseline ? justAfter(high) : boundedLow(high, scan, seen)),
	]);
	const { offset, unplacedFirst, maxPerPage, rowsPerPoll } = scan;
	return {
		phase,
		high: high && instantKey(high),
		low: low && instantKey(low),
		quietSinceMs,
		offset: phase === 'incremental' ? undefined : offset,
		trimmed: trimmed.at && instantKey(trimmed.at),
		unplacedFirst,
		maxPerPage,
		rowsPerPoll,
	};
}

function nextPhase(phase: Phase, { isComplete }: Scan): Phase {
	if (isComplete || phase === 'baseline') return 'incremental';
	return phase === 'backfill' ? 'backfill' : 'catchUp';
}

/** Within the precision of stamps, more changes may come with the stamp of the high watermark. */
function lookBackStart(high: Instant, lookBackMs: number): Instant {
	return earlierOf(justAfter(high), plusMs(high, -lookBackMs - STAMP_PRECISION_MS));
}

/**
 * While nothing newer appears, rows that become visible late need not be looked for any longer than Look Back: the low
 * watermark rises past the high one, and an idle poll is one small request. Only a duration is measured, so it does not
 * matter how this machine's clock stands to the stamps.
 */
function quietSince(
	before: FeedState,
	{ isComplete }: Scan,
	high: Instant | undefined,
	{ startedAtMs, endedAtMs }: ScanTimes,
): number | undefined {
	if (!isComplete || !high) return undefined;
	const since = before.quietSinceMs;
	const hasMoved = before.high !== instantKey(high);
	return hasMoved || since === undefined || since > startedAtMs ? endedAtMs : since;
}

/**
 * While a catch-up goes on inside a stamp, only the versions around its offset are kept. Once it has passed the stamp, or is
 * complete, that stamp is not read again.
 */
function trimInside(
	before: FeedState,
	{ isComplete }: Scan,
	seen: SeenVersions,
	high: Instant | undefined,
): { readonly at?: Instant | undefined; readonly low?: Instant | undefined } {
	const earlier = instantFromKey(before.trimmed);
	const isPassed = earlier && (isComplete || !high || compareInstants(high, earlier) > 0);
	const low = isPassed ? justAfter(earlier) : undefined;
	if (isComplete || !high) return { low };
	const isTrimmed = seen.trim(high, MAX_INSIDE_STAMP);
	return { low, at: isTrimmed || (earlier && !isPassed) ? high : undefined };
}

/**
 * Bounds what is kept, and what is read again. Never beyond the high watermark, unless all was read up to it: what comes after
 * is yet to be read.
 */
function boundedLow(high: Instant, scan: Scan, seen: SeenVersions): Instant | undefined {
	const { isComplete, otherRows, rowsPerPoll = Infinity } = scan;
	const belowHigh = (cut: Instant | undefined) => cut && earlierOf(justAfter(cut), high);
	const kept = belowHigh(seen.cutFor(MAX_READ_AGAIN));
	if (kept) seen.forgetBelow(kept);
	if (!isComplete) return kept;
	const max = Math.min(MAX_READ_AGAIN, rowsPerPoll * SHARE_READ_AGAIN);
	const low = belowHigh(seen.cutFor(max)) ?? kept;
	// Where all of it has one stamp, or is not this feed's, none of it is read again.
	return seen.sizeFrom(low) + otherRows > max ? justAfter(high) : low;
}
