import type { VersionSet } from '../../../nodes/Collab/core/scan/news';
import type { Scan } from '../../../nodes/Collab/core/scan/scan';
import { scanWholeList } from '../../../nodes/Collab/core/scan/wholeList';
import { at, changed, each, ids, idsOf, ScriptedList, seenOf } from './scriptedList';

/** What was read newest first, before it showed that this is not enough. */
const NEWEST: Scan = {
	news: [{ project: changed(205), at: at(205) }],
	low: at(50),
	reached: at(205),
	isComplete: false,
	unplacedFirst: 3,
	maxPerPage: undefined,
	otherRows: 7,
	totalItems: 150,
	hasUnstamped: true,
};

async function scan(list: ScriptedList, seen: VersionSet) {
	return await scanWholeList(list.contextWith({ seen }), NEWEST);
}

describe('a scan of the whole list by name', () => {
	it.each([
		['goes on while 80 % of the time is used', 0.8, true, 101],
		['gives what it has read when more is used, and moves no watermark', 0.81, false, 51],
	])('%s', async (_name, timeUsed, isComplete, count) => {
		const list = new ScriptedList(each(0, 150, changed));
		list.timeUsed = timeUsed;
		const { news, reached, ...rest } = await scan(list, seenOf([]));
		expect(idsOf(news)).toEqual([...ids(50, 49 + count), 'p205']);
		expect(reached).toEqual(isComplete ? at(205) : undefined);
		expect(rest).toMatchObject({ isComplete, low: at(50), totalItems: 150, unplacedFirst: 3 });
		expect([...list.queries]).toEqual(['all name']);
		expect(list.yields).toBe(isComplete ? 2 : 0);
	});

	it.each([
		[19_998, ids(50, 52)],
		[20_001, []],
	])(
		'gives no more than can be kept where it ends early, with %i seen versions',
		async (size, news) => {
			const list = new ScriptedList(each(0, 150, changed));
			list.timeUsed = 0.81;
			expect(idsOf((await scan(list, seenOf([], size))).news)).toEqual(news);
		},
	);

	it('reads what changed meanwhile newest first, and no more', async () => {
		const list = new ScriptedList(each(0, 150, changed));
		const rows = [changed(300), ...each(0, 150, changed)];
		list.beforeAnswer = (request) => {
			if (request === 2) list.oldestFirst = rows;
			list.newestFirst = [changed(300), ...each(0, 150, changed).toReversed()];
		};
		expect((await scan(list, seenOf([]))).news).toHaveLength(102);
		expect(list.asked).toEqual(['asc 1/100', 'asc 2/99', 'desc 1/100']);
	});
});
