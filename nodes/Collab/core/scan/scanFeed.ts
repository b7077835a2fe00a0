/** Reads the news of one feed: newest first where they are few, else oldest first, over as many polls as it takes. */
import { compareInstants } from '../time';
import { scanNewestFirst } from './newestFirst';
import type { Row } from './news';
import { scanOldestFirst } from './oldestFirst';
import type { Scan, ScanContext } from './scan';
import { scanWholeList } from './wholeList';

/** The share of the poll's time after which a baseline is not begun to be read oldest first. */
const TIME_FOR_BASELINE = 0.4;

export async function scanFeed(context: ScanContext): Promise<Scan> {
	const { phase } = context.state;
	if (phase === 'backfill' || phase === 'catchUp') return await scanFurther(context, undefined);
	const newest = await scanNewestFirst(context);
	if (newest.isComplete) return newest;
	return phase === 'baseline'
		? await scanBaseline(context, newest)
		: await scanFurther(context, newest);
}

/**
 * What a baseline has no time to read is not to be delivered later: it ends at what was newest when it began. What is dated in
 * the future is later than that, and read again.
 */
async function scanBaseline(context: ScanContext, newest: Scan): Promise<Scan> {
	const { reached } = newest;
	const isAfter = ({ at }: Row) => reached !== undefined && compareInstants(at, reached) > 0;
	const cut = { ...newest, news: newest.news.filter(isAfter) };
	if (context.runtime.timeUsed() > TIME_FOR_BASELINE) return cut;
	const scan = await scanFurther(context, newest);
	return scan.isComplete ? scan : cut;
}

async function scanFurther(context: ScanContext, newest: Scan | undefined): Promise<Scan> {
	const oldest = await scanOldestFirst(context, newest);
	return oldest ?? (await scanWholeList(context, newest ?? (await scanNewestFirst(context))));
}
