/** Reads a feed where more rows share a stamp than one window holds, and the service keeps no order among them. */
import { paginate } from '../pagination/paginator';
import type { ListQuery } from '../contract';
import { News, type VersionSet } from './news';
import { MAX_CONCURRENT_REQUESTS, type Scan, type ScanContext, TIME_TO_READ } from './scan';

/** Names distinguish the projects of a bulk import, stamps do not. */
const BY_NAME: ListQuery = { status: 'all', sortBy: 'name', order: 'asc' };

/** Seen versions beyond the high watermark: they cannot be forgotten before a scan is complete. */
const MAX_UNPROVEN = 20_000;

/**
 * All projects in another order, completeness check included. Where that takes longer than the poll may, what was found is
 * delivered all the same, and no watermark moves.
 *
 * @param newest what was newest before: what changes from then on is left to the next poll
 */
export async function scanWholeList(context: ScanContext, newest: Scan): Promise<Scan> {
	const { fetchPage, feed, runtime, seen } = context;
	const news = new News(feed, seen, newest.low);
	for (const { project } of newest.news) news.add(project);
	const options = {
		query: BY_NAME,
		limit: Infinity,
		maxConcurrentRequests: MAX_CONCURRENT_REQUESTS,
		now: () => runtime.now(),
	};
	for await (const { projects } of paginate(fetchPage, options)) {
		for (const project of projects) news.add(project);
		if (runtime.timeUsed() > TIME_TO_READ) return partOf(newest, news, seen);
		await runtime.yieldToEventLoop();
	}
	return { ...newest, ...news.result(), isComplete: true };
}

/** No more than the next poll can distinguish, which reads all of it again. */
function partOf(newest: Scan, news: News, seen: VersionSet): Scan {
	const room = Math.max(0, MAX_UNPROVEN - seen.size);
	return { ...newest, news: news.result().news.slice(0, room), reached: undefined };
}
