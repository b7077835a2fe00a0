/** Says which projects are gone. */
import type { News } from './news';
import { MARKS } from './table';

/** How many looks in a row have to miss a project. */
const LOOKS = 2;

/** The same where the list shows no later change than that of the project: it may be an old copy. */
const LOOKS_AT_OLD_LIST = 3;

/** Counts a look: a project that was missed by enough looks in a row is removed. */
export function look(news: News, newestListed: number): void {
	for (const [id, known] of news.table) {
		if ((known.marks & MARKS.unseen) === 0) continue;
		const misses = known.misses + 1;
		const isListLater = newestListed > known.changedAt;
		const isGone = misses >= (isListLater ? LOOKS : LOOKS_AT_OLD_LIST);
		if (isGone && news.room > 0) news.remove(id, known);
		else news.table.set(id, { ...known, misses });
	}
}
