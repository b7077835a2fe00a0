/** Reads the projects that were created last. */
import { type ListQuery, MAX_PER_PAGE } from '../contract';
import { AnchoredReader } from '../list/anchoredReader';
import { parseInstant } from '../time';
import type { KnownProjects } from './known';
import { isRemovedChosen, type PollContext, TIME_TO_READ } from './options';
import { readInTime, secondOfUpdate } from './partReading';
import { latestSecond } from './watermarks';

const LAST_CREATED_FIRST: ListQuery = { status: 'all', sortBy: 'created_at', order: 'desc' };

/** Rows beyond those that are known to be new. */
const SPARE_ROWS = 10;

/** With All Existing Projects, what is created later than this is new. */
export async function newestCreation({ fetchPage, runtime }: PollContext): Promise<number> {
	const request = { page: 1, perPage: SPARE_ROWS };
	const { projects } = await fetchPage(LAST_CREATED_FIRST, request);
	const created = projects.map((project) => parseInstant(project['created_at'])?.seconds ?? 0);
	return Math.max(0, ...created.filter((second) => second <= latestSecond(runtime.now())));
}

/**
 * A service may put projects without `updated_at` last, where no poll reads. The first one shows in the total, which the
 * changes do not explain; it is missed where as many others were deleted. So the last created ones are read, as many as are
 * known to be new and a few more.
 */
export async function findsUnstamped(
	context: PollContext,
	{ created, began, explainedTotal }: KnownProjects,
	totalItems: number,
): Promise<boolean> {
	const isFirst = explainedTotal === undefined;
	const isExplained = isFirst ? began !== undefined : explainedTotal === totalItems;
	if (isExplained || isRemovedChosen(context.options) || context.runtime.timeUsed() > TIME_TO_READ)
		return false;
	const wanted = isFirst ? MAX_PER_PAGE : SPARE_ROWS + created;
	let hasFound = false;
	const reader: AnchoredReader = new AnchoredReader(context.fetchPage, LAST_CREATED_FIRST, {
		wanted,
		trustsOrder: true,
		take: (rows) => {
			hasFound ||= rows.some((project) => secondOfUpdate(project) === undefined);
			return hasFound || reader.rows.count >= wanted;
		},
	});
	await readInTime(reader, context);
	return hasFound;
}
