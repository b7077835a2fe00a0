/** Which seconds of the service's stamps have been dealt with, and from which on a poll reads again. */
import type { Project } from '../contract';
import { MS_PER_DAY, MS_PER_SECOND, parseInstant, STAMP_PRECISION_S } from '../time';
import type { ChangeOptions, PollContext } from './options';
import type { RecentState, TriggerState } from './state';

/** The service's clock at its last answer, in seconds since 1970. */
export interface ServiceClock {
	/**
	 * A stamp beyond it lies in the future: a watermark there would hide all that comes before it. So the earlier one counts
	 * where the service's clock and this machine's are more than a day apart.
	 */
	readonly present: number;
	/** Whether these two are not that far apart. */
	readonly isCredible: boolean;
}

/** @param servedAtMs undefined where the service tells no time */
export function clockOf(nowMs: number, servedAtMs: number = nowMs): ServiceClock {
	const isCredible = Math.abs(servedAtMs - nowMs) <= MS_PER_DAY;
	const presentMs = isCredible ? servedAtMs : Math.min(servedAtMs, nowMs);
	return { present: Math.floor(presentMs / MS_PER_SECOND), isCredible };
}

export const lookBackSeconds = ({ lookBackMs }: ChangeOptions) =>
	Math.ceil(lookBackMs / MS_PER_SECOND);

export const lookBackFrom = (second: number, options: ChangeOptions) =>
	second - lookBackSeconds(options) - STAMP_PRECISION_S;

/** What a poll has read of the recent changes. */
export interface Reach {
	/** The newest second that does not lie in the future; 0 where no row has one. */
	readonly newest: number;
	/** The newest second in which a project that was read was created or changed, as far as it can be believed. */
	readonly newestStamp: number;
	/** Whether nothing that is not known is expected from the low watermark on. */
	readonly isComplete: boolean;
	/** How many projects the last answer counted; undefined where it counted the rows of the answer. */
	readonly totalItems: number | undefined;
}

export function nextRecent(
	context: PollContext,
	{ recent: before, snapshot }: TriggerState,
	reach: Reach,
): RecentState {
	const { present, isCredible } = context.clock();
	const high = Math.max(before.high, reach.newest);
	// Only a clock that can be believed measures how long the high watermark has stood still.
	const since = before.high === high ? before.quietSince : undefined;
	const quietSince = isCredible ? Math.min(since ?? present, present) : since;
	const next = { ...before, high, quietSince };
	if (before.low === undefined) return { ...next, ...firstWatermarks(context, before, reach) };
	// An old list does not show what became visible late, so the low watermark stays.
	const low = mayBeOld(before, reach) ? before.low : lookBackStart(context, next);
	if (!reach.isComplete) {
		return { ...next, low, missedFrom: earliestOf(before.missedFrom, before.low) };
	}
	// A snapshot that is under way may still deliver projects that are not new.
	if (snapshot) return { ...next, low };
	// A project that is created and changed while a poll reads is new in the next one.
	return { ...next, low, newSince: Math.max(before.newSince ?? 0, before.low) };
}

/** Whether the list may be an old one, as a cache or a replica that is far behind shows it. */
export const mayBeOld = ({ high }: RecentState, { newest }: Reach) => newest < high;

function firstWatermarks(
	{ options, clock }: PollContext,
	{ missedFrom }: RecentState,
	{ newest, newestStamp, isComplete }: Reach,
) {
	// What the first poll had no time for lies before the start, and must not be delivered later.
	const from = isComplete ? lookBackFrom(newest, options) : (newest || clock().present) + 1;
	const low = Math.max(0, from);
	return { low, newSince: missedFrom === undefined ? low : newestStamp + 1 };
}

/**
 * From this second on, changes may still become visible late. While nothing newer appears, it rises past the high watermark,
 * and an idle poll is one small request.
 */
export function lookBackStart(context: PollContext, recent: RecentState): number {
	const { high, low = 0 } = recent;
	return Math.max(low, Math.min(high + 1, lateFrom(context, recent)));
}

/** From this second on, a replica that lags may not show a project yet. While nothing newer appears, it rises with the clock. */
export function lateFrom(
	{ options, clock }: PollContext,
	{ high, low = 0, quietSince }: RecentState,
): number {
	const { present, isCredible } = clock();
	const quietS = isCredible ? present - (quietSince ?? present) : 0;
	return Math.max(low, lookBackFrom(high, options) + quietS);
}

/** The second of a stamp of a project; undefined where the service does not tell it. */
export const secondIn = (project: Project, field: 'created_at' | 'updated_at') =>
	parseInstant(project[field])?.seconds;

/** Undefined where none is known. */
export function earliestOf(...seconds: ReadonlyArray<number | undefined>): number | undefined {
	const known = seconds.filter((second) => second !== undefined);
	return known.length === 0 ? undefined : Math.min(...known);
}
