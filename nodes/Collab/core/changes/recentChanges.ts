/** Reads what changed, newest first, down to the low watermark; and if there are more projects, those created last. */
import { NEWEST_CREATED, NEWEST_FIRST, type Page, type Project } from '../contract';
import { CollabError } from '../errors';
import { assertStampsReadable } from '../order';
import { secondOf } from '../time';
import type { PollContext } from './context';
import type { News } from './news';
import type { PollReading } from './pollReader';
import type { TriggerState } from './state';
import { hasNoLow, nextStream, Reach } from './watermark';

/** Rows of the first request, unless changes above the watermark are known: most polls find few, or none. */
const QUIET_PAGE = 10;

/**
 * Changes that it does not reach, or that are out of order, leave a gap for a snapshot, if there is a watermark.
 *
 * @throws CollabError `stampsUnreadable`; `notSorted` at publishing, or without a watermark; `listUnstable` without a
 * watermark, if no project was shown, and the list was not seen to be empty
 */
export async function readRecentChanges(context: PollContext, state: TriggerState, news: News) {
	const { stream, snapshot } = state;
	const reach = new Reach();
	const take = (_added: readonly Project[], { rows }: Page) => {
		assertStampsReadable(rows, 'updated_at');
		assertStampsReadable(rows, 'created_at');
		reach.add(rows, context, stream);
		const needsOrder = hasNoLow(stream) || context.runtime.isPublishing;
		if (needsOrder && !reach.hasOrder) throw new CollabError('notSorted');
		return reach.hasPassedLow || !reach.hasOrder;
	};
	const options = { take, ...(stream.low > stream.newest && { likely: QUIET_PAGE }) };
	// A snapshot that is under way needs the other half of the time.
	const reading = await context.reader.read(NEWEST_FIRST, news, options, snapshot !== null);
	const hasReadAll = provesAll(reading, reach.hasPassedLow);
	if (hasNoLow(stream) && !hasReadAll && reading.position.readTo === 0)
		throw new CollabError('listUnstable', { rowsRead: 0, totalItems: reading.totalItems });
	// New projects make the total grow. If as many were deleted, a snapshot may find one that stands last.
	const hasGrown = !hasNoLow(stream) && reading.totalItems > state.totalItems;
	const isDone = hasReadAll && (!hasGrown || (await readNewestCreated(context, state, news)));
	const next = nextStream(context, stream, reach, isDone);
	return { ...state, stream: next, totalItems: reading.totalItems };
}

/**
 * Where the total has grown, reads the newest projects: one without `updated_at` may stand last among the changes. The
 * order is not checked again. Returns whether it has read all that were created since the low watermark.
 */
async function readNewestCreated({ reader }: PollContext, state: TriggerState, news: News) {
	const { low } = state.stream;
	const isOld = (project: Project) => (secondOf(project['created_at']) ?? Infinity) < low;
	const take = (projects: readonly Project[]) => projects.some(isOld);
	const reading = await reader.read(NEWEST_CREATED, news, { take }, state.snapshot !== null);
	return provesAll(reading, reading.outcome === 'enough');
}

/**
 * Whether a reading has all rows down to the watermark, which it passed, or to the end of the list. There, as many have
 * to be counted as are shown: of more, those not shown may be new; if fewer are counted, rows came after the counting,
 * and may have pushed others off the page. A reading that may lack rows of a bulk update has not all (`mayLackRows`).
 */
function provesAll(reading: PollReading, isFarEnough: boolean) {
	const { outcome, position, mayLackRows, totalItems } = reading;
	const isWhole = outcome === 'listEnd' && position.readTo === totalItems;
	return (isFarEnough || isWhole) && !mayLackRows;
}
