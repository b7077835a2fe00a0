/**
 * Reads all projects in the order of their creation, in which no change moves a row. It can stop after any page and go
 * on in the next poll: its place is a time of creation, up to which all was read.
 */
import { type ListQuery, BY_CREATION, MAX_PER_PAGE, type Project } from '../contract';
import type { AnchoredReader } from '../list/anchoredReader';
import { type PollContext, TIME_TO_READ } from './context';
import { type News, type Row, rowOf } from './news';
import { BEGINNING, type Snapshot, type TriggerState } from './state';
import { MARKS } from './table';

const OLDEST_FIRST: ListQuery = { status: 'all', ...BY_CREATION };

/** How a poll has left a snapshot. */
export interface SnapshotEnd {
	readonly snapshot: Snapshot;
	readonly isFinished: boolean;
	/** Whether nothing was hidden: as many projects were seen as the list has rows, and the total is the usual one. */
	readonly isSound: boolean;
	/** By how much the service's total exceeds the rows of the list. */
	readonly countOffset: number;
}

/**
 * Whether a snapshot has to begin: for a gap or All Existing Projects, for new needs, on a new day, or as a look.
 *
 * @param surplus how many projects the service counts beyond the known ones; undefined where it tells nothing
 */
export function isSnapshotDue(
	context: PollContext,
	state: TriggerState,
	surplus: number | undefined,
): boolean {
	const { stream, owesExisting, filledAt } = state;
	if (stream?.gapFrom !== null || owesExisting) return true;
	if (!context.needs) return false;
	if (context.dayOf(filledAt ?? 0) !== context.dayOf(context.startedAt)) return true;
	const mayBeGone = context.options.events.includes('removed') && Boolean(surplus);
	return mayBeGone && isLookDue(context, state, context.startedAt);
}

/** Whether the last look is at least Look Back ago, by n8n's clock, which may have been set back since. */
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
		// The table may lack projects; one that this snapshot has read before must not be delivered again.
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
	if (end === 'enough' || end === 'interrupted') {
		const left = { isFinished: false, isSound: false, countOffset: state.countOffset };
		return { snapshot: { ...snapshot, offset: reader.place }, ...left };
	}
	const next = end === 'stuck' ? BEGINNING : { offset: reader.place };
	return endOf(context, state, snapshot, news, { reader, next });
}

/**
 * The list has no more rows, or none that follow. A total that differs by the same number for Look Back is believed to
 * be the service's own way of counting.
 *
 * @param next where it goes on if the total is not believed
 */
function endOf(
	context: PollContext,
	state: TriggerState,
	snapshot: Snapshot,
	{ table }: News,
	{ reader, next }: { readonly reader: AnchoredReader; readonly next: Partial<Snapshot> },
): SnapshotEnd {
	const { rows, totalItems } = reader;
	const difference = totalItems - rows.next;
	const isUsual = difference === state.countOffset;
	const isSame = difference === snapshot.difference;
	const differsSince = isSame ? snapshot.differsSince : context.now();
	const isBelieved = isSame && Math.abs(context.now() - differsSince) >= context.lookBackS;
	const seen = [...table.values()].filter(({ marks }) => (marks & MARKS.unseen) === 0);
	// An account that looks empty is not believed once it had projects.
	const isList = rows.next > 0 || (table.size === 0 && state.stream?.newest === 0);
	const isFinished = isList && (isUsual || isBelieved);
	return {
		snapshot: { ...snapshot, ...(!isFinished && next), difference, differsSince },
		isFinished,
		isSound: isUsual && seen.length >= rows.next,
		countOffset: difference,
	};
}

/** @param unread the rows of an answer that were not read before */
function movedOn(context: PollContext, snapshot: Snapshot, unread: readonly Row[]): Snapshot {
	const { createdUpTo, lastIds, newest } = snapshot;
	return {
		...snapshot,
		createdUpTo: Math.max(createdUpTo, ...unread.map(({ created = 0 }) => created)),
		lastIds: [...lastIds, ...unread.map(({ project }) => project.id)].slice(-MAX_PER_PAGE),
		newest: context.newestOf([newest, ...unread.map(({ updated = 0 }) => updated)]),
	};
}
