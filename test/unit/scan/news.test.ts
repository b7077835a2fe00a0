/** Which rows are news of a feed. */
import { CREATED, UPDATED } from '../../../nodes/Collab/core/scan/feed';
import { News } from '../../../nodes/Collab/core/scan/news';
import { stampAt } from '../seconds';
import { at, changed, FUTURE, idsOf, ids, seenOf, unchanged } from './scriptedList';

const newsOf = () => new News(UPDATED, seenOf([]), undefined);

describe('changes of a project come from the feed of', () => {
	it.each([
		['changed projects, where it has both stamps', stampAt(1), stampAt(2), true, false],
		['changed projects, where it has no date of creation', null, stampAt(2), true, false],
		['new projects, where it was never updated', stampAt(1), null, false, true],
		['new projects, where its update is no date', stampAt(1), 'never', false, true],
		['neither, where it has no stamp', null, null, false, false],
	])('%s', (_name, created_at, updated_at, isOfUpdated, isOfCreated) => {
		const project = { id: 'p1', created_at, updated_at };
		expect(UPDATED.isOwn(project)).toBe(isOfUpdated);
		expect(CREATED.isOwn(project)).toBe(isOfCreated);
	});
});

describe('the news of a scan', () => {
	it('have each project once, as it was read last', () => {
		const news = newsOf();
		for (const second of [1, 3, 2]) news.add(changed(second, { id: 'same' }));
		expect(news.result().news).toEqual([{ project: changed(2, { id: 'same' }), at: at(2) }]);
	});

	it('count the rows of the other feed from the low watermark on, and do not hold them', () => {
		const news = new News(CREATED, seenOf([]), at(2));
		for (const row of [unchanged(9), unchanged(8), unchanged(1)]) news.add(row);
		for (const created_at of [stampAt(1), stampAt(2), stampAt(3)])
			news.add(changed(7, { created_at }));
		expect(idsOf(news.result().news)).toEqual(['u8', 'u9']);
		expect(news.result()).toMatchObject({ otherRows: 2, hasUnstamped: true });
	});
});

describe('rows dated in the future', () => {
	const future = (id: string) => changed(0, { id, updated_at: FUTURE });

	it('are news, and not the newest stamp', () => {
		const news = newsOf();
		news.latestCredible = at(10);
		for (const row of [changed(9), changed(10), future('late'), changed(8)]) news.add(row);
		expect(news.newest).toEqual(at(10));
		expect(idsOf(news.result().news)).toEqual(['p8', 'p9', 'p10', 'late']);
	});

	it('are not news beyond 2,000 of them, others are', () => {
		const news = newsOf();
		news.latestCredible = at(10);
		const late = ids(0, 2_001);
		expect(late.every((id) => news.add(future(id)))).toBe(true);
		news.add(changed(9, { id: 'now' }));
		expect(news.size).toBe(2_001);
		expect(idsOf(news.result().news)).toEqual(['now', ...late.slice(0, 2_000)]);
	});
});
