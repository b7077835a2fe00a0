/**
 * Project Removed: when all projects are read to find out which are gone, and which these are. A project is gone when
 *
 * - every full reading has missed it for Look Back, from the end of the first one to the beginning of the last;
 * - no poll between has found as many projects counted as are known: else it was there, and only not shown;
 * - the total does not count it any more.
 *
 * A reading for this begins Look Back after the end of the one before, so two are enough.
 * Some services always count as many projects more than they list: `countOffset`. So, in numbers of projects,
 *
 * - surplus = total - countOffset - known projects, in each poll; but 0 for an account that looks empty;
 * - excess = total - countOffset - rows, at the end of a reading; but 0 where the total is the number of rows.
 */
import type { PollContext } from './context';
import type { News } from './news';
import type { Snapshot, TriggerState } from './state';
import { MARKS } from './table';

export const surplusOf = ({ totalItems, countOffset }: TriggerState, { table }: News) =>
	totalItems > 0 ? totalItems - countOffset - table.size : 0;

/** When a poll last found as many projects counted as are known. n8n's clock may have been set back since. */
export const nextAllCountedAt = (
	{ startedAt }: PollContext,
	{ allCountedAt }: TriggerState,
	surplus: number,
) => (surplus < 0 ? Math.min(allCountedAt, startedAt) : startedAt);

/** Whether, Look Back after a reading, projects are counted and not known or, for Removed, known and not counted. */
export function isReadingDue(
	{ options, startedAt, lookBackS }: PollContext,
	{ lastReading }: TriggerState,
	surplus: number,
): boolean {
	const matters = surplus > 0 || (surplus < 0 && options.events.includes('removed'));
	// n8n's clock may have been set back since.
	return matters && lastReading !== null && Math.abs(startedAt - lastReading.endedAt) >= lookBackS;
}

/**
 * At the end of a snapshot, removes the projects that are gone, and notes which were missed. It was no full reading if
 * it read more rows than it has seen known projects: then some were read twice, in the place of others.
 *
 * @returns how many of the missed projects the total may still count. While there are any, nobody knows which are gone
 */
export function removeMissed(
	{ nowS, lookBackS }: PollContext,
	{ allCountedAt }: TriggerState,
	{ beganAt, offset: rows }: Snapshot,
	news: News,
	excess: number,
): number {
	const missed = [...news.table].filter(([, { marks }]) => (marks & MARKS.unseen) !== 0);
	const stillCounted = Math.max(0, Math.min(excess, missed.length));
	const isFullReading = rows <= news.table.size - missed.length;
	if (!isFullReading) return stillCounted;
	for (const [id, known] of missed) {
		const { missedAt } = known;
		const wasMissedBefore = missedAt !== null && missedAt >= allCountedAt && missedAt <= beganAt;
		const isMissedForLong = wasMissedBefore && beganAt - missedAt >= lookBackS;
		if (isMissedForLong && stillCounted === 0) news.remove(id, known);
		else news.table.set(id, { ...known, missedAt: wasMissedBefore ? missedAt : nowS });
	}
	return stillCounted;
}
