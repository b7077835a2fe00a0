/** Reads all projects once for their previous values, over as many polls as it takes. */
import type { ListQuery, Project } from '../contract';
import { readPass } from '../pagination/pass';
import { compareInstants, type Instant } from '../time';
import type { PollContext } from './options';
import type { PreviousValues } from './previousValues';
import { type Feed, placeIn } from '../scan/feed';
import { MAX_CONCURRENT_REQUESTS, TIME_TO_READ } from '../scan/scan';
import type { SeenVersions } from './seenVersions';
import type { SeedingState } from './state';

/** In the first order, changes move nothing; the others find what it leaves out where many projects share a stamp. */
const PASSES: readonly ListQuery[] = (['created_at', 'name', 'updated_at'] as const).map(
	(sortBy) => ({ status: 'all', sortBy, order: 'asc' }),
);

export const SEEDING_START: SeedingState = { pass: 0, offset: 0 };

/** Rows that are read again where the last poll ended: as many may be deleted in between. */
const OVERLAP = 50;

/** Projects in a row for which there was no room. */
const FULL_AFTER = 500;

interface Seeding {
	readonly previous: PreviousValues;
	/** Both feeds, with the versions that were delivered and the low watermark that is about to be saved. */
	readonly feeds: ReadonlyArray<{
		readonly feed: Feed;
		readonly seen: SeenVersions;
		readonly low: Instant | undefined;
	}>;
	readonly totalItems: number;
	/** Rows that the service puts on a page at most, where these are less than are asked for. */
	readonly maxPerPage: number | undefined;
}

/** Goes on where the last poll ended; returns where the next one is to go on. */
export async function seedPreviousValues(
	context: PollContext,
	{ pass, offset }: SeedingState,
	seeding: Seeding,
): Promise<SeedingState | 'finished'> {
	const { previous } = seeding;
	let from = offset;
	for (let current = pass; current < PASSES.length; current++) {
		if (context.runtime.timeUsed() > TIME_TO_READ) return { pass: current, offset: from };
		const end = await seedInOrder(context, PASSES[current]!, from, seeding);
		if (end.isFull) break;
		if (end.offset !== undefined) return { pass: current, offset: end.offset };
		if (previous.size + end.skipped >= end.totalItems) break;
		from = 0;
	}
	return 'finished';
}

interface SeedingEnd {
	/** Where time ran out; undefined at the end of the list. */
	readonly offset?: number;
	/** Projects with a change that is yet to be delivered: it needs the values from before. */
	readonly skipped: number;
	readonly isFull: boolean;
	/** As the last answer said: what was created meanwhile must not stand in for what was left out. */
	readonly totalItems: number;
}

async function seedInOrder(
	{ fetchPage, runtime }: PollContext,
	query: ListQuery,
	offset: number,
	seeding: Seeding,
): Promise<SeedingEnd> {
	const { previous, maxPerPage } = seeding;
	const firstRow = Math.max(0, offset - OVERLAP);
	const maxConcurrentRequests = MAX_CONCURRENT_REQUESTS;
	const size = firstRow === 0 ? undefined : maxPerPage;
	const pass = { query, firstRow, maxPerPage: size, limit: Infinity, wantsStrict: true };
	const options = { ...pass, maxConcurrentRequests };
	let { totalItems } = seeding;
	let skipped = 0;
	let refused = 0;
	for await (const { newRows, progress } of readPass(fetchPage, options)) {
		({ totalItems } = progress);
		for (const project of newRows) {
			if (isUndelivered(project, seeding)) skipped += previous.knows(project.id) ? 0 : 1;
			else refused = previous.seed(project) ? 0 : refused + 1;
		}
		if (refused >= FULL_AFTER) return { skipped, totalItems, isFull: true };
		if (runtime.timeUsed() > TIME_TO_READ) {
			return { offset: progress.frontier, skipped, totalItems, isFull: false };
		}
		await runtime.yieldToEventLoop();
	}
	return { skipped, totalItems, isFull: false };
}

function isUndelivered(project: Project, { feeds }: Seeding): boolean {
	const own = feeds.find(({ feed }) => feed.isOwn(project));
	const at = own && placeIn(own.feed, project);
	if (!at) return false;
	const { low } = own;
	const isBelow = low !== undefined && compareInstants(at, low) < 0;
	return !isBelow && !own.seen.has(project, at);
}
