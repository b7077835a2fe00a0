/** Which seconds of the service's stamps have been dealt with, and from which on a poll reads again. */
import { MS_PER_DAY, MS_PER_SECOND, STAMP_PRECISION_S } from '../time';
import type { PollContext } from './options';
import type { TriggerState } from './state';

type Watermarks = Pick<TriggerState, 'high' | 'low' | 'newSince' | 'quietSinceMs'>;

/** What a poll has read. */
interface Reach {
	/** The newest second that is not in the future, when the poll began. */
	readonly reached: number | undefined;
	/** Whether all from the low watermark on was read. */
	readonly isComplete: boolean;
	readonly isBaseline: boolean;
	/** Whether a backlog is, or was, to be read. */
	readonly hasBacklog: boolean;
}

/** The latest second of a stamp that is believed, whatever clocks are wrong: one absurd date must not end a trigger. */
export const latestSecond = (nowMs: number) => Math.floor((nowMs + MS_PER_DAY) / MS_PER_SECOND);

/**
 * What is stamped later is in the future: a watermark there would hide all that comes before it. The service's clock decides,
 * unless it is more than a day away from this machine's.
 */
export function presentOf(servedAtMs: number | undefined, nowMs: number): number {
	const isBelieved = servedAtMs !== undefined && Math.abs(servedAtMs - nowMs) <= MS_PER_DAY;
	return Math.floor((isBelieved ? servedAtMs : nowMs) / MS_PER_SECOND);
}

export const lookBackSeconds = ({ options }: PollContext) =>
	Math.ceil(options.lookBackMs / MS_PER_SECOND);

export const lookBackFrom = (second: number, lookBackS: number) =>
	second - lookBackS - STAMP_PRECISION_S;

/**
 * While nothing newer appears, what becomes visible late need not be looked for any longer than Look Back: the low watermark
 * rises past the high one, and an idle poll is one small request. Only a duration is measured on this machine's clock.
 */
export function nextWatermarks(
	context: PollContext,
	before: TriggerState,
	reach: Reach,
): Watermarks {
	const { reached, isComplete, isBaseline } = reach;
	const endedAtMs = context.runtime.now();
	const high = latestOf(before.high, reached);
	// Of an account without projects, whatever comes is new.
	if (high === undefined) return { low: before.low ?? 0, newSince: before.newSince ?? 0 };
	const since = isComplete && before.high === high ? before.quietSinceMs : undefined;
	const quietSinceMs = Math.min(since ?? endedAtMs, endedAtMs);
	const quietS = Math.floor((endedAtMs - quietSinceMs) / MS_PER_SECOND);
	const lookBack = Math.min(high + 1, lookBackFrom(high, lookBackSeconds(context)) + quietS);
	// Nothing of what a baseline could not read may be delivered later.
	const isCut = isBaseline && !isComplete;
	const low = latestOf(before.low, isCut ? high + 1 : lookBack);
	return { high, low, newSince: nextNewSince(before, reach, low), quietSinceMs };
}

/** One poll behind, and behind a backlog: a new project that changes while it is read is read by the next poll only. */
function nextNewSince(
	{ newSince, low: lowBefore }: TriggerState,
	{ isComplete, isBaseline, hasBacklog }: Reach,
	low: number | undefined,
): number | undefined {
	if (isComplete && !hasBacklog) return latestOf(newSince, lowBefore ?? low);
	return newSince ?? (isBaseline ? low : undefined);
}

function latestOf(...seconds: ReadonlyArray<number | undefined>): number | undefined {
	const known = seconds.filter((second) => second !== undefined);
	return known.length === 0 ? undefined : Math.max(...known);
}
