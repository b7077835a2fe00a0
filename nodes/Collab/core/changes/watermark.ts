/**
 * The low watermark lies Look Back below the newest change. While polls show that change as the newest, it rises by a
 * second for each second, until it is just above that change: then an idle poll is one small request. Where a cache or
 * replica shows another newest change, it stays, and the time begins anew.
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

/** @param isDone whether all down to the watermark was read, and all new projects */
export function nextStream(context: PollContext, stream: Stream, reach: Reach, isDone: boolean) {
	const { serviceNowS, lookBackS } = context;
	const newest = reach.newest || stream.newest;
	const quietSince = reach.newest === stream.newest ? stream.quietSince : serviceNowS;
	const quietFor = serviceNowS - quietSince;
	const risen = Math.min(newest + 1, newest - lookBackS + quietFor);
	const isFirst = hasNoBeginning(stream);
	const least = isFirst ? beginningOf(context, stream, reach, isDone) : stream.low;
	const gapFrom = isDone || isFirst ? stream.gapFrom : (stream.gapFrom ?? stream.low);
	return { low: Math.max(least, risen), newest, quietSince, gapFrom };
}

/** The first poll of From Now leaves no gap: what it did not reach is old. All Existing Projects owes everything. */
function beginningOf(context: PollContext, stream: Stream, reach: Reach, isDone: boolean): number {
	// A gap may begin at the watermark later, and a gap from `ALL_TIME` means all existing projects.
	if (isDone || stream.gapFrom === ALL_TIME) return ALL_TIME + 1;
	// Times that lie days ahead are wrong.
	const aDayAhead = context.serviceNowS + MS_PER_DAY / MS_PER_SECOND;
	return (reach.oldest > aDayAhead ? context.serviceNowS : reach.oldest) + 1;
}
