/**
 * Reads all projects in the order of their creation, in which no change moves a row. It can stop after any page. The
 * next poll goes on from a *place*: an offset, which is a hint only, since rows before it may be gone; and the IDs of
 * the last rows before it, one of which shows where that is now.
 *
 * A bulk import gives many projects one time of creation, and each page may have another order of them. If rows may be
 * missing for that, or a poll reads a part of one import only, all are read again by name. A rename may move a project
 * past such a reading, but it is a recent change, too.
 */
import { BY_CREATION, MAX_PER_PAGE, type Project } from '../contract';
import { CollabError } from '../errors';
import { dayIn, MS_PER_SECOND } from '../time';
import type { PollContext } from './context';
import type { News } from './news';
import { endSnapshot, isSnapshotDue } from './removal';
import { owesAllExisting, type Snapshot, type TriggerState } from './state';
import { MARKS } from './table';

const BY_NAME = { sortBy: 'name', order: 'asc' } as const;
const BEGINNING = { offset: 0, lastIds: [] };

/** Why a snapshot has to begin, or null. One a day finds conditions that hold by now, and what polls missed. */
export function reasonForSnapshot(context: PollContext, state: TriggerState, surplus: number) {
	const { gapFrom } = state.stream;
	if (owesAllExisting(state)) return 'for all existing projects';
	if (gapFrom !== null) return 'for changes that polls did not reach';
	if (!context.needs) return null;
	if (!state.lastSnapshot) return 'as the settings need it';
	const dayOf = (second: number) => dayIn(second * MS_PER_SECOND, context.options.timeZone);
	if (dayOf(state.lastSnapshot.beganAt) !== dayOf(context.startedAt)) return 'for a new day';
	if (!isSnapshotDue(context, state.lastSnapshot, surplus)) return null;
	return 'since a project is missed, or the total does not fit the known ones';
}

/** Begins a snapshot, which also fills the gap that there is. */
export function beginSnapshot({ startedAt }: PollContext, state: TriggerState, { table }: News) {
	for (const [id, known] of table) table.set(id, { ...known, marks: known.marks | MARKS.unseen });
	const snapshot = { beganAt: startedAt, gapFrom: state.stream.gapFrom, ...BEGINNING };
	return { ...state, stream: { ...state.stream, gapFrom: null }, snapshot };
}

/** Where a snapshot is under way, reads on until the list ends, or the poll may read no more. */
export async function readSnapshot(context: PollContext, state: TriggerState, news: News) {
	const { snapshot } = state;
	if (!snapshot) return state;
	const reading = await readOn(context, snapshot, news);
	const { outcome, totalItems, needsNames } = reading;
	assertReadable(context, reading);
	// It is refused only where not all are needed: the rest is given up. If projects are known, a total of 0 is a fault.
	const looksEmpty = totalItems === 0 && news.table.size > 0;
	const isAtEnd = ['listEnd', 'refused'].includes(outcome) && !looksEmpty;
	if (!isAtEnd || needsNames) return { ...state, snapshot: nextSnapshot(snapshot, reading) };
	return endSnapshot(context, state, news, reading);
}

/** Where all are needed, those not shown would seem to be gone. Who publishes sees any error that names do not mend. */
function assertReadable({ needs, runtime }: PollContext, reading: Reading) {
	const { outcome, position, totalItems, offset, needsNames } = reading;
	const rowsRead = position.readTo;
	if (outcome === 'refused' && (needs || runtime.isPublishing))
		throw new CollabError('deepPagesRefused', { rowsRead });
	if (outcome === 'stuck' && rowsRead > offset && runtime.isPublishing && !needsNames)
		throw new CollabError('listUnstable', { rowsRead, totalItems });
}

/**
 * The snapshot for the next poll, where this one has read from `offset` to `readTo`:
 * 1. If it was stuck before anything was read, it begins anew: a list that has become short may count none there.
 * 2. If rows may be missing, or all that was read is one run, it begins anew by name, unless it reads by name already.
 * 3. Otherwise it goes on where the last run begins, at `runStart`, as that may have more rows; or at `readTo` if that
 *    is no further than `offset`, as every poll would read the same.
 */
function nextSnapshot(snapshot: Snapshot, reading: Reading): Snapshot {
	const { runStart, readTo } = reading.position;
	if (reading.outcome === 'stuck' && readTo <= snapshot.offset)
		return { ...snapshot, ...BEGINNING }; // 1
	const isNoFurther = runStart <= snapshot.offset;
	const isOneByCreation = isNoFurther && readTo > snapshot.offset && !snapshot.isByName;
	if (reading.needsNames || isOneByCreation) return { ...snapshot, ...BEGINNING, isByName: true }; // 2
	const offset = isNoFurther ? readTo : runStart; // 3
	// If a b c d were read to offset 10, the place at 8 is behind b.
	const before = reading.ids.slice(0, reading.ids.length - (readTo - offset));
	return { ...snapshot, offset, lastIds: before.slice(-MAX_PER_PAGE) };
}

/** Reads on from the place of a snapshot. The IDs are those of the rows before it, and of those that are read. */
async function readOn({ reader }: PollContext, snapshot: Snapshot, news: News) {
	const { isByName, offset, lastIds } = snapshot;
	const ids = [...lastIds];
	const take = (projects: readonly Project[]) => {
		ids.push(...projects.map(({ id }) => id));
		return false;
	};
	const resume = { offset, wasRead: ({ id }: Project) => lastIds.includes(id) };
	const query = { status: 'all', ...(isByName ? BY_NAME : BY_CREATION) } as const;
	const reading = await reader.read(query, news, { take, resume });
	return { ...reading, ids, offset, needsNames: reading.mayLackRows && !isByName };
}

type Reading = Awaited<ReturnType<typeof readOn>>;
