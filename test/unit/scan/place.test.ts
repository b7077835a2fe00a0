/** Where reading oldest first begins, and what it costs to find that place. */
import { CREATED } from '../../../nodes/Collab/core/scan/feed';
import { scanOldestFirst } from '../../../nodes/Collab/core/scan/oldestFirst';
import type { Scan, ScanContext } from '../../../nodes/Collab/core/scan/scan';
import { stampAt } from '../seconds';
import {
	at,
	changed,
	each,
	goingOn,
	ids,
	idsOf,
	newestOf,
	ScriptedList,
	seenOf,
	unchanged,
} from './scriptedList';

async function scan(list: ScriptedList, rest: Partial<ScanContext>, newest?: Scan) {
	const result = await scanOldestFirst(list.contextWith(rest), newest);
	return { ...result, news: undefined, ids: result && idsOf(result.news) };
}

const BACKFILL = { state: { phase: 'backfill' } } as const;

const rowsOf = (projects: ReturnType<typeof each>) =>
	projects.map((project) => ({ project, at: at(0) }));

describe('the place where reading begins is looked for', () => {
	it('where nothing is known of it, from the first row on', async () => {
		const list = new ScriptedList(each(0, 300, changed));
		const result = await scan(list, { ...BACKFILL, low: at(150) });
		expect(result).toMatchObject({ ids: ids(150, 300), low: at(150), isComplete: true });
		expect(list.asked).toEqual([
			...['asc 1/100', 'asc 1/1', 'asc 101/1', 'asc 501/1', 'asc 301/1', 'asc 201/1'],
			...['asc 2/100', 'asc 3/99', 'asc 4/98'],
		]);
	});

	it('where less rows are on a page than were asked for, as closely as these allow', async () => {
		const list = new ScriptedList(each(0, 40, changed));
		list.maxPerPage = 5;
		const result = await scan(list, { ...BACKFILL, low: at(30) });
		expect(result).toMatchObject({ ids: ids(30, 40), maxPerPage: 5, isComplete: true });
		expect(list.asked.slice(0, 10)).toEqual([
			...['asc 1/100', 'asc 1/1', 'asc 6/1', 'asc 26/1', 'asc 106/1'],
			...['asc 66/1', 'asc 46/1', 'asc 36/1', 'asc 31/1'],
			'asc 6/5',
		]);
	});

	it.each([
		['as many rows before the end', 300, 200, [250, 240, 200, 220, 210], 'asc 23/9'],
		['or from the first row on where none lies before it', 101, 0, [51, 41, 1], 'asc 1/100'],
	])('where the news are known, %s', async (_name, count, second, rows, first) => {
		const list = new ScriptedList(each(0, count, changed));
		const news = rowsOf(each(count - 50, count, changed));
		const low = at(second);
		const newest = newestOf({ low, totalItems: count, maxPerPage: 10, news });
		const seen = seenOf(each(second, second + 10, changed));
		const result = await scan(list, { low, seen }, newest);
		expect(result).toMatchObject({ ids: ids(second + 10, count), low, isComplete: true });
		const sought = ['asc 1/1', ...rows.map((row) => `asc ${row}/1`)];
		expect(list.asked.slice(0, sought.length + 1)).toEqual([...sought, first]);
	});

	it('where rows without a place come last, before them', async () => {
		const list = new ScriptedList([...each(0, 300, changed), ...each(300, 600, unchanged)]);
		const news = rowsOf(each(250, 300, changed));
		const newest = newestOf({ low: at(200), totalItems: 600, unplacedFirst: 300, news });
		const result = await scan(list, { low: at(200) }, newest);
		expect(result).toMatchObject({ ids: ids(200, 300), isComplete: true, reached: at(299) });
		expect(list.asked.slice(0, 5)).toEqual([
			...['asc 1/1', 'asc 250/1', 'asc 150/1'],
			...['asc 3/74', 'asc 3/100'],
		]);
	});

	it.each([
		[150, 100, ['asc 1/1', 'asc 101/1', 'asc 501/1', 'asc 301/1', 'asc 201/1', 'asc 2/100']],
		[23, 5, ['asc 1/1', 'asc 6/1', 'asc 26/1', 'asc 16/1', 'asc 21/1', 'asc 5/5']],
		[25, 5, ['asc 1/1', 'asc 6/1', 'asc 26/1', 'asc 16/1', 'asc 21/1', 'asc 5/5']],
	])(
		'where %i rows without a place come first, after them (pages of %i)',
		async (unplaced, maxPerPage, asked) => {
			const placed = each(unplaced, unplaced + 20, changed);
			const list = new ScriptedList([...each(0, unplaced, unchanged), ...placed]);
			list.maxPerPage = maxPerPage;
			const result = await scan(list, BACKFILL);
			expect(result).toMatchObject({ ids: ids(unplaced, unplaced + 20), isComplete: true });
			expect(list.asked.slice(0, 7)).toEqual(['asc 1/100', ...asked]);
		},
	);
});

