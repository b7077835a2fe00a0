/**
 * Reads all projects in the order of their creation, in which no change moves a row. It can stop after any page and go on in
 * the next poll: its place is a time of creation, up to which all was read.
 */
import { BY_CREATION, type ListQuery, MAX_PER_PAGE, type Project } from '../contract';
import type { AnchoredReader } from '../list/anchoredReader';
import { type PollContext, TIME_TO_READ } from './context';
import { type News, type Row, rowOf } from './news';
import { BEGINNING, type Snapshot, type TriggerState } from './state';
import { MARKS } from './table';

const OLDEST_FIRST: ListQuery = { status: 'all', ...BY_CREATION };

/**
 * After so many polls in a row that got no further, a list that has ended is believed although its count says otherwise, and
 * any other is read from its beginning again.
 */
const STALLS_TO_BELIEVE = 3;

/** How a poll has left a snapshot. */
export interface SnapshotEnd {
	readonly snapshot: Snapshot;
	readonly isFinished: boolean;
	/**
	 * Whether nothing was hidden: it has read at least as many different projects as the list has rows, and the total is the
	 * number of rows and what the service always adds.
	 */
	readonly isSound: boolean;
	/** By how much the service's total exceeds the rows of the list. */
	readonly countOffset: number;
}

/** Whether a snapshot has to begin: for a gap or All Existing Projects, for what is newly chosen, on a new day, or as a look. */
export function isSnapshotDue(
	context: PollContext,
	state: TriggerState,
	news: News,
	totalItems: number | null,
): boolean {
	const { stream, owesExisting, filledAt } = state;
	if (stream?.gapFrom !== null || owesExisting) return true;
	if (!context.needs) return false;
	const isNewDay = context.dayOf(filledAt ?? 0) !== context.dayOf(context.startedAt);
	if (isNewDay) return true;
	// An account that looks empty is not believed.
	const mayLook =
		context.options.events.includes('removed') && totalItems !== null && totalItems > 0;
	return mayLook && isLookWanted(context, state, news, totalItems);
}

function isLookWanted(
	context: PollContext,
	state: TriggerState,
	{ table }: News,
	totalItems: number,
): boolean {
	const surplus = totalItems - state.countOffset - table.size;
	const isMissing = [...table.values()].some(({ misses }) => misses > 0);
	// A count that has room for those that a look has missed says that they are there.
	if (isMissing && surplus >= 0) return true;
	return (isMissing || surplus !== 0) && isLookDue(context, state, context.startedAt);
}

/** Whether the last look was at least Look Back ago at that second of n8n's clock, which may have been set back since. */
export const isLookDue = ({ lookBackS }: PollContext, { lookedAt }: TriggerState, at: number) =>
	Math.abs(at - lookedAt) >= lookBackS;

/** Begins a snapshot, which also fills the gap that there is. */
export function beginSnapshot({ startedAt }: PollContext, state: TriggerState, { table }: News) {
	for (const [id, known] of table) table.set(id, { ...known, marks: known.marks | MARKS.unseen });
	const { stream } = state;
	const snapshot = { gapFrom: stream?.gapFrom ?? null, beganAt: startedAt, ...BEGINNING };
	return { ...state, stream: stream && { ...stream, gapFrom: null }, snapshot };
}

/**
 * Reads on until the list ends, or the poll has no time or room for more.
 *
 * @param newsFrom a project that is not known and changed in this second or later is news
 */
export async function readSnapshot(
	context: PollContext,
	state: TriggerState,
	start: Snapshot,
	news: News,
	newsFrom: number,
): Promise<SnapshotEnd> {
	const { createdUpTo, lastIds, offset } = start;
	const isRead = ({ project, created = Infinity }: Row) =>
		created < createdUpTo || lastIds.includes(project.id);
	let snapshot = start;
	const take = (projects: readonly Project[]) => {
		const rows = projects.map(rowOf);
		// The table need not have all projects, and what was read before must not be delivered again.
		for (const row of rows.filter((one) => news.table.has(one.project.id) || !isRead(one)))
			news.take(row, row.changedAt >= newsFrom);
		const unread = rows.filter((row) => !isRead(row));
		snapshot = movedOn(context, snapshot, unread);
		return !news.hasRoomForPage;
	};
	const wasRead = (project: Project) => isRead(rowOf(project));
	const resume = offset > 0 && { resume: { offset, wasRead } };
	const reader = context.readerOf(OLDEST_FIRST, TIME_TO_READ, { take, ...resume });
	const end = news.hasRoomForPage ? await context.readOn(reader) : 'enough';
	// An account that looks empty is not believed once it had projects.
	const isList = reader.rows.next > 0 || (news.table.size === 0 && state.stream?.newest === 0);
	const hasEnded = isList && (end === 'end' || end === 'miscounted');
	const stalls = snapshot.listed > start.listed ? 0 : start.stalls;
	const added = Number(hasEnded || end === 'stuck');
	return endOf(reader, { ...snapshot, stalls: stalls + added }, state, hasEnded);
}

function endOf(
	{ rows, totalItems, place }: AnchoredReader,
	snapshot: Snapshot,
	state: TriggerState,
	hasEnded: boolean,
): SnapshotEnd {
	const hasStalled = snapshot.stalls >= STALLS_TO_BELIEVE;
	const countOffset = totalItems - rows.next;
	const isAsUsual = countOffset === state.countOffset;
	const isFinished = hasEnded && (hasStalled || isAsUsual);
	const isSound = snapshot.listed >= rows.next && isAsUsual;
	const next = hasStalled && !isFinished ? BEGINNING : { offset: place };
	return { snapshot: { ...snapshot, ...next }, isFinished, isSound, countOffset };
}

/** @param unread the rows of an answer that were not read before */
function movedOn(context: PollContext, snapshot: Snapshot, unread: readonly Row[]): Snapshot {
	const { createdUpTo, lastIds, listed, newest } = snapshot;
	return {
		...snapshot,
		createdUpTo: Math.max(createdUpTo, ...unread.map(({ created = 0 }) => created)),
		lastIds: [...lastIds, ...unread.map(({ project }) => project.id)].slice(-MAX_PER_PAGE),
		listed: listed + unread.length,
		newest: context.newestOf([newest, ...unread.map(({ updated = 0 }) => updated)]),
	};
}
