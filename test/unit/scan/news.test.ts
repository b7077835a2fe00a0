import { CREATED, UPDATED } from '../../../nodes/Collab/core/scan/feed';
import { News } from '../../../nodes/Collab/core/scan/news';
import { stampAt } from '../seconds';
import { at, changed, each, FUTURE, idsOf, ids, seenOf, unchanged } from './scriptedList';

function newsOf(low: number | undefined, seen = seenOf([])) {
	return new News(UPDATED, seen, low === undefined ? undefined : at(low));
}

describe('the news of a scan', () => {
	it('are the rows from the low watermark on that were not seen, oldest first', () => {
		const news = newsOf(3, seenOf([changed(5)]));
		const wanted = [7, 5, 4, 3, 2].map((second) => news.add(changed(second)));
		expect(wanted).toEqual([true, true, true, true, false]);
		expect(idsOf(news.result().news)).toEqual(['p3', 'p4', 'p7']);
		expect(news.result()).toMatchObject({ low: at(3), hasUnstamped: false, otherRows: 0 });
		expect(news.size).toBe(3);
	});

	it('have each project once, as it was read last', () => {
		const news = newsOf(undefined);
		for (const second of [1, 3, 2]) news.add(changed(second, { id: 'same' }));
		expect(news.result().news).toEqual([{ project: changed(2, { id: 'same' }), at: at(2) }]);
		expect(news.size).toBe(1);
	});

	it('count the rows of the other feed, and do not hold them', () => {
		const news = new News(CREATED, seenOf([]), at(2));
		for (const row of [unchanged(9), unchanged(8), unchanged(1)]) news.add(row);
		for (const created_at of [stampAt(1), stampAt(2), stampAt(3)])
			news.add(changed(7, { created_at }));
		const { otherRows, hasUnstamped } = news.result();
		expect(idsOf(news.result().news)).toEqual(['u8', 'u9']);
		expect({ otherRows, hasUnstamped }).toEqual({ otherRows: 2, hasUnstamped: true });
	});

	it('have no row without a place, which shows that there are projects without a stamp', () => {
		const news = newsOf(undefined);
		expect(news.add(unchanged(1))).toBe(false);
		expect(news.result()).toEqual({ news: [], low: undefined, hasUnstamped: true, otherRows: 0 });
	});
});

describe('rows dated in the future', () => {
	const future = (id: string) => changed(0, { id, updated_at: FUTURE });

	it('are news, and not the newest stamp', () => {
		const news = newsOf(undefined);
		news.latestCredible = at(10);
		for (const row of [changed(9), changed(10), future('late'), changed(8)]) news.add(row);
		expect(news.newest).toEqual(at(10));
		expect(idsOf(news.result().news)).toEqual(['p8', 'p9', 'p10', 'late']);
	});

	it('are passed over where the newest stamp is looked for', () => {
		const news = newsOf(undefined);
		const rows = [unchanged(1), future('late'), changed(9), changed(8)];
		expect(news.firstCredible(rows)?.seconds).toBe(Date.parse(FUTURE) / 1000);
		news.latestCredible = at(9);
		expect(news.firstCredible(rows)).toEqual(at(9));
		expect(news.firstCredible(rows.slice(0, 2))).toBeUndefined();
	});

	it('are not news beyond 2,000 of them, others are', () => {
		const news = newsOf(undefined);
		news.latestCredible = at(10);
		const rows = each(0, 2_001, (number) => future(`f${number}`));
		expect(rows.every((row) => news.add(row))).toBe(true);
		news.add(changed(9));
		expect(news.size).toBe(2_001);
		expect(idsOf(news.result().news)).toEqual([
			'p9',
			...ids(0, 2_000).map((id) => id.replace('p', 'f')),
		]);
	});
});
