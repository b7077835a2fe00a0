/** Reads what changed, newest first, from the newest change down to the low watermark, and moves the watermark. */
import { MAX_PER_PAGE, NEWEST_FIRST, type Page, type Project } from '../contract';
import { CollabError } from '../errors';
import { countsList } from '../list/pass';
import { MS_PER_DAY, MS_PER_SECOND, STAMP_PRECISION_S } from '../time';
import { type PollContext, TIME_TO_READ } from './context';
import { type News, type Row, rowOf } from './news';
import type { Stream, TriggerState } from './state';

/** Rows of the first request where nothing has changed for longer than Look Back. */
const QUIET_PAGE = 10;

const DAY_S = MS_PER_DAY / MS_PER_SECOND;

/**
 * Undefined where no row was read and the list has not ended: the poll has learned nothing.
 *
 * @throws CollabError `listCutShort` where the first poll is shown none of the projects that are counted
 */
export async function readRecentChanges(
	context: PollContext,
	state: TriggerState,
	news: News,
): Promise<Reach | undefined> {
	const { stream, snapshot } = state;
	const reach = new Reach(context, state, news);
	// A snapshot that is under way gets half of the time.
	const share = snapshot ? TIME_TO_READ / 2 : TIME_TO_READ;
	const reader = context.readerOf(NEWEST_FIRST, share, {
		firstPerPage: stream && stream.low > stream.newest ? QUIET_PAGE : MAX_PER_PAGE,
		take: (rows, page) => reach.take(rows, page, reader.rows.next),
	});
	const end = await context.readOn(reader);
	if (end === 'end') reach.isDone = true;
	if (reach.isDone || reader.rows.count > 0) return reach;
	if (stream) return undefined;
	throw new CollabError('listCutShort', { rowsRead: 0, totalItems: reader.totalItems });
}

/** What one poll has read of the recent changes. */
export class Reach {
	/** Whether all down to the low watermark was read. */
	isDone = false;

	/** How many projects the last answer counted; null where it did not count the list. */
	totalItems: number | null = null;

	/** The newest second of a change that does not lie in the future; 0 where no project tells one. */
	newest = 0;

	/** The newest second in which a project was created or changed, and the oldest in which one changed, if credible. */
	newestStamp = 0;
	oldest = Infinity;

	/** Where the reading ends. In a first poll it is not known until a change is read that does not lie in the future. */
	private low: number | undefined;

	/** The first poll of All Existing Projects leaves them to the snapshot. */
	private readonly isLeftToSnapshot: boolean;

	constructor(
		private readonly context: PollContext,
		private readonly state: TriggerState,
		private readonly news: News,
	) {
		const { stream, owesExisting } = state;
		this.low = stream?.low;
		this.isLeftToSnapshot = !stream && owesExisting;
	}

	/**
	 * Returns whether that is enough.
	 *
	 * @param end how many rows of the list stand before the end of the answer
	 */
	take(projects: readonly Project[], page: Page, end: number): boolean {
		const isCount = countsList(page, end - page.projects.length);
		this.totalItems = isCount ? page.pagination.totalItems : null;
		for (const project of projects) this.takeRow(rowOf(project));
		this.isDone ||= this.isLeftToSnapshot;
		return this.isDone || !this.news.hasRoomForPage;
	}

	private takeRow(row: Row): void {
		const { news, state } = this;
		this.note(row);
		news.see(row.project.id);
		if (this.isDone || this.isLeftToSnapshot) return;
		const isRecent = Math.floor(row.changedAt) >= (this.low ?? 0);
		if (isRecent) news.take(row, state.stream !== null);
		// A project without a stamp may stand anywhere, so it does not end the reading.
		else this.isDone = row.updated !== undefined;
	}

	private note({ created = 0, updated = 0 }: Row): void {
		const { nowS } = this.context;
		if (updated > 0 && updated <= nowS) {
			this.newest = Math.max(this.newest, updated);
			this.low ??= lookBackFrom(this.context, updated);
		}
		// Clocks may differ, but one absurd date must not make all later projects old ones.
		const credible = [created, updated].filter((second) => second <= nowS + DAY_S);
		this.newestStamp = Math.max(this.newestStamp, ...credible);
		if (updated > 0 && updated <= nowS + DAY_S) this.oldest = Math.min(this.oldest, updated);
	}
}

const lookBackFrom = ({ lookBackS }: PollContext, second: number) =>
	second - lookBackS - STAMP_PRECISION_S;

/** How far the recent changes are read after a poll. */
export function nextStream(context: PollContext, state: TriggerState, reach: Reach): Stream {
	const { stream, snapshot, owesExisting } = state;
	if (!stream) return firstStream(context, reach, owesExisting);
	const { low } = stream;
	const newest = Math.max(stream.newest, reach.newest);
	const { nowS } = context;
	const newestReadAt = newest > stream.newest ? nowS : stream.newestReadAt;
	// While nothing newer appears, it rises to just above the newest change, and an idle poll is one small request.
	const risen = Math.min(newest + 1, lookBackFrom(context, newest) + nowS - newestReadAt);
	const gapFrom = reach.isDone ? stream.gapFrom : Math.min(stream.gapFrom ?? Infinity, low);
	// newSince stands still while a gap or a snapshot is open. Otherwise it is the watermark before this poll, so that
	// what is created during a poll is new in the next one.
	const isAllRead = !snapshot && !owesExisting && gapFrom === null;
	return {
		// An empty or old list, as a cache shows it, does not show what became visible late.
		low: reach.newest < stream.newest ? low : Math.max(low, risen),
		newest,
		newestReadAt,
		newSince: isAllRead ? Math.max(stream.newSince, low) : stream.newSince,
		gapFrom,
	};
}

/** What the first poll did not read lies before the start, and must not be delivered later. */
function firstStream(context: PollContext, reach: Reach, owesExisting: boolean): Stream {
	const { newest, oldest, isDone, newestStamp } = reach;
	const { nowS } = context;
	const readFrom = isDone ? 0 : (isFinite(oldest) ? oldest : nowS) + 1;
	const low = Math.max(readFrom, lookBackFrom(context, newest));
	const newSince = owesExisting ? newestStamp + 1 : low;
	return { low, newest, newestReadAt: nowS, newSince, gapFrom: null };
}
