import type { FeedState } from '../../../nodes/Collab/core/scan/feedState';
import { scanNewestFirst } from '../../../nodes/Collab/core/scan/newestFirst';
import type { ScanContext } from '../../../nodes/Collab/core/scan/scan';
import { at, changed, each, FUTURE, ids, idsOf, ScriptedList, seenOf } from './scriptedList';

async function scan(list: ScriptedList, rest: Partial<ScanContext> = {}) {
	const { news, ...result } = await scanNewestFirst(list.contextWith(rest));
	return { ids: idsOf(news), ...result };
}

const known = (state: Partial<FeedState>) =>
	({ state: { phase: 'incremental', ...state } }) as const;

describe('an idle poll', () => {
	it('is one request for the seen versions and ten rows more', async () => {
		const list = new ScriptedList(each(0, 200, changed));
		const seen = seenOf(each(195, 200, changed));
		expect(await scan(list, { low: at(195), seen })).toEqual({
			ids: [],
			low: at(195),
			reached: at(199),
			isComplete: true,
			unplacedFirst: 0,
			maxPerPage: undefined,
			otherRows: 0,
			totalItems: 200,
			hasUnstamped: false,
		});
		expect(list.asked).toEqual(['desc 1/15']);
	});

	it('asks for no more rows than the service puts on a page', async () => {
		const list = new ScriptedList(each(0, 200, changed));
		list.maxPerPage = 5;
		const { isComplete, maxPerPage } = await scan(list, {
			low: at(197),
			...known({ maxPerPage: 5 }),
		});
		expect({ isComplete, maxPerPage }).toEqual({ isComplete: true, maxPerPage: 5 });
		expect(list.asked).toEqual(['desc 1/5']);
	});
});

describe('a baseline', () => {
	it('begins with a large window, and ends Look Back before the newest stamp', async () => {
		const list = new ScriptedList(each(0, 200, changed));
		const rest = { state: { phase: 'baseline' }, lookBackMs: 20_000 } as const;
		const { ids: news, low, reached, isComplete } = await scan(list, rest);
		expect(news).toEqual(ids(179, 200));
		expect({ low, reached, isComplete }).toEqual({
			low: at(179),
			reached: at(199),
			isComplete: true,
		});
		expect(list.asked).toEqual(['desc 1/100']);
	});

	it('of projects that are all dated in the future has no low watermark', async () => {
		const list = new ScriptedList([changed(1, { updated_at: FUTURE })]);
		const { low, reached, isComplete } = await scan(list, { state: { phase: 'baseline' } });
		expect({ low, reached, isComplete }).toEqual({ isComplete: true });
	});
});

describe('more rows than are read newest first', () => {
	// The first window has ten rows and one for each seen version, the next ones have 100, 98, 97, 96, 95 and 94.
	it.each([
		['500 in six windows are not: one more is read', 4, 564],
		['501 in six windows are', 5, 475],
	])('%s', async (_name, seenCount, count) => {
		const list = new ScriptedList(each(0, 1_000, changed));
		const { ids: news, isComplete } = await scan(list, { seen: seenOf([], seenCount) });
		expect(news).toEqual(ids(1_000 - count, 1_000));
		expect(isComplete).toBe(false);
	});

	it.each([
		['go on while 30 % of the time is used', 0.3, true, 4],
		['end when more is used', 0.31, false, 1],
	])('%s', async (_name, timeUsed, isComplete, requests) => {
		const list = new ScriptedList(each(0, 200, changed));
		list.timeUsed = timeUsed;
		const result = await scan(list, { low: at(50) });
		expect(result).toMatchObject({ isComplete, low: at(50), reached: at(199) });
		expect(result.ids).toEqual(isComplete ? ids(50, 200) : ids(190, 200));
		expect(list.asked).toHaveLength(requests);
	});

	it('all dated in the future: the latest date that can be true is reached', async () => {
		const late = each(0, 30, (number) => changed(number, { updated_at: FUTURE }));
		const list = new ScriptedList(late);
		list.timeUsed = 0.31;
		expect(await scan(list)).toMatchObject({ isComplete: false, reached: at(1_000) });
		list.servedAtMs = undefined;
		expect(await scan(list)).toMatchObject({ isComplete: false, reached: at(1_000 + 86_400) });
	});

	it.each([25, 12])(
		'of one stamp than a window holds (%i): the scan is not complete, though it may come to older ones',
		async (count) => {
			const imported = each(20, 20 + count, (number) => changed(60, { id: `p${number}` }));
			const list = new ScriptedList([...each(0, 20, changed), ...imported]);
			list.maxPerPage = 10;
			const result = await scan(list, { low: at(19), ...known({ maxPerPage: 10 }) });
			expect(result).toMatchObject({ isComplete: false, reached: at(60), low: at(19) });
		},
	);
});
