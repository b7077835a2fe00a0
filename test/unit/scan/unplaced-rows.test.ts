/** Rows without a place that the service puts before the newest one, as PostgreSQL does. */
import type { FeedState } from '../../../nodes/Collab/core/scan/feedState';
import { scanNewestFirst } from '../../../nodes/Collab/core/scan/newestFirst';
import { at, changed, each, ids, idsOf, ScriptedList, unchanged } from './scriptedList';

/** After `placed` rows with a place, oldest first. */
function listWith(unplaced: number, placed = 200) {
	return new ScriptedList([
		...each(0, placed, changed),
		...each(placed, placed + unplaced, unchanged),
	]);
}

/** What the last scan found is given as `state`. */
async function scan(list: ScriptedList, state: Partial<FeedState> = {}, low = 195) {
	const context = list.contextWith({ state: { phase: 'incremental', ...state }, low: at(low) });
	const { news, isComplete, reached, unplacedFirst, hasUnstamped } = await scanNewestFirst(context);
	return { news: idsOf(news), isComplete, reached, unplacedFirst, hasUnstamped };
}

const found = (unplacedFirst: number) => ({
	news: ids(195, 200),
	isComplete: true,
	reached: at(199),
	unplacedFirst,
	hasUnstamped: unplacedFirst > 0,
});

describe('the newest row is read', () => {
	it.each([
		['from the last row without a place on, where it was the last time', 31, 31, ['desc 4/10']],
		['from the beginning where this is not known', 31, undefined, ['desc 1/10', 'desc 1/100']],
		['from the beginning where no row without a place is left', 0, 31, ['desc 4/10', 'desc 1/10']],
		[
			'where the place is found that is in neither of the first two windows',
			150,
			undefined,
			[
				...['desc 1/10', 'desc 1/100'],
				...['desc 350/1', 'desc 250/1', 'desc 1/1', 'desc 125/1', 'desc 187/1'],
				...['desc 13/10', 'desc 2/100'],
			],
		],
		[
			'where the place is found, near where it was the last time',
			150,
			1,
			[
				...['desc 1/10', 'desc 1/100'],
				...['desc 1/1', 'desc 101/1', 'desc 501/1', 'desc 301/1', 'desc 201/1'],
				...['desc 11/10', 'desc 2/100'],
			],
		],
		[
			'where the place is found, which is in no window where it was the last time, nor at the beginning',
			250,
			150,
			[
				...['desc 22/7', 'desc 3/75', 'desc 1/10', 'desc 1/100'],
				...['desc 150/1', 'desc 250/1', 'desc 650/1', 'desc 450/1', 'desc 350/1'],
				'desc 32/8',
			],
		],
	])('%s', async (_name, unplaced, unplacedFirst, asked) => {
		const list = listWith(unplaced);
		expect(await scan(list, { unplacedFirst })).toEqual(found(unplaced));
		expect(list.asked).toEqual(asked);
	});

	it('from the beginning where the list has become shorter than that place', async () => {
		const list = listWith(0, 5);
		const result = await scan(list, { unplacedFirst: 31 }, 1);
		expect(result).toMatchObject({ news: ids(1, 5), isComplete: true, unplacedFirst: 0 });
		expect(list.asked).toEqual(['desc 4/10', 'desc 1/10']);
	});
});

describe('where the place had to be looked for', () => {
	it('a scan that would read too much is not complete', async () => {
		const result = await scan(listWith(250, 800), {}, 0);
		expect(result).toMatchObject({ isComplete: false, reached: at(799), unplacedFirst: 250 });
	});

	it('and moved away six times, the list kept changing', async () => {
		const list = listWith(150);
		const without = each(0, 200, changed).toReversed();
		list.beforeAnswer = (request, { perPage }) => {
			list.newestFirst = request <= 2 || perPage === 1 ? undefined : without;
		};
		const data = { rowsRead: 0, totalItems: 200, requests: 6 };
		await expect(scan(list)).rejects.toMatchObject({ kind: 'listKeptChanging', data });
	});
});

describe('windows that hold rows without a place only', () => {
	it('do not end a scan that has used 30 % of the time', async () => {
		const list = listWith(15);
		list.timeUsed = 0.5;
		expect(await scan(list)).toEqual(found(15));
		expect(list.asked).toEqual(['desc 1/10', 'desc 1/100']);
	});

	it('end a scan that has used 80 % of the time, which is not complete', async () => {
		const list = listWith(15);
		list.timeUsed = 0.9;
		expect(await scan(list)).toMatchObject({ news: [], isComplete: false, reached: at(1_000) });
		expect(list.asked).toEqual(['desc 1/10']);
	});

	it('are the whole list where no project was ever updated', async () => {
		const list = listWith(20, 0);
		expect(await scan(list)).toEqual({
			news: [],
			isComplete: true,
			reached: undefined,
			unplacedFirst: undefined,
			hasUnstamped: true,
		});
		expect(list.asked).toEqual(['desc 1/10', 'desc 1/100']);
	});
});

it('new projects without a place that appear while the newest rows are read hide none of these', async () => {
	const rows = [...each(0, 40, changed), ...each(40, 88, unchanged)];
	const list = new ScriptedList(rows);
	list.beforeAnswer = (request) => {
		if (request === 2) list.oldestFirst = [...rows, ...each(88, 141, unchanged)];
	};
	const result = await scan(list, { unplacedFirst: 48 }, 10);
	expect(result).toMatchObject({ news: ids(10, 40), isComplete: true, reached: at(39) });
	// The second window holds rows without a place only, in part known ones.
	expect(list.asked).toEqual(['desc 6/9', 'desc 2/50', 'desc 2/96']);
});
