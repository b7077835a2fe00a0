/**
 * When a snapshot is due, as another number of projects is counted than known; and for Removed, when one is gone:
 *
 * - all snapshots for Look Back have missed it, from the end of the first one to the beginning of the last, and no
 *   other answer has shown it;
 * - no poll between has found as many projects counted as are known, or more, or none: it may only have been hidden;
 * - the total does not count it any more.
 *
 * A snapshot for this begins Look Back after the end of the last one, so mostly, two are enough. Three numbers show
 * what is counted. Say that a service always counts three more than it lists (`countOffset`), and that one of ten known
 * projects is deleted, so that the total falls from 13 to 12:
 *
 * - *Surplus* of a poll = total - `countOffset` - known projects: 12 - 3 - 10 = -1. So a snapshot is due.
 * - *Excess* of a snapshot = total - `countOffset` - its rows: 12 - 3 - 9 = 0. So what it missed is not counted.
 * - *Still counted*: up to `excess` of the missed projects may be there. If the one had only been hidden, the total
 *   would have stayed 13, and the excess 1. So one is still counted, and none is reported.
 */
import type { PollContext } from './context';
import type { News } from './news';
import type { TriggerState } from './state';
import { MARKS } from './table';

/** 0 for an account that looks empty, which is not believed. */
export const surplusOf = ({ totalItems, countOffset }: TriggerState, { table }: News) =>
	totalItems > 0 ? totalItems - countOffset - table.size : 0;

/** 0 where the total is the number of rows, too: then the service has begun to count right. */
export const excessOf = ({ countOffset }: TriggerState, totalItems: number, rows: number) =>
	totalItems === rows ? 0 : totalItems - countOffset - rows;

/** When a poll last had no negative surplus; not later than now. */
export function nextAllCountedAt(context: PollContext, state: TriggerState, surplus: number) {
	return surplus < 0 ? Math.min(state.allCountedAt, context.startedAt) : context.startedAt;
}

/** Due Look Back after the last one, if the surplus is above 0 or, where Removed is chosen, below. */
export function isSnapshotDue(context: PollContext, state: TriggerState, surplus: number) {
	const { options, startedAt, lookBackS } = context;
	const matters = surplus > 0 || (surplus < 0 && options.events.includes('removed'));
	if (!matters || !state.lastSnapshot) return false;
	// A time that lies ahead is one from before n8n's clock was set back.
	return Math.abs(startedAt - state.lastSnapshot.endedAt) >= lookBackS;
}

/**
 * At the end of a snapshot, removes the projects that are gone, and notes which were missed. Neither is done if the
 * snapshot has more rows than projects were shown since it began: some came twice, and others perhaps not at all.
 *
 * @returns how many of the missed projects may still be counted. While there are any, nobody knows which are gone
 */
export function removeGone(context: PollContext, state: TriggerState, news: News, excess: number) {
	const { allCountedAt } = state;
	const endedAt = context.secondsNow();
	const { beganAt, offset: rows } = state.snapshot!; // At the end, the offset is their number.
	const missed = [...news.table].filter(([, { marks }]) => (marks & MARKS.unseen) !== 0);
	const stillCounted = Math.max(0, Math.min(excess, missed.length));
	const seen = news.table.size - missed.length;
	if (rows > seen) return stillCounted;
	for (const [id, known] of missed) {
		const { missedAt } = known;
		// Not if a poll since then has had a surplus of 0 or more: it may only have been hidden.
		const wasMissedBefore = missedAt !== null && missedAt >= allCountedAt && missedAt <= beganAt;
		const isMissedForLong = wasMissedBefore && beganAt - missedAt >= context.lookBackS;
		if (isMissedForLong && stillCounted === 0) news.remove(id, known);
		else news.table.set(id, { ...known, missedAt: wasMissedBefore ? missedAt : endedAt });
	}
	return stillCounted;
}
