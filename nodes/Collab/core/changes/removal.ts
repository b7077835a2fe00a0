/** Says which projects are gone. */
import type { PollContext } from './context';
import type { News } from './news';
import type { Snapshot } from './state';
import { MARKS } from './table';

/** A project is gone when two looks have missed it that are at least Look Back apart. */
export function look(context: PollContext, { beganAt, newest }: Snapshot, news: News): void {
	const { lookBackS, startedAt } = context;
	for (const [id, known] of news.table) {
		if ((known.marks & MARKS.unseen) === 0) continue;
		// A list that shows no later change than that of the project may be an old copy, and has to miss it for longer.
		const longEnough = newest > known.changedAt ? lookBackS : 2 * lookBackS;
		const { missedAt } = known;
		// n8n's clock may have been set back since.
		if (missedAt !== null && Math.abs(beganAt - missedAt) >= longEnough) news.remove(id, known);
		else news.table.set(id, { ...known, missedAt: missedAt ?? startedAt });
	}
}
