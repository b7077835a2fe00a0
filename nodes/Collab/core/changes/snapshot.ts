/**
 * Reads all projects in the order of their creation, in which no change moves a row. It can stop after any page and go on in
 * the next poll: its place is a time of creation, up to which all was read.
 */
import { type ListQuery, MAX_PER_PAGE, type Project } from '../contract';
import { BY_CREATION } from '../query/find';
import { type PollContext, TIME_TO_READ } from './context';
import { type News, rowOf, secondIn } from './news';
import type { Snapshot, TriggerState } from './state';
import { MARKS } from './table';

const OLDEST_FIRST: ListQuery = { status: 'all', ...BY_CREATION };

/**
 * After so many polls in a row that got no further, a list that has ended is believed although its count says otherwise, and
 * any other is read from its beginning again.
 */
const STALLS_TO_BELIEVE = 3;

/** The place of a snapshot that has read nothing. */
export const BEGINNING = {
	createdUpTo: 0,
	offset: 0,
	lastIds: [],
	listed: 0,
	newest: 0,
	stalls: 0,
};

/** How a poll has left a snapshot. */
export interface SnapshotEnd {
	readonly snapshot: Snapshot;
	readonly isFinished: boolean;
	/** How many rows the list has. */
	readonly rows: number;
	/** By how much the service's total exceeds them. */
	readonly countOffset: number;
}

/**
 * Whether a snapshot has to begin: for a gap or All Existing Projects, for what is newly chosen, on a new day, and for Removed
 * where the known projects are others than the service counts.
 */
export function isSnapshotDue(
	context: PollContext,
	{ stream, owesExisting, needs, filledOn, countOffset, lookedAt }: TriggerState,
	{ table }: News,
	totalItems: number | null,
): boolean {
	if (stream?.gapFrom !== null || owesExisting) return true;
	if (!needs) return false;
	if (filledOn !== context.today) return true;
	// An account that looks empty is not believed.
	if (needs.inclusion === null || !totalItems) return false;
	const isMissing = [...table.values()].some(({ misses }) => misses > 0);
	const surplus = totalItems - countOffset - table.size;
	// A count that has room for those that a look has missed says that they are there.
	if (isMissing && surplus >= 0) return true;
	return (isMissing || surplus !== 0) && mayLook(context, lookedAt);
}

/** Whether the last look is at least Look Back ago. */
const mayLook = ({ now, lookBackS }: PollContext, lookedAt: number) =>
	// The clock may have been set back meanwhile.
	Math.abs(now() - lookedAt) >= lookBackS;

/** Begins a snapshot, which also fills the gap that there is. */
export function beginSnapshot(context: PollContext, state: TriggerState, { table }: News) {
	for (const [id, known] of table) table.set(id, { ...known, marks: known.marks | MARKS.unseen });
	const { stream, needs, lookedAt } = state;
	const mayBeLook = needs !== null && mayLook(context, lookedAt);
	const gapFrom = stream?.gapFrom ?? null;
	const snapshot = { gapFrom, day: context.today, mayBeLook, ...BEGINNING };
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
	const wasRead = (project: Project) =>
		secondOfCreation(project) < createdUpTo || lastIds.includes(project.id);
	const isTableWhole = state.filledOn !== null || state.owesExisting;
	let snapshot = start;
	const reader = context.readerOf(OLDEST_FIRST, TIME_TO_READ, {
		take: (projects) => {
			// The table need not have all projects, and what was read before must not be delivered again.
			for (const row of projects
				.filter((one) => news.table.has(one.id) || !wasRead(one))
				.map(rowOf))
				news.take(row, isTableWhole || row.changedAt >= newsFrom);
			const unread = projects.filter((project) => !wasRead(project));
			snapshot = movedOn(snapshot, unread, context.clock().nowS);
			return !news.hasRoomForPage;
		},
		...(offset > 0 && { resume: { offset, wasRead } }),
	});
	const end = news.hasRoomForPage ? await context.readOn(reader) : 'enough';
	const { totalItems, rows, place } = reader;
	// An account that looks empty is not believed once it had projects.
	const isEmpty = rows.next === 0 && (news.table.size > 0 || (state.stream?.newest ?? 0) > 0);
	const hasEnded = (end === 'end' || end === 'miscounted') && !isEmpty;
	const isFurther = snapshot.listed > start.listed;
	const stalls = (isFurther ? 0 : start.stalls) + Number(hasEnded || end === 'stuck');
	const isBelieved = stalls >= STALLS_TO_BELIEVE;
	const countOffset = totalItems - rows.next;
	const isFinished = hasEnded && (isBelieved || countOffset === state.countOffset);
	const next = isBelieved && !isFinished ? BEGINNING : { offset: place, stalls };
	return { snapshot: { ...snapshot, ...next }, isFinished, rows: rows.next, countOffset };
}

/** @param unread the projects of an answer that were not read before */
function movedOn(snapshot: Snapshot, unread: readonly Project[], nowS: number): Snapshot {
	const created = unread.map(secondOfCreation).filter(isFinite);
	const changed = unread.map((one) => secondIn(one, 'updated_at') ?? 0);
	return {
		...snapshot,
		createdUpTo: Math.max(snapshot.createdUpTo, ...created),
		lastIds: [...snapshot.lastIds, ...unread.map(({ id }) => id)].slice(-MAX_PER_PAGE),
		listed: snapshot.listed + unread.length,
		newest: Math.max(snapshot.newest, ...changed.filter((second) => second <= nowS)),
	};
}

/** Infinite where the service does not tell it. */
const secondOfCreation = (project: Project) => secondIn(project, 'created_at') ?? Infinity;
