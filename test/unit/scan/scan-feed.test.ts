/** Which way a feed is read, and what a poll has read of it then. */
import type { Phase } from '../../../nodes/Collab/core/scan/feedState';
import type { ScanContext } from '../../../nodes/Collab/core/scan/scan';
import { scanFeed } from '../../../nodes/Collab/core/scan/scanFeed';
import {
	at,
	changed,
	each,
	FUTURE,
	goingOn,
	ids,
	idsOf,
	ScriptedList,
	seenOf,
} from './scriptedList';

async function scan(list: ScriptedList, rest: Partial<ScanContext>) {
	const { news, isComplete, low, reached, offset } = await scanFeed(list.contextWith(rest));
	return { ids: idsOf(news), isComplete, low, reached, offset };
}

describe('a feed is read', () => {
	it.each<[string, Phase, number, string[]]>([
		['newest first at a baseline', 'baseline', 0, ['desc 1/100']],
		['newest first by a usual poll', 'incremental', 0, ['desc 1/10', 'desc 1/100']],
		[
			'oldest first where a usual poll is too slow for that',
			'incremental',
			0.5,
			['desc 1/10', 'asc 1/1', 'asc 40/1', 'asc 1/1', 'asc 1/100'],
		],
		['oldest first by a backfill', 'backfill', 0, ['asc 1/100', 'asc 1/1', 'asc 1/1', 'asc 1/100']],
		['oldest first by a catch-up', 'catchUp', 0, ['asc 1/100', 'asc 1/1', 'asc 1/1', 'asc 1/100']],
	])('%s', async (_name, phase, timeUsed, asked) => {
		const list = new ScriptedList(each(0, 50, changed));
		list.timeUsed = timeUsed;
		const rest = { state: { phase }, low: phase === 'incremental' ? at(1) : undefined };
		expect(await scan(list, rest)).toMatchObject({ isComplete: true, reached: at(49) });
		expect(list.asked).toEqual(asked);
	});
});

describe('a baseline that is too slow to be read newest first', () => {
	const late = changed(250, { updated_at: FUTURE });

	async function baseline(timeUsed: number, timeUsedAtLast = timeUsed) {
		const list = new ScriptedList([...each(0, 250, changed), late]);
		list.beforeAnswer = (_request, { perPage }) => {
			const isWindow = perPage > 1 && list.asked.at(-1)?.startsWith('asc') === true;
			list.timeUsed = isWindow ? timeUsedAtLast : timeUsed;
		};
		const rest = { state: { phase: 'baseline' }, lookBackMs: 200_000 } as const;
		return {
			...(await scan(list, rest)),
			order: [...new Set(list.asked.map((asked) => asked.split(' ')[0]))],
		};
	}

	it('is read oldest first where 40 % of the time is used', async () => {
		expect(await baseline(0.4)).toEqual({
			ids: ids(49, 251),
			isComplete: true,
			low: at(49),
			reached: at(249),
			offset: 251,
			order: ['desc', 'asc'],
		});
	});

	const cut = {
		ids: ['p250'],
		isComplete: false,
		low: at(49),
		reached: at(249),
		offset: undefined,
	};

	it('ends at what was newest where more is used, and gives what is dated in the future', async () => {
		expect(await baseline(0.41)).toEqual({ ...cut, order: ['desc'] });
	});

	it('ends at what was newest where time runs out while it is read oldest first', async () => {
		expect(await baseline(0.4, 0.9)).toEqual({ ...cut, order: ['desc', 'asc'] });
	});
});

describe('where equal stamps have no order, the whole list is read by name', () => {
	const rows = each(0, 40, (number) => changed(100, { id: `p${number}` }));
	const mixed = [
		...rows.slice(0, 8),
		...rows.slice(20, 21),
		...rows.slice(8, 20),
		...rows.slice(21),
	];

	it('up to what is newest then, by a catch-up', async () => {
		const list = new ScriptedList(mixed);
		list.maxPerPage = 10;
		const rest = { ...goingOn(10, 100, { maxPerPage: 10 }), seen: seenOf(rows.slice(0, 10)) };
		const { ids: news, ...result } = await scan(list, rest);
		expect(news.sort()).toEqual(ids(10, 40));
		expect(result).toMatchObject({ isComplete: true, reached: at(100) });
		expect(list.asked.slice(0, 4)).toEqual(['asc 1/1', 'asc 2/5', 'desc 1/10', 'desc 1/100']);
		expect([...list.queries]).toEqual(['all updated_at', 'all name']);
	});

	it('up to what was newest before, by a usual poll', async () => {
		const list = new ScriptedList(rows);
		list.maxPerPage = 10;
		list.timeUsed = 0.35;
		list.beforeAnswer = (request) => {
			if (request > 6) list.oldestFirst = mixed;
		};
		const state = { phase: 'incremental', maxPerPage: 10 } as const;
		const { ids: news, ...result } = await scan(list, { low: at(90), state });
		expect(news.sort()).toEqual(ids(0, 40).sort());
		expect(result).toMatchObject({ isComplete: true, low: at(90), reached: at(100) });
		expect(list.asked.filter((asked) => asked.startsWith('desc'))).toEqual(['desc 1/10']);
		expect([...list.queries]).toEqual(['all updated_at', 'all name']);
	});
});
