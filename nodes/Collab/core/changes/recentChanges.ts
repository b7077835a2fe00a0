/** Reads what changed, newest first, from the newest change down to the low watermark, and moves the watermark. */
import { NEWEST_CREATED, NEWEST_FIRST, ownField, type Page, type Project } from '../contract';
import { CollabError } from '../errors';
import { isInOrder } from '../list/order';
import type { ReadingOptions } from '../list/windowReader';
import { assertStampsReadable } from '../stamps';
import { DAY_S } from '../time';
import { type PollContext, TIME_TO_READ } from './context';
import type { News, SeenProject } from './news';
import type { Stream, TriggerState } from './state';

/** Rows of the first request where little is expected. */
const QUIET_PAGE = 10;

/** Such rows stand together, before or behind all others. */
const isUnstamped = (row: Project) => ownField(row, 'updated_at') === null;

/** @throws CollabError `listUnstable` where the first poll learns nothing: some are counted, none is shown */
export async function readRecentChanges(
	context: PollContext,
	state: TriggerState,
	news: News,
): Promise<Reach> {
	const { stream, snapshot, totalItems } = state;
	const reach = new Reach(context, news, stream);
	const options: ReadingOptions = {
		...(stream && stream.low > stream.newest && { wanted: QUIET_PAGE }),
		take: (...given) => reach.take(...given),
		...(stream?.unstamped && { resume: { offset: stream.unstamped, wasRead: isUnstamped } }),
	};
	// A snapshot that is under way gets half of the time.
	const share = snapshot ? TIME_TO_READ / 2 : TIME_TO_READ;
	const { end, rows, answers } = await context.read(NEWEST_FIRST, options, share);
	reach.totalItems = answers.totalItems;
	// The end of a list that shows fewer rows than it counts proves nothing: what is missing may have changed.
	reach.isDone ||= end === 'end' && rows.next >= reach.totalItems;
	if (stream && reach.totalItems > totalItems)
		reach.isDone &&= await readNewestCreated(context, stream, news);
	if (stream || reach.isDone || rows.count > 0) return reach;
	throw new CollabError('listUnstable', { rowsRead: 0, totalItems: reach.totalItems });
}

/**
 * Where the total has grown, recent changes may not show a new project: it has no `updated_at` until its first edit, or
 * changed while they were read. Returns whether all are read that were created since the low watermark.
 */
async function readNewestCreated(
	context: PollContext,
	{ low }: Stream,
	news: News,
): Promise<boolean> {
	let isDone = false;
	const take = (projects: readonly Project[], { rows }: Page) => {
		const isOld = ({ created = Infinity }: SeenProject) => created < low;
		isDone = news.takeAll(projects).some(isOld) || !isInOrder(rows, NEWEST_CREATED);
		return isDone || !news.hasRoomForPage;
	};
	const { end } = await context.read(NEWEST_CREATED, { take });
	return end === 'end' || isDone;
}

/** What one poll has read of the recent changes. */
export class Reach {
	/** Whether all down to the low watermark was read. */
	isDone = false;

	/** How many projects the last answer counted. */
	totalItems = 0;

	/** The newest second of a change that does not lie in the future; 0 where no project tells one. */
	newest = 0;

	/** The oldest second of a change; Infinity where no project tells one. */
	oldest = Infinity;

	/** How many rows without `updated_at` come first. */
	unstamped: number;

	/** Where the reading ends; the first poll does not know it until it reads a change. */
	private low: number | undefined;

	constructor(
		private readonly context: PollContext,
		private readonly news: News,
		private readonly stream: Stream | null,
	) {
		this.unstamped = stream?.unstamped ?? 0;
		this.low = stream?.low;
	}

	/**
	 * Returns whether to stop: it has passed `low`, or there is no room or no order, which leaves a gap.
	 *
	 * @throws CollabError `notSorted` at publishing, `stampsUnreadable`
	 */
	take(projects: readonly Project[], { rows }: Page, start: number): boolean {
		assertStampsReadable(rows, 'updated_at');
		assertStampsReadable(rows, 'created_at');
		this.noteUnstamped(rows, start);
		for (const { updated } of this.news.takeAll(projects))
			if (updated !== undefined) this.note(updated);
		if (isInOrder(rows, NEWEST_FIRST)) return this.isDone || !this.news.hasRoomForPage;
		if (!this.stream || this.context.isPublishing) throw new CollabError('notSorted');
		this.isDone = false;
		return true;
	}

	private noteUnstamped(rows: readonly Project[], start: number): void {
		const stamped = rows.findIndex((row) => !isUnstamped(row));
		if (this.oldest === Infinity) this.unstamped = start + (stamped < 0 ? rows.length : stamped);
		// Behind the others, those without `updated_at` go on to the end.
		this.isDone ||= stamped === 0 && isUnstamped(rows.at(-1)!);
	}

	private note(updated: number): void {
		this.oldest = Math.min(this.oldest, updated);
		if (updated <= this.context.serviceNowS) {
			this.newest = Math.max(this.newest, updated);
			this.low ??= lookBackFrom(this.context, updated);
		}
		this.isDone ||= updated < (this.low ?? 0);
	}
}

const lookBackFrom = ({ lookBackS }: PollContext, second: number) => second - lookBackS;

/**
 * How far the recent changes are read after a poll. The low watermark lies Look Back below the newest change. While
 * polls show that change as the newest, it rises by a second for each second until it is just above it: then an idle
 * poll is one small request. If a cache or replica shows an older one, the quiet time begins anew.
 */
export function nextStream(context: PollContext, state: TriggerState, reach: Reach): Stream {
	const { stream, owesExisting } = state;
	if (!stream) return firstStream(context, reach, owesExisting);
	const { serviceNowS } = context;
	const newest = Math.max(stream.newest, reach.newest);
	const isQuiet = reach.newest === stream.newest;
	const quietSince = isQuiet ? stream.quietSince : serviceNowS;
	const risen = lookBackFrom(context, newest) + serviceNowS - quietSince;
	return {
		low: Math.max(stream.low, Math.min(newest + 1, risen)),
		newest,
		unstamped: reach.unstamped,
		quietSince,
		gapFrom: reach.isDone ? stream.gapFrom : (stream.gapFrom ?? stream.low),
	};
}

/** The first poll of From Now and All Existing Projects leaves no gap: what it did not reach is old or still owed. */
function firstStream(context: PollContext, reach: Reach, owesExisting: boolean): Stream {
	const { newest, oldest, unstamped, isDone } = reach;
	const { serviceNowS } = context;
	const isCutOff = !isDone && !owesExisting;
	// Clocks may differ, but if all rows read have absurd dates, the watermark must not hide later projects.
	const oldestRead = oldest <= serviceNowS + DAY_S ? oldest : serviceNowS;
	// Of those that changed in that second, not all may have been read.
	const low = Math.max(isCutOff ? oldestRead + 1 : 0, lookBackFrom(context, newest));
	return { low, newest, unstamped, quietSince: serviceNowS, gapFrom: null };
}
