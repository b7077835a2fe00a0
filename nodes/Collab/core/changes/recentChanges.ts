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

	/** The seconds in which the projects that were read had changed and were created, as far as they tell. */
	readonly updated: number[] = [];
	readonly created: number[] = [];

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
		const { hasNext, totalItems } = page.pagination;
		this.totalItems = countsList(page, end - page.projects.length) ? totalItems : null;
		for (const project of projects) this.takeRow(rowOf(project));
		// An answer with fewer rows than it counts may lack any row.
		const isShort = !hasNext && end < totalItems - Math.max(0, this.state.countOffset);
		this.isDone = !isShort && (this.isDone || this.isLeftToSnapshot);
		return this.isDone || isShort || !this.news.hasRoomForPage;
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

	private note({ created, updated }: Row): void {
		if (created !== undefined) this.created.push(created);
		if (updated === undefined) return;
		this.updated.push(updated);
		if (updated <= this.context.nowS) this.low ??= lookBackFrom(this.context, updated);
	}
}

const lookBackFrom = ({ lookBackS }: PollContext, second: number) =>
	second - lookBackS - STAMP_PRECISION_S;

/** How far the recent changes are read after a poll. */
export function nextStream(context: PollContext, state: TriggerState, reach: Reach): Stream {
	const { stream, snapshot, owesExisting } = state;
	if (!stream) return firstStream(context, reach, owesExisting);
	const { low } = stream;
	const newestRead = context.newestOf(reach.updated);
	const newest = Math.max(stream.newest, newestRead);
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
		low: newestRead < stream.newest ? low : Math.max(low, risen),
		newest,
		newestReadAt,
		newSince: isAllRead ? Math.max(stream.newSince, low) : stream.newSince,
		gapFrom,
	};
}

/** What the first poll did not read lies before the start, and must not be delivered later. */
function firstStream(context: PollContext, reach: Reach, owesExisting: boolean): Stream {
	const newest = context.newestOf(reach.updated);
	// Clocks may differ, but one absurd date must not make all later projects old ones.
	const latest = context.nowS + MS_PER_DAY / MS_PER_SECOND;
	const credible = reach.updated.filter((second) => second <= latest);
	const oldest = credible.reduce((a, b) => Math.min(a, b), credible[0] ?? context.nowS);
	const low = Math.max(reach.isDone ? 0 : oldest + 1, lookBackFrom(context, newest));
	const existing = [...reach.created, ...credible].filter((second) => second <= latest);
	const newSince = owesExisting ? Math.max(0, ...existing) + 1 : low;
	return { low, newest, newestReadAt: context.nowS, newSince, gapFrom: null };
}
