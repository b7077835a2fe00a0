/**
 * Reads all projects in the order of their creation, in which no change moves a row. It can stop after any page and go
 * on in the next poll: its place is a time of creation, up to which all was read.
 */
import { type ListQuery, BY_CREATION, MAX_PER_PAGE, type Project } from '../contract';
import type { AnchoredReader } from '../list/anchoredReader';
import { dayIn, MS_PER_SECOND } from '../time';
import { type PollContext, TIME_TO_READ } from './context';
import { type News, type Row, rowOf } from './news';
import { look } from './removal';
import { type Snapshot, type TriggerState } from './state';
import { MARKS } from './table';

const OLDEST_FIRST: ListQuery = { status: 'all', ...BY_CREATION };

/**
 * Whether a snapshot has to begin: for a gap or All Existing Projects, for new needs, on a new day, or as a look.
 *
 * @param surplus how many projects the service counts beyond the known ones; undefined where it tells nothing
 */
export function isSnapshotDue(
	{ needs, options, startedAt, lookBackS }: PollContext,
	{ stream, owesExisting, filledAt }: TriggerState,
	surplus: number | undefined,
): boolean {
	if (stream?.gapFrom !== null || owesExisting) return true;
	if (!needs) return false;
	const dayOf = (second: number) => dayIn(second * MS_PER_SECOND, options.timeZone);
	if (filledAt === null || dayOf(filledAt) !== dayOf(startedAt)) return true;
	const mayBeGone = options.events.includes('removed') && Boolean(surplus);
	return mayBeGone && Math.abs(startedAt - filledAt) >= lookBackS;
}

/** Begins a snapshot, which also fills the gap that there is. */
export function beginSnapshot(
	{ startedAt }: PollContext,
	state: TriggerState,
	{ table }: News,
): TriggerState {
	for (const [id, known] of table) table.set(id, { ...known, marks: known.marks | MARKS.unseen });
	const { stream } = state;
	const progress = { createdUpTo: 0, offset: 0, lastIds: [], newest: 0 };
	const snapshot = { beganAt: startedAt, ...progress, difference: null, differsSince: 0 };
	return { ...state, stream: stream && { ...stream, gapFrom: null }, snapshot };
}

/** Reads on until the list ends, or the poll has no time or room for more. */
export async function readSnapshot(
	context: PollContext,
	state: TriggerState,
	start: Snapshot,
	news: News,
): Promise<TriggerState> {
	const { createdUpTo, lastIds, offset } = start;
	const isRead = ({ project, created = Infinity }: Row) =>
		created < createdUpTo || lastIds.includes(project.id);
	let snapshot = start;
	const take = (projects: readonly Project[]) => {
		const rows = projects.map(rowOf);
		// The table may lack a project that this snapshot has read before. It must not be delivered again.
		for (const row of rows) if (news.table.has(row.project.id) || !isRead(row)) news.take(row);
		snapshot = movedOn(context, snapshot, rows);
		return !news.hasRoomForPage;
	};
	const wasRead = (project: Project) => isRead(rowOf(project));
	const resume = offset > 0 && { resume: { offset, wasRead } };
	const reader = context.readerOf(OLDEST_FIRST, TIME_TO_READ, { take, ...resume });
	const end = news.hasRoomForPage ? await context.readOn(reader) : 'enough';
	snapshot = { ...snapshot, offset: reader.place };
	if (end === 'enough' || end === 'interrupted') return { ...state, snapshot };
	return atEnd(context, state, snapshot, news, reader);
}

function movedOn({ nowS }: PollContext, snapshot: Snapshot, rows: readonly Row[]): Snapshot {
	const { createdUpTo, lastIds, newest } = snapshot;
	const changes = rows.flatMap(({ updated = 0 }) => (updated <= nowS ? updated : []));
	return {
		...snapshot,
		createdUpTo: Math.max(createdUpTo, ...rows.map(({ created = 0 }) => created)),
		lastIds: [...lastIds, ...rows.map(({ project }) => project.id)].slice(-MAX_PER_PAGE),
		newest: Math.max(newest, ...changes),
	};
}

/**
 * The list has no more rows, or none that follow. A total that differs by the same number for Look Back is believed to
 * be the service's own way of counting.
 */
function atEnd(
	context: PollContext,
	state: TriggerState,
	snapshot: Snapshot,
	news: News,
	{ rows, totalItems }: AnchoredReader,
): TriggerState {
	const { startedAt, lookBackS, needs } = context;
	const difference = totalItems - rows.next;
	const isSame = difference === snapshot.difference;
	const differsSince = isSame ? snapshot.differsSince : startedAt;
	const isOwn = isSame && Math.abs(startedAt - differsSince) >= lookBackS;
	// An account that looks empty is not believed once it had projects.
	const looksEmpty = rows.count === 0 && Boolean(state.stream?.newest);
	if (looksEmpty || !(isOwn || difference === state.countOffset))
		return { ...state, snapshot: { ...snapshot, difference, differsSince } };
	if (needs) look(context, snapshot, news, rows.next);
	const filledAt = needs && snapshot.beganAt;
	return { ...state, snapshot: null, owesExisting: false, filledAt, countOffset: difference };
}
