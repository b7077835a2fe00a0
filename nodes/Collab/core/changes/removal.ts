/** Says which projects are gone. */
import type { PollContext } from './context';
import type { News } from './news';
import type { Snapshot } from './state';
import { MARKS } from './table';

/**
 * A project is gone when it was absent from two looks that are at least Look Back apart, from the end of the first to
 * the beginning of the second. A look is a finished snapshot that has seen as many projects as the list has rows, so
 * that nothing was hidden from it.
 *
 * @param apart seconds between looks; twice that if the list shows no later change than the project's: an old copy
 */
export function look(
	{ nowS }: PollContext,
	{ beganAt, newest }: Snapshot,
	news: News,
	rows: number,
	apart: number,
): void {
	const unseen = [...news.table].filter(([, { marks }]) => (marks & MARKS.unseen) !== 0);
	const seen = news.table.size - unseen.length;
	if (seen < rows) return;
	for (const [id, known] of unseen) {
		const { missedAt, changedAt } = known;
		const longEnough = newest > changedAt ? apart : 2 * apart;
		// n8n's clock may have been set back since.
		if (missedAt !== null && Math.abs(beganAt - missedAt) >= longEnough) news.remove(id, known);
		else news.table.set(id, { ...known, missedAt: missedAt ?? nowS });
	}
}
