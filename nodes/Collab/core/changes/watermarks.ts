/** Which seconds of the service's stamps have been dealt with, and from which on a poll reads again. */
import { MS_PER_DAY, MS_PER_SECOND, STAMP_PRECISION_S } from '../time';
import type { ChangeOptions } from './options';
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
	/** Whether all from the low watermark on was read. */
	readonly isComplete: boolean;
	/** When it ended. */
	readonly clock: ServiceClock;
}

export function nextRecent(
	options: ChangeOptions,
	{ recent: before, snapshot }: Pick<TriggerState, 'recent' | 'snapshot'>,
	reach: Reach,
): RecentState {
	const high = Math.max(before.high, reach.newest);
	// An answer of an old replica or cache looks like this, and so does the deletion of the project that changed last.
	const setBackPolls = reach.newest < before.high ? before.setBackPolls + 1 : 0;
	const quietSince = nextQuietSince(before, high, reach.clock);
	const next = { high, quietSince, setBackPolls };
	const low = Math.max(before.low ?? 0, nextLow(options, before, next, reach));
	const isMissed = !reach.isComplete && before.low !== undefined;
	const missedFrom = isMissed ? earliestOf(before.missedFrom, before.low) : before.missedFrom;
	// `newSince` stands still while a snapshot may still deliver projects that are not new.
	const isSettled = reach.isComplete && !snapshot;
	return { ...next, low, newSince: nextNewSince(before, reach, low, isSettled), missedFrom };
}

/** Only a clock that can be believed measures how long the high watermark has stood still. */
function nextQuietSince(
	before: RecentState,
	high: number,
	{ present, isCredible }: ServiceClock,
): number | undefined {
	const since = before.high === high ? before.quietSince : undefined;
	return isCredible ? Math.min(since ?? present, present) : since;
}

/**
 * While nothing newer appears, what becomes visible late need not be looked for any longer than Look Back: the low watermark
 * rises past the high one, and an idle poll is one small request.
 */
function nextLow(
	options: ChangeOptions,
	before: RecentState,
	{ high, quietSince, setBackPolls }: Pick<RecentState, 'high' | 'quietSince' | 'setBackPolls'>,
	{ isComplete, clock }: Reach,
): number {
	// What the first poll had no time for lies before the start, and must not be delivered later.
	if (before.low === undefined && !isComplete) return high + 1;
	// An old list does not show what became visible late, so the low watermark stays.
	if (mayBeOld({ setBackPolls })) return 0;
	const quietS = clock.isCredible ? clock.present - (quietSince ?? clock.present) : 0;
	return Math.min(high + 1, lookBackFrom(high, options) + quietS);
}

/** The low watermark of the poll before: a project that is created and changed while a poll reads is new in the next one. */
function nextNewSince(
	before: RecentState,
	{ newestStamp }: Reach,
	low: number,
	isSettled: boolean,
): number {
	const isFirstOfAll = before.low === undefined && before.missedFrom !== undefined;
	if (isFirstOfAll) return newestStamp + 1;
	const { newSince = 0 } = before;
	return isSettled || before.newSince === undefined
		? Math.max(newSince, before.low ?? low)
		: newSince;
}

/** Polls in a row after which what looks like the list of an old cache or replica is believed. */
export const MAX_OLD_POLLS = 7;

/** Whether the list may be an old one, as a cache or a replica that is far behind shows it. */
export const mayBeOld = ({ setBackPolls }: Pick<RecentState, 'setBackPolls'>) =>
	setBackPolls > 0 && setBackPolls < MAX_OLD_POLLS;

/** Undefined where none is known. */
export function earliestOf(...seconds: ReadonlyArray<number | undefined>): number | undefined {
	const known = seconds.filter((second) => second !== undefined);
	return known.length === 0 ? undefined : Math.min(...known);
}
