/** Reads what changed, newest first, from the newest change down to the low watermark, and moves the watermark. */
import { NEWEST_CREATED, NEWEST_FIRST, type Page, type Project } from '../contract';
import { CollabError } from '../errors';
import { assertStampsReadable, isInOrder } from '../order';
import { MS_PER_DAY, MS_PER_SECOND, secondOf } from '../time';
import type { PollContext } from './context';
import type { News } from './news';
import { ALL_TIME, type Stream, type TriggerState } from './state';

/** Rows of the first request where little is expected. */
const QUIET_PAGE = 10;

/** @throws CollabError `listUnstable` where the first poll learns nothing: some are counted, none is shown */
export async function readRecentChanges(context: PollContext, state: TriggerState, news: News) {
	const { stream, snapshot } = state;
	const { reach, take } = trackReach(context, stream, news);
	const { end, rows, totalItems } = await context.read(
		NEWEST_FIRST,
		{ ...(stream.low > stream.newest && { likely: QUIET_PAGE }), take },
		snapshot !== null,
	);
	// The end of a list that shows fewer rows than it counts proves nothing: what is missing may have changed.
	const isRead = reach.hasPassedLow || (end === 'end' && rows.next >= totalItems);
	const isFirst = hasNoBeginning(stream);
	if (isFirst && !isRead && rows.count === 0)
		throw new CollabError('listUnstable', { rowsRead: 0, totalItems });
	const hasGrown = !isFirst && totalItems > state.totalItems;
	const isDone = isRead && (!hasGrown || (await readNewestCreated(context, stream, news)));
	return { ...state, stream: nextStream(context, stream, reach, isDone), totalItems };
}

/**
 * Where the total has grown, reads new projects that the recent changes may not show: without `updated_at`, or changed
 * during the reading. Returns whether it has read all that were created since the low watermark.
 */
async function readNewestCreated(context: PollContext, { low }: Stream, news: News) {
	const isOld = (project: Project) => (secondOf(project['created_at']) ?? Infinity) < low;
	const take = (projects: readonly Project[]) => {
		for (const project of projects) news.take(project);
		return projects.some(isOld);
	};
	const { end } = await context.read(NEWEST_CREATED, { take });
	return end === 'end' || end === 'enough';
}

/** How far a poll has read the recent changes. */
interface Reach {
	hasPassedLow: boolean;
	/** The newest second of a change that does not lie in the future; 0 without one. */
	newest: number;
	/** The oldest second of a change; Infinity without one. */
	oldest: number;
}

/**
 * Its `take` returns whether to stop: it has passed the low watermark, or there is no order, which leaves a gap.
 *
 * @throws CollabError `notSorted` at publishing, `stampsUnreadable`
 */
function trackReach(context: PollContext, stream: Stream, news: News) {
	const reach: Reach = { hasPassedLow: false, newest: 0, oldest: Infinity };
	const take = (projects: readonly Project[], { rows }: Page) => {
		assertStampsReadable(rows, 'updated_at');
		assertStampsReadable(rows, 'created_at');
		for (const project of projects) news.take(project);
		const seconds = rows.flatMap((row) => secondOf(row['updated_at']) ?? []);
		reach.newest = Math.max(reach.newest, ...seconds.filter((one) => one <= context.serviceNowS));
		reach.oldest = Math.min(reach.oldest, ...seconds);
		const low = hasNoBeginning(stream) ? reach.newest - context.lookBackS : stream.low;
		const hasOrder = isInOrder(rows, NEWEST_FIRST);
		if (!hasOrder && (hasNoBeginning(stream) || context.runtime.isPublishing))
			throw new CollabError('notSorted');
		reach.hasPassedLow = hasOrder && reach.oldest < low;
		return reach.hasPassedLow || !hasOrder;
	};
	return { reach, take };
}

/** Before the first poll, unless Changed Since says where to begin. */
const hasNoBeginning = ({ low }: Stream) => low === Infinity;

/**
 * How far the recent changes have been read after a poll. The low watermark lies Look Back below the newest change.
 * While polls show that change as the newest, it rises by a second for each second, until it is just above that change:
 * then an idle poll is one small request. Where a cache or replica shows another newest change, this begins anew.
 *
 * So the watermark is never later than Look Back before now, and what appears in the list that late is still read.
 *
 * @param isRead whether all down to the watermark was read
 */
function nextStream(context: PollContext, stream: Stream, reach: Reach, isRead: boolean): Stream {
	const { serviceNowS, lookBackS } = context;
	const newest = reach.newest || stream.newest;
	const isQuiet = reach.newest === stream.newest;
	const quietSince = isQuiet ? stream.quietSince : serviceNowS;
	const risen = Math.min(newest + 1, newest - lookBackS + (serviceNowS - quietSince));
	if (hasNoBeginning(stream)) {
		const isReached = isRead || stream.gapFrom === ALL_TIME;
		const least = isReached ? ALL_TIME + 1 : oldestReached(context, reach) + 1;
		return { ...stream, low: Math.max(least, risen), newest, quietSince };
	}
	const gapFrom = isRead ? stream.gapFrom : (stream.gapFrom ?? stream.low);
	return { low: Math.max(stream.low, risen), newest, quietSince, gapFrom };
}

/** Where From Now begins, which leaves no gap: what its first poll did not reach is old. Times days ahead are wrong. */
function oldestReached({ serviceNowS }: PollContext, { oldest }: Reach): number {
	const aDayAhead = serviceNowS + MS_PER_DAY / MS_PER_SECOND;
	return oldest > aDayAhead ? serviceNowS : oldest;
}
