/** What a scan of one feed is given, and what it gives. */
import type { FetchPage, SortOrder } from '../contract';
import { CollabError } from '../errors';
import { type PassBatch, readPass, type ReadOptions } from '../pagination/pass';
import type { Instant } from '../time';
import { type Feed, queryOf } from './feed';
import type { FeedState } from './feedState';
import type { Row, VersionSet } from './news';
import type { RowAt } from './seek';

export interface PollRuntime {
	/** This machine's clock, in milliseconds since 1970. */
	now(): number;
	/** The share of the poll's time that is used, from 0 to 1. */
	timeUsed(): number;
	/** Lets the process do other work. */
	yieldToEventLoop(): Promise<void>;
}

export interface ScanContext {
	readonly fetchPage: FetchPage;
	readonly feed: Feed;
	readonly state: FeedState;
	readonly seen: VersionSet;
	/** From which stamp on rows are read; undefined: all, or, for a baseline, from Look Back before the newest on. */
	readonly low: Instant | undefined;
	readonly lookBackMs: number;
	readonly runtime: PollRuntime;
}

/** What one poll has read of a feed. */
export interface Scan {
	/** Versions that have not been seen, oldest first; each project once. */
	readonly news: readonly Row[];
	/** The stamp from which on was read. */
	readonly low: Instant | undefined;
	/** Everything from the low watermark to this stamp was read; undefined: nothing is known to be whole. */
	readonly reached: Instant | undefined;
	/** Whether everything from the low watermark to the newest row was read. */
	readonly isComplete: boolean;
	/** Where a scan that is not complete goes on: an offset in the list, oldest first. */
	readonly offset?: number | undefined;
	/** Rows without a place that the service puts before the newest one. */
	readonly unplacedFirst?: number | undefined;
	/** Rows that the service puts on a page at most, where these are less than were asked for. */
	readonly maxPerPage?: number | undefined;
	/** Rows that were read when time ran out. */
	readonly rowsPerPoll?: number | undefined;
	/** Rows from the low watermark on that are the other feed's: they are read again, though nothing is kept of them. */
	readonly otherRows: number;
	readonly totalItems: number;
	readonly hasUnstamped: boolean;
}

/** News of one poll: an execution of 100,000 items would take n8n more than a gigabyte. */
export const MAX_NEWS = 20_000;

/** The share of the poll's time after which reading ends with what it has. */
export const TIME_TO_READ = 0.8;

export const MAX_CONCURRENT_REQUESTS = 8;

/** Times that a place in the list is looked for, while rows move. */
const MAX_SEEKS = 6;

/** Where time runs out, the pass ends with what it has read: `progress.end` is still `open` then. */
export async function* passOf(
	{ fetchPage, feed, runtime }: ScanContext,
	order: SortOrder,
	options: Pick<ReadOptions, 'firstPerPage' | 'limit'> & {
		readonly firstRow: number;
		readonly maxPerPage: number | undefined;
	},
): AsyncGenerator<PassBatch, void> {
	const hasTime = () => runtime.timeUsed() < TIME_TO_READ;
	const query = queryOf(feed, order);
	const maxConcurrentRequests = MAX_CONCURRENT_REQUESTS;
	const limits = { maxConcurrentRequests, hasTime };
	// The first page of a list shows by itself how many rows the service puts on a page; any other does not.
	const maxPerPage = options.firstRow === 0 ? undefined : options.maxPerPage;
	const pass = { query, wantsStrict: true, ...limits, ...options, maxPerPage };
	let isBegun = false;
	let failure: { readonly error: unknown } | undefined;
	try {
		for await (const batch of readPass(fetchPage, pass)) {
			isBegun = true;
			yield batch;
			await runtime.yieldToEventLoop();
		}
	} catch (error) {
		failure = { error };
	}
	// A request may have been under way when time ran out; what was read before is worth keeping.
	if (failure && (!isBegun || hasTime())) throw failure.error;
}

export function rowAt({ fetchPage, feed }: ScanContext, order: SortOrder): RowAt {
	return async (offset) => {
		const page = await fetchPage(queryOf(feed, order), { page: offset + 1, perPage: 1 });
		return page.projects[0];
	};
}

/** What is known of how many rows the service puts on a page, after one more answer. */
export function maxPerPageAfter(
	{ rows, progress }: PassBatch,
	known: number | undefined,
): number | undefined {
	const isWrong = known !== undefined && rows.length > known;
	return progress.provenMaxPerPage ?? (isWrong ? undefined : known);
}

/** Rows that move faster than their place can be found. */
export function assertFewSeeks(seeks: number, totalItems: number): void {
	if (seeks < MAX_SEEKS) return;
	throw new CollabError('listKeptChanging', { rowsRead: 0, totalItems, requests: seeks });
}
