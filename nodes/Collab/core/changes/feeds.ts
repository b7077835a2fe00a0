/** Reads both feeds, and gives what is saved of them. */
import {
	compareInstants,
	earlierOf,
	type Instant,
	instantFromKey,
	latestOf,
	parseInstant,
} from '../time';
import type { Project } from '../contract';
import { CREATED, type Feed, UPDATED } from '../scan/feed';
import type { FeedState } from '../scan/feedState';
import type { Row } from '../scan/news';
import type { Scan } from '../scan/scan';
import { scanFeed } from '../scan/scanFeed';
import type { PollContext } from './options';
import { SeenVersions } from './seenVersions';
import type { SavedFeed, TriggerState } from './state';
import { lowBeforeScan, nextFeedState, type ScanTimes } from './watermarks';

/** The share of the poll's time after which the feed of new projects is left to the next poll. */
const TIME_FOR_CREATED = 0.5;

/** What was read of one feed, and what has been delivered of it. */
interface FeedReading {
	readonly feed: Feed;
	readonly before: SavedFeed;
	/** Undefined where this poll had no reason to read the feed. */
	readonly scan: Scan | undefined;
	readonly seen: SeenVersions;
	readonly times?: ScanTimes;
	/** As state.ts has it. */
	readonly isPutOff?: boolean;
}

interface ReadFeed extends FeedReading {
	readonly scan: Scan;
}

export interface Feeds {
	readonly updated: ReadFeed;
	readonly created: FeedReading;
	/** The total that the projects read so far explain. */
	readonly totalItems: number;
	/** As the last answer says. */
	readonly latestTotal: number;
}

export async function readFeeds(context: PollContext, before: TriggerState): Promise<Feeds> {
	const updated = await readFeed(context, UPDATED, before.updated);
	const explained = explainedTotal(before, updated);
	const created = await readCreated(context, before, updated, explained);
	const totalItems = created.scan ? updated.scan.totalItems : explained;
	const latestTotal = (created.scan ?? updated.scan).totalItems;
	const readings = { updated: created.isPutOff ? outOfTime(updated) : updated, created };
	return { ...readings, totalItems, latestTotal };
}

/** The other feed had to wait: the next polls spend less on Look Back, so that it does not wait for as long as that. */
function outOfTime({ scan, seen, ...reading }: ReadFeed): ReadFeed {
	const rowsPerPoll = seen.sizeFrom(scan.low) + scan.news.length;
	return { ...reading, seen, scan: { ...scan, rowsPerPoll } };
}

async function readFeed(
	{ fetchPage, options, runtime }: PollContext,
	feed: Feed,
	before: SavedFeed,
): Promise<ReadFeed> {
	const { lookBackMs } = options;
	const seen = SeenVersions.open(before.seen);
	const startedAtMs = runtime.now();
	const low = lowBeforeScan(before, lookBackMs);
	const scan = await scanFeed({ fetchPage, feed, state: before, seen, low, lookBackMs, runtime });
	const times = { lookBackMs, startedAtMs, endedAtMs: runtime.now() };
	return { feed, before, scan, seen, times };
}

/**
 * New projects without `updated_at` show in the total, where the changes that were read do not explain it. The first of them is
 * missed where equally many others are deleted, and found when the total changes the next time by more than those changes.
 */
async function readCreated(
	context: PollContext,
	before: TriggerState,
	{ scan }: ReadFeed,
	explained: number,
): Promise<FeedReading> {
	const hasUnstamped = before.hasUnstamped || scan.hasUnstamped;
	if (before.updated.phase === 'backfill') {
		return scan.isComplete
			? await endBackfill(context, before.created, hasUnstamped)
			: unread(before.created);
	}
	const { phase } = before.created;
	const isExplained = scan.totalItems === explained && !hasUnstamped;
	const isDue = !isExplained || phase !== 'incremental';
	if (phase === 'baseline' || (isDue && hasTimeForCreated(context, scan))) {
		return await readFeed(context, CREATED, before.created);
	}
	return { ...unread(before.created), isPutOff: isDue && scan.isComplete };
}

function unread(before: SavedFeed): FeedReading {
	return { feed: CREATED, before, scan: undefined, seen: SeenVersions.open(before.seen) };
}

/** Projects without `updated_at` are delivered last, also those that appear just then. */
async function endBackfill(
	context: PollContext,
	created: SavedFeed,
	hasUnstamped: boolean,
): Promise<FeedReading> {
	if (!hasUnstamped) {
		const baseline = await readFeed(context, CREATED, created);
		if (!baseline.scan.hasUnstamped) return baseline;
	}
	return await readFeed(context, CREATED, { phase: 'backfill', seen: {} });
}

function hasTimeForCreated({ runtime }: PollContext, { isComplete }: Scan): boolean {
	return isComplete && runtime.timeUsed() < TIME_FOR_CREATED;
}

/** The total of the last poll and the projects that are new since. */
function explainedTotal(
	{ totalItems = 0, newSince }: TriggerState,
	{ scan, seen }: ReadFeed,
): number {
	const isNew = ({ project }: Row) =>
		isCreatedSince(newSince, project) && !seen.knowsId(project.id);
	return totalItems + scan.news.filter(isNew).length;
}

export function isCreatedSince(newSince: string | undefined, project: Project): boolean {
	const since = instantFromKey(newSince);
	if (!since) return true;
	const createdAt = parseInstant(project['created_at']);
	return createdAt !== undefined && compareInstants(createdAt, since) >= 0;
}

/** The next state of a feed, without its seen versions. */
export function nextFeed({ before, scan, seen, times, isPutOff = false }: FeedReading): FeedState {
	if (scan && times) return nextFeedState(before, scan, seen, times);
	return { ...before, isPutOff: isPutOff || undefined };
}

/**
 * One poll behind the watermarks: a new project that changes while it is read is read by the next poll only. What is seen from
 * this stamp on is kept, so that no project is new twice.
 */
export function nextNewSince(
	before: TriggerState,
	{ updated, created }: Feeds,
	next: { readonly updated: FeedState; readonly created: FeedState },
): Instant | undefined {
	// A project whose seen version was forgotten must not be taken for a new one.
	const known = latestOf([instantFromKey(before.newSince), updated.seen.forgottenBelow]);
	if (before.updated.phase === 'baseline') {
		return latestOf([known, instantFromKey(next.updated.low), instantFromKey(next.created.low)]);
	}
	// A new project without `updated_at` that is yet to be read may get its first stamp before it is.
	if (!updated.scan.isComplete || isBehind(before.created) || isBehind(next.created)) return known;
	return latestOf([known, updated.scan.low, instantFromKey(created.before.low)]);
}

function isBehind({ phase, isPutOff = false }: FeedState): boolean {
	return phase === 'catchUp' || isPutOff;
}

/** Without the seen versions that are neither read again nor needed to distinguish new projects from changed ones. */
export function savedFeed(
	{ seen }: FeedReading,
	next: FeedState,
	newSince: Instant | undefined,
): SavedFeed {
	const low = instantFromKey(next.low);
	if (low && newSince) seen.forgetBelow(earlierOf(low, newSince));
	return { ...next, seen: seen.toSaved() };
}
