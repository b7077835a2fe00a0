/** Says which projects are gone. */
import type { PollContext } from './context';
import type { News } from './news';
import type { Snapshot } from './state';
import type { KnownProject } from './table';

/**
 * A project is gone when two looks have missed it that are at least Look Back apart. A look is a finished snapshot from
 * which nothing was hidden.
 */
export function look(
	{ lookBackS, startedAt }: PollContext,
	{ beganAt, newest }: Snapshot,
	news: News,
	unseen: ReadonlyArray<readonly [id: string, known: KnownProject]>,
): void {
	for (const [id, known] of unseen) {
		// A list that shows no later change than that of the project may be an old copy, and has to miss it for longer.
		const longEnough = newest > known.changedAt ? lookBackS : 2 * lookBackS;
		const { missedAt } = known;
		// n8n's clock may have been set back since.
		if (missedAt !== null && Math.abs(beganAt - missedAt) >= longEnough) news.remove(id, known);
		else news.table.set(id, { ...known, missedAt: missedAt ?? startedAt });
	}
}
