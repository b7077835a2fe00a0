/** Reads what changed, newest first, from the newest change down to the low watermark, and moves the watermark. */
import { MAX_PER_PAGE, NEWEST_FIRST, type Page, type Project } from '../contract';
import { CollabError } from '../errors';
import { countsList } from '../list/pass';
import { MS_PER_DAY, MS_PER_SECOND, STAMP_PRECISION_S } from '../time';
import { type PollContext, TIME_TO_READ } from './context';
import { type News, rowOf, secondIn } from './news';
import type { Stream, TriggerState } from './state';

/** Rows of the first request where nothing has changed for longer than Look Back. */
const QUIET_PAGE = 10;

/** What one poll has read of the recent changes. */
export interface Reach {
	/** Whether all down to the low watermark was read. */
	readonly isDone: boolean;
	/** The seconds in which the projects that were read had changed or were created. */
	readonly stamps: readonly number[];
	/** How many projects the last answer counted; null where it did not count the list. */
	readonly totalItems: number | null;
}

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
	const reading = new Reading(context, state, news);
	// A snapshot that is under way gets half of the time.
	const share = snapshot ? TIME_TO_READ / 2 : TIME_TO_READ;
	const reader = context.readerOf(NEWEST_FIRST, share, {
		firstPerPage: stream && stream.low > stream.newest ? QUIET_PAGE : MAX_PER_PAGE,
		take: (rows, page) => reading.take(rows, page, reader.rows.next),
	});
	const end = await context.readOn(reader);
	const { totalItems, rows } = reader;
	if (end === 'end') reading.isDone = true;
	if (reading.isDone || rows.count > 0) return reading;
	if (!stream) throw new CollabError('listCutShort', { rowsRead: 0, totalItems });
	return undefined;
}

class Reading implements Reach {
	isDone = false;
	totalItems: number | null = null;
	readonly stamps: number[] = [];

	/** In the first poll it is not known until the first change is. */
	private low: number | undefined;

	constructor(
		private readonly context: PollContext,
		private readonly state: TriggerState,
		private readonly news: News,
	) {
		this.low = state.stream?.low;
	}

	/**
	 * Returns whether that is enough.
	 *
	 * @param end how many rows of the list stand before the end of the answer
	 */
	take(rows: readonly Project[], page: Page, end: number): boolean {
		const { stream, countOffset, owesExisting } = this.state;
		const { hasNext, totalItems } = page.pagination;
		this.totalItems = countsList(page, end - page.projects.length) ? totalItems : null;
		const { nowS } = this.context.clock();
		const seconds = page.projects.map((project) => secondIn(project, 'updated_at') ?? 0);
		// An answer that shows a later change than all known ones is no old copy of the list.
		const isCurrent = stream !== null && newestOf(seconds, nowS) > stream.newest;
		for (const project of rows) this.takeProject(project, isCurrent);
		// The first poll of All Existing Projects leaves them to the snapshot.
		if (!stream && owesExisting) this.isDone = true;
		// An answer with fewer rows than it counts may lack any row.
		const isShort = !hasNext && end < totalItems - Math.max(0, countOffset);
		if (isShort) this.isDone = false;
		return this.isDone || isShort || !this.news.hasRoomForPage;
	}

	private takeProject(project: Project, isCurrent: boolean): void {
		this.news.see(project.id);
		if (this.isDone) return;
		const { context, state, news } = this;
		const created = secondIn(project, 'created_at') ?? 0;
		const updated = secondIn(project, 'updated_at');
		this.stamps.push(updated ?? created);
		if (!state.stream && state.owesExisting) return void this.stamps.push(created);
		if (updated && updated <= context.clock().nowS)
			this.low ??= updated - context.lookBackS - STAMP_PRECISION_S;
		if ((updated ?? created) >= (this.low ?? 0))
			news.take(rowOf(project), state.stream !== null, isCurrent);
		// A project without a stamp may stand anywhere, so it does not end the reading.
		else this.isDone = updated !== undefined;
	}
}

/** The newest of some seconds that do not lie after another; 0 where none does. */
const newestOf = (seconds: readonly number[], latest: number) =>
	seconds.reduce((newest, second) => (second <= latest ? Math.max(newest, second) : newest), 0);

/** How far the recent changes are read after a poll. */
export function nextStream(context: PollContext, state: TriggerState, reach: Reach): Stream {
	const { stream, snapshot, owesExisting } = state;
	if (!stream) return firstStream(context, reach, owesExisting);
	const { low, newSince } = stream;
	const { nowS, isCredible } = context.clock();
	const newestRead = newestOf(reach.stamps, nowS);
	const newest = Math.max(stream.newest, newestRead);
	const readAt = newest > stream.newest ? null : stream.newestReadAt;
	const newestReadAt = readAt ?? (isCredible ? nowS : null);
	const quietS = isCredible && readAt !== null ? nowS - readAt : 0;
	// While nothing newer appears, it rises to just above the newest change, and an idle poll is one small request.
	const risen = newest + Math.min(1, quietS - context.lookBackS - STAMP_PRECISION_S);
	// An old copy of the list does not show what became visible late.
	const isOld = newestRead < stream.newest;
	const gapFrom = reach.isDone ? stream.gapFrom : Math.min(stream.gapFrom ?? Infinity, low);
	const isWhole = !snapshot && gapFrom === null && !owesExisting;
	return {
		low: isOld ? low : Math.max(low, risen),
		newest,
		newestReadAt,
		// The last watermark is taken, since what is created and changed while a poll reads is new in the next one. What a gap
		// or a snapshot has left unread may still be new.
		newSince: isWhole ? Math.max(newSince, low) : newSince,
		gapFrom,
	};
}

/** What the first poll did not read lies before the start, and must not be delivered later. */
function firstStream(context: PollContext, reach: Reach, owesExisting: boolean): Stream {
	const { nowS } = context.clock();
	const newest = newestOf(reach.stamps, nowS);
	// Clocks may differ, but one absurd date must not make all later projects old ones.
	const credible = reach.stamps.filter((second) => second <= nowS + MS_PER_DAY / MS_PER_SECOND);
	const oldest = credible.reduce((first, second) => Math.min(first, second), credible[0] ?? nowS);
	const lookBackFrom = newest - context.lookBackS - STAMP_PRECISION_S;
	const low = Math.max(reach.isDone ? 0 : oldest + 1, lookBackFrom);
	const newestReadAt = newest > 0 ? nowS : null;
	const newSince = owesExisting ? newestOf(credible, Infinity) + 1 : low;
	return { low, newest, newestReadAt, newSince, gapFrom: null };
}
