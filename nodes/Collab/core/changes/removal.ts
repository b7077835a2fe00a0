/**
 * When a project is gone, and when a snapshot is due to find out. A project is gone if
 * - all snapshots for Look Back have missed it, from the end of the first one to the beginning of the last, and no
 *   other answer has shown it;
 * - every poll between has had a negative surplus, see below: otherwise it may only have been hidden;
 * - the total does not count it any more.
 *
 * A snapshot for this begins Look Back after the end of the last one, so mostly, two are enough. Three numbers show
 * what is counted. Say that a service always counts three more than it lists (`countOffset`), and that one of ten known
 * projects is deleted, so that the total falls from 13 to 12:
 *
 * - *Surplus* of a poll = total - `countOffset` - known projects: 12 - 3 - 10 = -1. So a snapshot is due.
 * - *Excess* of a snapshot = total - `countOffset` - its rows: 12 - 3 - 9 = 0. So what it missed is not counted.
 * - *Still counted*: the excess, from 0 to the number of missed projects; here 0, so the one is gone. Had it only been
 *   hidden, the total would have stayed 13, and the excess 1: one is still counted, and none is reported.
 */
import type { PollContext } from './context';
import type { News } from './news';
import type { PollReading } from './pollReader';
import type { LastSnapshot, TriggerState } from './state';
import { type KnownProject, MARKS } from './table';

/** 0 for an account that looks empty, which is not believed, even if it is. */
export const surplusOf = ({ totalItems, countOffset }: TriggerState, { table }: News) =>
	totalItems > 0 ? totalItems - countOffset - table.size : 0;

/** Due Look Back after the last one, if the surplus is above 0; for Removed also below, or if it `hasMissed` some. */
export function isSnapshotDue(context: PollContext, last: LastSnapshot, surplus: number) {
	const { options, startedAt, lookBackS } = context;
	const isForRemoved = options.events.includes('removed') && (surplus < 0 || last.hasMissed);
	// A time that lies ahead is one from before n8n's clock was set back.
	return (surplus > 0 || isForRemoved) && Math.abs(startedAt - last.endedAt) >= lookBackS;
}

/** Ends a snapshot that has read to the end: removes projects that are gone, and notes which others it has missed. */
export function endSnapshot(
	context: PollContext,
	state: TriggerState,
	news: News,
	{ totalItems, position }: PollReading,
): TriggerState {
	const { allCountedAt, countOffset } = state;
	const { beganAt } = state.snapshot!;
	const endedAt = context.secondsNow();
	const missed = [...news.table].filter(([, { marks }]) => (marks & MARKS.unseen) !== 0);
	// Not more than were shown since it began: where a row comes twice, another one may not come at all.
	const rows = Math.min(position.readTo, news.table.size - missed.length);
	// Where the total is the number of rows, the service counts right now, be the offset above or below 0.
	const excess = totalItems === rows ? 0 : totalItems - countOffset - rows;
	// While some of the missed projects may be counted, nobody knows which are gone.
	const stillCounted = Math.max(0, Math.min(excess, missed.length));
	// The wait begins anew after a poll without negative surplus. A time after `beganAt` is of a clock that was set back.
	const missedSince = ({ missedAt: at }: KnownProject) =>
		at !== null && at >= allCountedAt && at <= beganAt ? at : null;
	for (const [id, known] of missed) {
		const since = missedSince(known);
		const isGone = since !== null && beganAt - since >= context.lookBackS && stillCounted === 0;
		if (isGone) news.remove(id, known);
		else news.table.set(id, { ...known, missedAt: since ?? endedAt });
	}
	const hasMissed = stillCounted === 0 && missed.some(([id]) => news.table.get(id));
	const lastSnapshot = context.needs && { beganAt, endedAt, hasMissed };
	// What is counted, and is neither a row nor a missed project, is taken to be counted always if it is found twice.
	const foundOffset = totalItems - rows - stillCounted;
	const offset = [0, state.foundOffset].includes(foundOffset) ? foundOffset : countOffset;
	return { ...state, snapshot: null, lastSnapshot, foundOffset, countOffset: offset };
}
