/** Reads what changed, newest first, from the newest change down to the low watermark. */
import { NEWEST_CREATED, NEWEST_FIRST, type Page, type Project } from '../contract';
import { CollabError } from '../errors';
import { assertStampsReadable, isInOrder } from '../order';
import { secondOf } from '../time';
import type { PollContext } from './context';
import type { News } from './news';
import type { Stream, TriggerState } from './state';
import { hasNoBeginning, nextStream, type Reach } from './watermark';

/** Rows of the first request where little is expected. */
const QUIET_PAGE = 10;

/** @throws CollabError `listUnstable` where the first poll learns nothing: some are counted, none is shown */
export async function readRecentChanges(context: PollContext, state: TriggerState, news: News) {
	const { stream, snapshot } = state;
	const { reach, take } = trackReach(context, stream, news);
	const { outcome, count, position, totalItems } = await context.read(
		NEWEST_FIRST,
		{ ...(stream.low > stream.newest && { likely: QUIET_PAGE }), take },
		snapshot !== null,
	);
	// The end of a list that shows fewer rows than it counts proves nothing: what is missing may have changed.
	const isAtLow = reach.hasPassedLow || (outcome === 'listEnd' && position.readTo >= totalItems);
	const isFirst = hasNoBeginning(stream);
	if (isFirst && !isAtLow && count === 0)
		throw new CollabError('listUnstable', { rowsRead: 0, totalItems });
	const hasGrown = !isFirst && totalItems > state.totalItems;
	const isDone = isAtLow && (!hasGrown || (await readNewestCreated(context, stream, news)));
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
	const { outcome } = await context.read(NEWEST_CREATED, { take });
	return outcome === 'listEnd' || outcome === 'enough';
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
