/**
 * Reads all projects in the order of their creation, in which no change moves a row. It can stop after any page. The
 * next poll goes on at its offset: a row there that was read before, by its ID or time of creation, shows the place.
 */
import { type ListQuery, BY_CREATION, MAX_PER_PAGE, type Project } from '../contract';
import { DAY_S, dayIn, MS_PER_SECOND, parseInstant } from '../time';
import { type PollContext, TIME_TO_READ } from './context';
import { type News, type Row, rowOf } from './news';
import type { PollReader } from './pollReader';
import { look } from './removal';
import type { BegunState, Snapshot } from './state';
import { MARKS } from './table';

const OLDEST_FIRST: ListQuery = { status: 'all', ...BY_CREATION };

/**
 * Whether a snapshot has to begin: for a gap or All Existing Projects, for new needs, on a new day, or as a look.
 *
 * @param surplus how many projects the service counts beyond the known ones
 */
export function isSnapshotDue(
	{ needs, options, startedAt, lookBackS }: PollContext,
	{ stream, owesExisting, filledAt }: BegunState,
	surplus: number,
): boolean {
	if (stream.gapFrom !== null || owesExisting) return true;
	if (!needs) return false;
	const dayOf = (second: number) => dayIn(second * MS_PER_SECOND, options.timeZone);
	if (filledAt === null || dayOf(filledAt) !== dayOf(startedAt)) return true;
	const mayBeGone = options.events.includes('removed') && surplus !== 0;
	return mayBeGone && Math.abs(startedAt - filledAt) >= lookBackS;
}

/** Begins a snapshot, which also fills the gap that there is. */
export function beginSnapshot({ startedAt }: PollContext, state: BegunState, { table }: News) {
	for (const [id, known] of table) table.set(id, { ...known, marks: known.marks | MARKS.unseen });
	const progress = { createdUpTo: 0, offset: 0, lastIds: [], newest: 0, endsSince: null };
	const { gapFrom } = state.stream;
	const stream = { ...state.stream, gapFrom: null };
	return { ...state, stream, snapshot: { beganAt: startedAt, gapFrom, ...progress } };
}

/** Reads on until the list ends, or the poll has no time or room for more. */
export async function readSnapshot(
	context: PollContext,
	state: BegunState,
	start: Snapshot,
	news: News,
): Promise<BegunState> {
	const { createdUpTo, lastIds, offset } = start;
	const wasRead = ({ id, created_at }: Project) =>
		lastIds.includes(id) || (parseInstant(created_at)?.seconds ?? Infinity) < createdUpTo;
	let snapshot = start;
	const take = (projects: readonly Project[]) => {
		const rows = projects.map(rowOf);
		for (const row of rows) news.take(row);
		snapshot = movedOn(context, snapshot, rows);
		return !news.hasRoomForPage;
	};
	const resume = offset > 0 && { resume: { offset, wasRead } };
	const reader = context.readerOf(OLDEST_FIRST, TIME_TO_READ, { take, ...resume });
	const end = await context.readOn(reader);
	if (end === 'refused' && (context.needs || context.isPublishing))
		throw reader.errorOf('deepPagesRefused');
	snapshot = { ...snapshot, offset: reader.place };
	const goesOn = end === 'enough' || end === 'interrupted';
	// An account that looks empty is not believed once it had changes.
	const looksEmpty = reader.totalItems === 0 && state.stream.newest > 0;
	if (goesOn || looksEmpty) return { ...state, snapshot: { ...snapshot, endsSince: null } };
	return atEnd(context, state, snapshot, news, reader);
}

function movedOn({ serviceNowS }: PollContext, snapshot: Snapshot, rows: readonly Row[]): Snapshot {
	const { createdUpTo, lastIds, newest } = snapshot;
	const changes = rows.flatMap(({ updated = 0 }) => (updated <= serviceNowS ? updated : []));
	return {
		...snapshot,
		createdUpTo: Math.max(createdUpTo, ...rows.map(({ created = 0 }) => created)),
		lastIds: [...lastIds, ...rows.map(({ project }) => project.id)].slice(-MAX_PER_PAGE),
		newest: Math.max(newest, ...changes),
	};
}

/**
 * No more rows follow, or nothing shows which. A fault may end the list early, so a snapshot is finished only if the
 * total exceeds the rows as it did before, or if the list has ended in each poll for Look Back.
 */
function atEnd(
	context: PollContext,
	state: BegunState,
	snapshot: Snapshot,
	news: News,
	{ rows: { next: rows }, totalItems }: PollReader,
): BegunState {
	const { needs, startedAt, nowS, lookBackS } = context;
	const { beganAt, endsSince } = snapshot;
	const offsetNow = totalItems - rows;
	const excess = offsetNow - state.countOffset;
	const endsForLong = endsSince !== null && Math.abs(startedAt - endsSince) >= lookBackS;
	if (excess !== 0 && !endsForLong)
		return { ...state, snapshot: { ...snapshot, endsSince: endsSince ?? nowS } };
	// If eight of ten known projects are listed and the total is nine, it counts one of the missing: the offset stays.
	const countsMissing = excess > 0 && excess <= news.table.size - rows;
	look(context, snapshot, news, rows, countsMissing ? DAY_S : lookBackS);
	return {
		...state,
		snapshot: null,
		owesExisting: false,
		filledAt: needs && beganAt,
		countOffset: countsMissing ? state.countOffset : offsetNow,
	};
}
