/** What is read oldest first, and how it ends: also where time runs out or a request fails. */
import { CollabError } from '../../../nodes/Collab/core/errors';
import type { FetchPage } from '../../../nodes/Collab/core/contract';
import { News } from '../../../nodes/Collab/core/scan/news';
import { scanOldestFirst } from '../../../nodes/Collab/core/scan/oldestFirst';
import type { ScanContext } from '../../../nodes/Collab/core/scan/scan';
import { at, changed, each, ids, idsOf, ScriptedList, unchanged } from './scriptedList';

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
		// Other work of the process comes between two windows.
		expect(list.yields).toBe(2);
	});

	it('is read in larger windows where the service puts more rows on a page than it did', async () => {
		const list = new ScriptedList(each(0, 50, changed));
		const result = await scan(list, { state: { phase: 'backfill', maxPerPage: 10 } });
		expect(result).toMatchObject({ ids: ids(0, 50), maxPerPage: undefined });
		expect(list.asked.at(-1)).toBe('asc 1/100');
	});

	it('of an empty list is nothing', async () => {
		const result = await scan(new ScriptedList([]), BACKFILL);
		expect(result).toMatchObject({ ids: [], isComplete: true, offset: 0 });
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
		list.timeUsed = 0.79;
		expect(await scan(list, withState)).toMatchObject({ isComplete: true, offset: 200 });
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
		const fetchPage: FetchPage = async (...request) => {
			const page = await list.fetchPage(...request);
			return { ...page, pagination: { ...page.pagination, hasNext: true } };
		};
		const result = await scan(list, { ...BACKFILL, fetchPage });
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

describe('a request that fails', () => {
	// The first three look for the place where reading begins.
	const failing = async (failsFrom: number, timeUsed: number) => {
		const list = new ScriptedList(each(0, 150, changed));
		list.beforeAnswer = (request) => {
			if (request < failsFrom) return;
			list.timeUsed = timeUsed;
			throw new CollabError('unavailable', { reason: 'timeout' });
		};
		return await scan(list, BACKFILL);
	};

	it('after time has run out takes nothing from what was read before', async () => {
		expect(await failing(5, 0.9)).toMatchObject({ ids: ids(0, 100), isComplete: false });
	});

	it.each([
		['while there is time', 5, 0.5],
		['before anything was read', 4, 0.9],
	])('%s fails the scan', async (_name, failsFrom, timeUsed) => {
		await expect(failing(failsFrom, timeUsed)).rejects.toMatchObject({ kind: 'unavailable' });
	});
});
