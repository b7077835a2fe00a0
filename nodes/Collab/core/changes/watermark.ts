/**
 * The recent changes are read down to the low watermark, which never falls. It rises to the newest change, minus Look
 * Back, plus the time for which polls have shown that change as the newest. So it rises to Look Back before now at
 * most: a change that appears in the list up to Look Back after its stamp is above it. It stops a second above the
 * newest change: then the first row ends an idle poll.
 *
 * With five minutes, if the newest change is of 12:00:00, it is 11:55:00; a minute later 11:56:00; at rest 12:00:01.
 */
import { NEWEST_FIRST, type Row } from '../contract';
import { isInOrder } from '../order';
import { MS_PER_DAY, MS_PER_SECOND, secondOf } from '../time';
import type { PollContext } from './context';
import { ALL_TIME, type Stream } from './state';

/** Before the first poll, unless Changed Since says where to begin. */
export const hasNoLow = ({ low }: Stream) => low === Infinity;

/** How far a poll has read the recent changes. */
export class Reach {
	/** Whether a row was older than the low watermark: in order, all that changed since stand before it. */
	hasPassedLow = false;
	/** Whether the rows of the last page were in order. Where they were not, nobody knows what was not read. */
	hasOrder = true;
	/** The newest second of a change that does not lie in the future; 0 without one. */
	newest = 0;
	/** The oldest second of a change; Infinity without one. */
	oldest = Infinity;

	/** Takes the rows of a page. Without a watermark yet, Look Back below the newest change is far enough. */
	add(rows: readonly Row[], { reader, lookBackS }: PollContext, stream: Stream): void {
		const seconds = rows.flatMap((row) => secondOf(row['updated_at']) ?? []);
		this.newest = Math.max(this.newest, ...seconds.filter((one) => one <= reader.servedAtS));
		this.oldest = Math.min(this.oldest, ...seconds);
		const low = hasNoLow(stream) ? this.newest - lookBackS : stream.low;
		this.hasOrder = isInOrder(rows, NEWEST_FIRST);
		this.hasPassedLow = this.hasOrder && this.oldest < low;
	}
}

/** @param isDone whether all that changed since the watermark was read, and all new projects; else a gap may begin */
export function nextStream(context: PollContext, stream: Stream, reach: Reach, isDone: boolean) {
	const { servedAtS } = context.reader;
	const newest = reach.newest || stream.newest;
	const quietSince = reach.newest === stream.newest ? stream.quietSince : servedAtS;
	const quietFor = servedAtS - quietSince;
	const risen = Math.min(newest + 1, newest - context.lookBackS + quietFor);
	const least = hasNoLow(stream) ? beginningOf(context, stream, reach, isDone) : stream.low;
	const gapFrom = isDone || hasNoLow(stream) ? stream.gapFrom : (stream.gapFrom ?? stream.low);
	return { low: Math.max(least, risen), newest, quietSince, gapFrom };
}

/** The first watermark. What is older than a poll that breaks off has read is no news, unless all existing are owed. */
function beginningOf(context: PollContext, stream: Stream, reach: Reach, isDone: boolean): number {
	const { servedAtS } = context.reader;
	// Not `ALL_TIME` itself: a gap may begin at the watermark later, and would mean all existing projects.
	if (isDone || stream.gapFrom === ALL_TIME) return ALL_TIME + 1;
	// A second after the oldest row, as others of its second may be unread. Without one, or if it lies far ahead, now.
	const aDayAhead = servedAtS + MS_PER_DAY / MS_PER_SECOND;
	return (reach.oldest > aDayAhead ? servedAtS : reach.oldest) + 1;
}
