/** Which seconds of the service's stamps have been dealt with, and from which on a poll reads again. */
import { MS_PER_DAY, MS_PER_SECOND, STAMP_PRECISION_S } from '../time';
import type { ChangeOptions } from './options';
import type { RecentState } from './state';

/** What a poll has read of the recent changes. */
export interface Reach {
	/** The newest second that does not lie in the future; undefined where no row has one. */
	readonly newest: number | undefined;
	/** Whether all from the low watermark on was read. */
	readonly isComplete: boolean;
	/** When it ended. */
	readonly clock: ServiceClock;
	/** The newest second in which a project that was read was created or changed, as far as it can be believed. */
	readonly newestStamp: number;
	/** Whether a snapshot or a gap may still deliver projects that are not new. */
	readonly isSnapshotOpen: boolean;
}

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

/**
 * While nothing newer appears, what becomes visible late need not be looked for any longer than Look Back: the low watermark
 * rises past the high one, and an idle poll is one small request.
 */
export function nextRecent(options: ChangeOptions, before: RecentState, reach: Reach): RecentState {
	const { newest, isComplete, clock } = reach;
	const high = latestOf(before.high, newest);
	const setBackPolls = isSetBack(before, newest) ? before.setBackPolls + 1 : 0;
	const missedFrom = isComplete ? before.missedFrom : earliestOf(before.missedFrom, before.low);
	// An account without projects has no newest stamp, so every later project is new.
	if (high === undefined) {
		const { low = 0 } = before;
		return { low, newSince: nextNewSince(before, reach, low), missedFrom, setBackPolls };
	}
	const quietSince = nextQuietSince(before, high, clock);
	const isFirst = before.low === undefined;
	// What the first poll had no time for lies before the start, and must not be delivered later.
	const isCut = isFirst && !isComplete;
	const quietS = clock.isCredible && quietSince !== undefined ? clock.present - quietSince : 0;
	const risen = lookBackFrom(high, options) + quietS;
	// An old list does not show what became visible late.
	const isRead = !mayBeOld({ setBackPolls });
	const low = latestOf(before.low, isCut ? high + 1 : isRead ? Math.min(high + 1, risen) : 0);
	const newSince = nextNewSince(before, reach, low);
	return { high, low, newSince, quietSince, missedFrom, setBackPolls };
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

/** Polls in a row after which a list that ends before the high watermark is believed. */
const MAX_SET_BACK_POLLS = 7;

/** Whether the list may be an old one, as a cache or a replica that is far behind shows it. */
export const mayBeOld = ({ setBackPolls }: Pick<RecentState, 'setBackPolls'>) =>
	setBackPolls > 0 && setBackPolls < MAX_SET_BACK_POLLS;

/** An answer of an old replica or cache looks like this, and so does the deletion of the project that changed last. */
const isSetBack = ({ high }: RecentState, newest: number | undefined) =>
	high !== undefined && (newest === undefined || newest < high);

/** It stays one poll behind: a new project that changes while a poll reads is read by the next poll only. */
function nextNewSince(
	before: RecentState,
	{ isComplete, isSnapshotOpen, newestStamp }: Reach,
	low: number | undefined,
): number | undefined {
	const isFirst = before.low === undefined;
	if (isFirst && before.missedFrom !== undefined) return newestStamp + 1;
	if (before.newSince === undefined || (isComplete && !isSnapshotOpen)) {
		return latestOf(before.newSince, before.low ?? low);
	}
	return before.newSince;
}

function latestOf(...seconds: ReadonlyArray<number | undefined>): number | undefined {
	const known = seconds.filter((second) => second !== undefined);
	return known.length === 0 ? undefined : Math.max(...known);
}

export function earliestOf(...seconds: ReadonlyArray<number | undefined>): number | undefined {
	const known = seconds.filter((second) => second !== undefined);
	return known.length === 0 ? undefined : Math.min(...known);
}
