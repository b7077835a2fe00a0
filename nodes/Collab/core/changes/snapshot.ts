/**
 * Reads all projects in the order of their creation, in which no change moves a row. It can stop after any page. The
 * next poll goes on at its offset: a row there that was read before shows the place.
 */
import { BY_CREATION, MAX_PER_PAGE, type Project } from '../contract';
import { CollabError } from '../errors';
import { dayIn, MS_PER_SECOND } from '../time';
import type { PollContext } from './context';
import type { News } from './news';
import { isReadingDue, removeMissed } from './removal';
import { ALL_TIME, type Snapshot, type TriggerState } from './state';
import { MARKS } from './table';

/** Why a snapshot has to begin, in words for n8n's log; null where none has to. */
export function reasonForSnapshot(context: PollContext, state: TriggerState, surplus: number) {
	const { gapFrom } = state.stream;
	if (gapFrom === ALL_TIME) return 'for all existing projects';
	if (gapFrom !== null) return 'for changes that polls did not reach';
	if (!context.needs) return null;
	if (!state.lastReading) return 'since more has to be known of each project';
	const dayOf = (second: number) => dayIn(second * MS_PER_SECOND, context.options.timeZone);
	if (dayOf(state.lastReading.beganAt) !== dayOf(context.startedAt)) return 'for a new day';
	const isDue = isReadingDue(context, state, surplus);
	return isDue ? 'since the total is not the number of known projects' : null;
}

/** Begins a snapshot, which also fills the gap that there is. */
export function beginSnapshot({ startedAt }: PollContext, state: TriggerState, { table }: News) {
	for (const [id, known] of table) table.set(id, { ...known, marks: known.marks | MARKS.unseen });
	const progress = { offset: 0, lastIds: [], endsSince: null };
	const { gapFrom } = state.stream;
	const stream = { ...state.stream, gapFrom: null };
	return { ...state, stream, snapshot: { beganAt: startedAt, gapFrom, ...progress } };
}

/** Where one is under way, reads on until the list ends, or the poll may read no more. */
export async function readSnapshot(context: PollContext, state: TriggerState, news: News) {
	const { snapshot: start } = state;
	if (!start) return state;
	const { offset } = start;
	const ids = [...start.lastIds];
	const take = (projects: readonly Project[]) => {
		for (const project of projects) news.take(project);
		ids.push(...projects.map(({ id }) => id));
		return false;
	};
	const resume = { offset, wasRead: ({ id }: Project) => start.lastIds.includes(id) };
	const query = { status: 'all', ...BY_CREATION } as const;
	const { outcome, position, totalItems } = await context.read(query, { take, resume });
	// Where all are needed, those that the service refuses would seem to be gone; and who publishes sees the error.
	if (outcome === 'refused' && (context.needs || context.runtime.isPublishing))
		throw new CollabError('deepPagesRefused', { rowsRead: position.readTo });
	const place = (again: number) => ({ ...start, ...placeBefore(again, position.readTo, ids) });
	// An account that looks empty is not believed once it had changes.
	const looksEmpty = totalItems === 0 && state.stream.newest > 0;
	if ((outcome === 'listEnd' || outcome === 'refused') && !looksEmpty)
		return atEnd(context, state, place(0), news, totalItems);
	// The last run of equal times may come in another order next time, and not all of it may have been read: so it is
	// read again. But a poll that has read nothing but a part of one run goes on within it, or it would never end.
	const lastRun = position.runStart > offset ? position.readTo - position.runStart : 0;
	return { ...state, snapshot: { ...place(lastRun), endsSince: null } };
}

/** The place so many rows before where a reading has come, of which it has read these IDs. */
function placeBefore(count: number, next: number, ids: readonly string[]) {
	const lastIds = ids.slice(0, ids.length - count).slice(-MAX_PER_PAGE);
	return { offset: next - count, lastIds };
}

/**
 * The list has ended. A fault may end it early. So that is believed if the total is the number of rows, or larger by
 * `countOffset`; or if each poll for Look Back has found that the list ends.
 */
function atEnd(
	context: PollContext,
	state: TriggerState,
	snapshot: Snapshot,
	news: News,
	totalItems: number,
): TriggerState {
	const { needs, startedAt, nowS, lookBackS } = context;
	const { beganAt, endsSince, offset } = snapshot;
	const moreThanRows = totalItems - offset;
	const excess = moreThanRows === 0 ? 0 : moreThanRows - state.countOffset;
	const endsForLong = endsSince !== null && Math.abs(startedAt - endsSince) >= lookBackS;
	if (excess !== 0 && !endsForLong)
		return { ...state, snapshot: { ...snapshot, endsSince: endsSince ?? nowS } };
	const stillCounted = removeMissed(context, state, snapshot, news, excess);
	return {
		...state,
		snapshot: null,
		lastReading: needs && { beganAt, endedAt: nowS },
		// If eight of ten known projects are listed and nine are counted, one that is missing is still counted: no offset.
		countOffset: moreThanRows - stillCounted,
	};
}
