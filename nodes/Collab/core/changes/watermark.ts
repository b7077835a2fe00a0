/**
 * The low watermark lies Look Back below the newest change. While polls show that change as the newest, it rises by a
 * second for each second, until it is just above that change: then an idle poll is one small request. Where a cache or
 * replica shows another newest change, this begins anew.
 *
 * So it rises no further than Look Back before now, and what appears in the list that late is still read.
 */
import { MS_PER_DAY, MS_PER_SECOND } from '../time';
import type { PollContext } from './context';
import { ALL_TIME, type Stream } from './state';

/** How far a poll has read the recent changes. */
export interface Reach {
	hasPassedLow: boolean;
	/** The newest second of a change that does not lie in the future; 0 without one. */
	newest: number;
	/** The oldest second of a change; Infinity without one. */
	oldest: number;
}

/** Before the first poll, unless Changed Since says where to begin. */
export const hasNoBeginning = ({ low }: Stream) => low === Infinity;

/** @param isRead whether all down to the watermark was read */
export function nextStream(context: PollContext, stream: Stream, reach: Reach, isRead: boolean) {
	const { serviceNowS, lookBackS } = context;
	const newest = reach.newest || stream.newest;
	const quietSince = reach.newest === stream.newest ? stream.quietSince : serviceNowS;
	const quietFor = serviceNowS - quietSince;
	const low = Math.min(newest + 1, newest - lookBackS + quietFor);
	if (!hasNoBeginning(stream)) {
		const gapFrom = isRead ? stream.gapFrom : (stream.gapFrom ?? stream.low);
		return { low: Math.max(stream.low, low), newest, quietSince, gapFrom };
	}
	const isAllToCome = isRead || stream.gapFrom === ALL_TIME;
	const beginning = isAllToCome ? ALL_TIME : oldestReached(context, reach);
	return { ...stream, low: Math.max(beginning + 1, low), newest, quietSince };
}

/** From Now leaves no gap: it begins behind what its first poll has reached. Times days ahead are wrong. */
function oldestReached({ serviceNowS }: PollContext, { oldest }: Reach): number {
	const aDayAhead = serviceNowS + MS_PER_DAY / MS_PER_SECOND;
	return oldest > aDayAhead ? serviceNowS : oldest;
}
