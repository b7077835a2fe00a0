/** What is read oldest first, and how it ends. */
import type { FetchWindow } from '../../../nodes/Collab/core/pagination/pass';
import { News } from '../../../nodes/Collab/core/scan/news';
import { scanOldestFirst } from '../../../nodes/Collab/core/scan/oldestFirst';
import type { ScanContext } from '../../../nodes/Collab/core/scan/scan';
import { at, changed, each, FUTURE, ids, idsOf, ScriptedList, unchanged } from './scriptedList';

async function scan(list: ScriptedList, rest: Partial<ScanContext>) {
	const result = await scanOldestFirst(list.contextWith(rest), undefined);
	return { ...result, news: undefined, ids: result && idsOf(result.news) };
}

const BACKFILL = { state: { phase: 'backfill' } } as const;

describe('all that exists', () => {
	it('is read from the first row on', async () => {
		const list = new ScriptedList(each(0, 150, changed));
		expect(await scan(list, BACKFILL)).toEqual({
			ids: ids(0, 150),
			low: undefined,
			reached: at(149),
			isComplete: true,
			offset: 150,
			unplacedFirst: undefined,
			maxPerPage: undefined,
			rowsPerPoll: undefined,
			otherRows: 0,
			totalItems: 150,
			hasUnstamped: false,
		});
		expect(list.asked.slice(-2)).toEqual(['asc 1/100', 'asc 2/98']);
	});

	it('of an empty list is nothing', async () => {
		const result = await scan(new ScriptedList([]), BACKFILL);
		expect(result).toMatchObject({ ids: [], isComplete: true, offset: 0 });
	});

	it('dated in the future is read, and is not reached', async () => {
		const late = changed(20, { updated_at: FUTURE });
		const result = await scan(new ScriptedList([...each(0, 20, changed), late]), BACKFILL);
		expect(result).toMatchObject({ ids: ids(0, 21), reached: at(19), isComplete: true });
	});
});

describe('reading ends', () => {
	const withState = { state: { phase: 'backfill', rowsPerPoll: 7, unplacedFirst: 9 } } as const;

	it('before the end of the list where time runs out, and says how many rows it took', async () => {
		const list = new ScriptedList(each(0, 200, changed));
		list.timeUsed = 0.8;
		const result = await scan(list, withState);
		expect(result).toMatchObject({ ids: ids(0, 100), isComplete: false, offset: 100 });
		expect(result).toMatchObject({ rowsPerPoll: 100, unplacedFirst: 9, reached: at(99) });
	});

	it('at the end of the list though time has run out', async () => {
		const list = new ScriptedList(each(0, 20, changed));
		list.timeUsed = 0.8;
		expect(await scan(list, withState)).toMatchObject({ isComplete: true, rowsPerPoll: 7 });
	});

	it.each([
		[19_999, true, 200],
		[20_000, false, 100],
	])('with 20,000 news and no less: %i', async (size, isComplete, offset) => {
		const news = jest.spyOn(News.prototype, 'size', 'get').mockReturnValue(size);
		try {
			const result = await scan(new ScriptedList(each(0, 200, changed)), withState);
			expect(result).toMatchObject({ isComplete, offset, rowsPerPoll: 7 });
		} finally {
			news.mockRestore();
		}
	});

	it('at an empty page after the last row, though the service says that there are more', async () => {
		const list = new ScriptedList(each(0, 60, changed));
		list.maxPerPage = 5;
		const fetchWindow: FetchWindow = async (...request) => {
			const page = await list.fetchWindow(...request);
			return { ...page, pagination: { ...page.pagination, hasNext: true } };
		};
		const result = await scan(list, { ...BACKFILL, fetchWindow });
		expect(result).toMatchObject({ ids: ids(0, 60), isComplete: true, offset: 60 });
	});

	it('at the first row without a place that comes after one with a place', async () => {
		const list = new ScriptedList([...each(0, 100, changed), ...each(100, 900, unchanged)]);
		const result = await scan(list, BACKFILL);
		expect(result).toMatchObject({ ids: ids(0, 100), isComplete: true, reached: at(99) });
		expect(result.offset).toBeLessThan(300);
		list.oldestFirst = [changed(0), ...each(1, 900, unchanged)];
		expect(await scan(list, BACKFILL)).toMatchObject({
			ids: ['p0'],
			isComplete: true,
			offset: 100,
		});
	});
});