describe('reading that goes on where the last poll ended', () => {
	it('begins five rows before, and does not ask for the place', async () => {
		const list = new ScriptedList(each(0, 200, changed));
		const rest = { ...goingOn(60, 59), low: at(20), seen: seenOf(each(20, 60, changed)) };
		const result = await scan(list, rest);
		expect(result).toMatchObject({ ids: ids(60, 200), low: at(20), offset: 200 });
		expect(list.asked).toEqual(['asc 1/1', 'asc 2/55', 'asc 2/100', 'asc 3/99']);
	});

	it('looks for the place where rows before it are gone', async () => {
		const list = new ScriptedList(each(20, 200, changed));
		const result = await scan(list, { ...goingOn(60, 59), seen: seenOf(each(20, 60, changed)) });
		expect(result).toMatchObject({ ids: ids(60, 200), isComplete: true, offset: 180 });
		expect(list.asked.slice(0, 4)).toEqual(['asc 1/1', 'asc 2/55', 'asc 55/1', 'asc 1/1']);
	});

	it('looks for the place where the list ends before it', async () => {
		const list = new ScriptedList(each(0, 20, changed));
		const result = await scan(list, { ...goingOn(60, 59), seen: seenOf(each(0, 60, changed)) });
		expect(result).toMatchObject({ ids: [], isComplete: true, reached: at(59), offset: 20 });
		expect(list.asked).toEqual(['asc 1/1', 'asc 2/55', 'asc 55/1', 'asc 1/1', 'asc 1/100']);
	});

	describe('in the feed of new projects', () => {
		const other = (second: number) =>
			changed(500, { id: `other ${second}`, created_at: stampAt(second) });
		const idsFrom60 = each(60, 90, unchanged).map(({ id }) => id);

		it('passes over a row of the other feed', async () => {
			const rows = [...each(0, 55, unchanged), ...each(55, 60, other), ...each(60, 90, unchanged)];
			const list = new ScriptedList(rows);
			const rest = { feed: CREATED, ...goingOn(60, 55), seen: seenOf(each(0, 55, unchanged)) };
			const result = await scan(list, rest);
			expect(result).toMatchObject({ ids: idsFrom60, isComplete: true, otherRows: 5 });
			expect(list.asked).toEqual(['asc 1/1', 'asc 2/55']);
		});

		it('does not take a later row of the other feed for the place', async () => {
			const rows = [...each(20, 75, unchanged), other(75), ...each(75, 90, unchanged)];
			const list = new ScriptedList(rows);
			const rest = { feed: CREATED, ...goingOn(60, 59), seen: seenOf(each(20, 60, unchanged)) };
			expect(await scan(list, rest)).toMatchObject({ ids: idsFrom60, isComplete: true });
			expect(list.asked.slice(0, 3)).toEqual(['asc 1/1', 'asc 2/55', 'asc 55/1']);
		});
	});
});

describe('a place that moves away each time it is found', () => {
	it.each([
		['with the total that was read before', newestOf({ low: at(200), totalItems: 300 }), 300],
		['without a total where none was read before', undefined, 0],
	])('means that the list kept changing, %s', async (_name, newest, totalItems) => {
		const list = new ScriptedList([]);
		list.beforeAnswer = (_request, { perPage }) => {
			list.oldestFirst = perPage === 1 ? each(0, 300, changed) : each(250, 550, changed);
		};
		const data = { rowsRead: 0, totalItems, requests: 6 };
		await expect(scan(list, { low: at(200) }, newest)).rejects.toMatchObject({ data });
	});
});
