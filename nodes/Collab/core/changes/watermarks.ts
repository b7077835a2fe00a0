/** Which seconds of the service's stamps have been dealt with, and from which on a poll reads again. */
import type { Project } from '../contract';
import { MS_PER_DAY, MS_PER_SECOND, parseInstant, STAMP_PRECISION_S } from '../time';
import type { ChangeOptions, PollContext } from './options';
import type { RecentState, TriggerState } from './state';

/** The service's clock at an answer, in seconds since 1970. */
export interface ServiceClock {
	/**
	 * Later stamps lie in the future: as a watermark they would hide changes. Where the service's clock and this machine's are
	 * more than a day apart, the earlier one counts.
	 */
	readonly nowS: number;
	/** Whether these two are not that far apart. */
	readonly isCredible: boolean;
}

/** @param servedAtMs undefined where the service tells no time */
export function clockOf(nowMs: number, servedAtMs: number = nowMs): ServiceClock {
	const isCredible = Math.abs(servedAtMs - nowMs) <= MS_PER_DAY;
	const credibleMs = isCredible ? servedAtMs : Math.min(servedAtMs, nowMs);
	return { nowS: Math.floor(credibleMs / MS_PER_SECOND), isCredible };
}

export const lookBackSeconds = ({ lookBackMs }: ChangeOptions) =>
	Math.ceil(lookBackMs / MS_PER_SECOND);

export const lookBackFrom = (second: number, options: ChangeOptions) =>
	second - lookBackSeconds(options) - STAMP_PRECISION_S;

/** What a poll has read of the recent changes. */
export interface Reach {
	/** The newest second of an `updated_at` that does not lie in the future; 0 where no row has one. */
	readonly newestChange: number;
	/** The newest second in which a project that was read was created or changed, as far as it can be believed. */
	readonly newestStamp: number;
	/** Whether all down to the low watermark was read, or need not be. */
	readonly isDone: boolean;
	/** How many projects the last answer counted; 0 where it did not count the list. */
	readonly totalItems: number;
}

export function nextRecent(
	context: PollContext,
	lastState: TriggerState,
	reach: Reach,
): RecentState {
	const { recent, snapshot } = lastState;
	const high = Math.max(recent.high, reach.newestChange);
	// An old list, as a cache or a replica that is far behind shows it, does not show what became visible late.
	const isOld = reach.newestChange < recent.high;
	const since = recent.high === high ? recent.quietSince : undefined;
	const quietSince = quietSinceAt(context.firstClock(), isOld, since);
	const next = { ...recent, high, quietSince, needsTime: false };
	if (recent.low === undefined) return { ...next, ...firstWatermarks(context, recent, reach) };
	// While nothing newer appears, the low watermark rises to just above the high one, and an idle poll is one small request.
	const risen = Math.max(recent.low, Math.min(high + 1, mayBeHiddenFrom(context, next)));
	const low = isOld ? recent.low : risen;
	const gapFrom = earliestOf(recent.gapFrom, recent.low);
	if (!reach.isDone)
		return { ...next, ...(mayNeedTime(lastState) ? { needsTime: true } : { low, gapFrom }) };
	// What a gap or the snapshot under way has left unread may still be new.
	if (snapshot || recent.gapFrom !== undefined) return { ...next, low };
	// The last poll's low watermark is taken, since what is created and changed while a poll reads is new in the next one.
	return { ...next, low, newSince: Math.max(recent.newSince ?? 0, recent.low) };
}

/** Only a clock that can be believed tells how long the high watermark has stood still; the one of an old list may be old, too. */
function quietSinceAt({ nowS, isCredible }: ServiceClock, isOld: boolean, since?: number) {
	const isKept = !isCredible || (isOld && since !== undefined);
	return isKept ? since : Math.min(since ?? nowS, nowS);
}

/** Beside a snapshot, a poll gets a second try before there is a gap. */
const mayNeedTime = ({ recent, snapshot }: TriggerState) =>
	snapshot && !recent.needsTime && recent.gapFrom === undefined;

function firstWatermarks(
	{ options, clock }: PollContext,
	{ gapFrom }: RecentState,
	{ newestChange, newestStamp, isDone }: Reach,
) {
	// What the first poll had no time for lies before the start, and must not be delivered later.
	const from = isDone ? lookBackFrom(newestChange, options) : (newestChange || clock().nowS) + 1;
	const low = Math.max(0, from);
	return { low, newSince: gapFrom === undefined ? low : newestStamp + 1 };
}

/** From this second on, a replica that lags may not show a project yet. While nothing newer appears, it rises with the clock. */
export function mayBeHiddenFrom(
	{ options, firstClock }: PollContext,
	{ high, low = 0, quietSince }: RecentState,
): number {
	const { nowS, isCredible } = firstClock();
	const quietS = isCredible ? nowS - (quietSince ?? nowS) : 0;
	return Math.max(low, lookBackFrom(high, options) + quietS);
}

/** The second of a stamp of a project; undefined where the service does not tell it. */
export const secondIn = (project: Project, field: 'created_at' | 'updated_at') =>
	parseInstant(project[field])?.seconds;

/** Undefined where none is known. */
export function earliestOf(...seconds: ReadonlyArray<number | undefined>): number | undefined {
	const defined = seconds.filter((second) => second !== undefined);
	return defined.length === 0 ? undefined : Math.min(...defined);
}
