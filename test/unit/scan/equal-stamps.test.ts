/**
 * More rows of one stamp than a window holds: read oldest first where the service keeps their order; else the scan is
 * undefined, and the whole list has to be read by name.
 */
import type { Project } from '../../../nodes/Collab/core/contract';
import { CREATED } from '../../../nodes/Collab/core/scan/feed';
import { scanOldestFirst } from '../../../nodes/Collab/core/scan/oldestFirst';
import type { ScanContext } from '../../../nodes/Collab/core/scan/scan';
import { stampAt } from '../seconds';
import { changed, each, goingOn, idsOf, ScriptedList, seenOf, unchanged } from './scriptedList';

const SECOND = 100;

const OLDER = each(0, 10, changed);
const NEWER = each(101, 121, changed);

const one = (number: number): Project => changed(SECOND, { id: `p${number}` });
const ones = (from: number, to: number) => each(from, to, one);

/** In pages of `maxPerPage`. */
function listOf(rows: readonly Project[], maxPerPage: number): ScriptedList {
	const list = new ScriptedList(rows);
	list.maxPerPage = maxPerPage;
	return list;
}

async function scan(list: ScriptedList, rest: Partial<ScanContext>) {
	const result = await scanOldestFirst(list.contextWith(rest), undefined);
	return result && { isComplete: result.isComplete, ids: idsOf(result.news).sort() };
}

const complete = (rows: readonly Project[]) => ({
	isComplete: true,
	ids: rows.map(({ id }) => id).sort(),
});

const BACKFILL = { state: { phase: 'backfill' } } as const;

describe('in the same order in each answer', () => {
	const stamps = ones(30, 42);

	it.each([
		['are read from the first row on', stamps],
		['are read after older ones', [...each(0, 3, changed), ...stamps]],
		['are read to the rows without a place after them', [...stamps, ...each(500, 530, unchanged)]],
	])('%s', async (_name, rows) => {
		const placed = rows.filter(({ updated_at }) => updated_at !== null);
		expect(await scan(listOf(rows, 5), BACKFILL)).toEqual(complete(placed));
	});

	it('are not complete where other rows stand in for some of them', async () => {
		const rows = [...ones(0, 10), one(8), one(9)];
		expect(await scan(listOf(rows, 5), BACKFILL)).toBeUndefined();
		const list = listOf([...rows, ...each(500, 560, unchanged)], 5);
		expect(await scan(list, BACKFILL)).toBeUndefined();
		expect(list.asked.length).toBeLessThan(30);
	});
});

it('rows that become visible before those that were read do not make the order of the others doubtful', async () => {
	const rows = each(0, 150, changed);
	const list = new ScriptedList(rows);
	list.beforeAnswer = (request) => {
		const late = changed(49, { id: 'late' });
		if (request > 4) list.oldestFirst = [...rows.slice(0, 50), late, ...rows.slice(50)];
	};
	expect(await scan(list, BACKFILL)).toEqual(complete(rows));
});

describe('a row that was not read, before one that was', () => {
	const begin = each(0, 8, changed);

	it.each([
		['in a stamp that goes on after the window: the order changes', 40, undefined],
		['in a stamp that ends in the window: all of it is read', 13, complete],
	])('%s', async (_name, end, expected) => {
		const list = listOf([...begin, ...ones(8, end), ...NEWER], 10);
		const other = [...begin, one(end - 1), ...ones(8, end - 1), ...NEWER];
		list.beforeAnswer = (request) => {
			if (request > 4) list.oldestFirst = other;
		};
		expect(await scan(list, BACKFILL)).toEqual(expected?.(other));
	});

	it.each([
		['at the end of the list', []],
		['before newer rows', NEWER],
	])('in the last window of a longer stamp, %s: the order changes', async (_name, newer) => {
		const list = listOf([...begin, ...ones(8, 38), ...newer], 10);
		const other = [...begin, ...ones(8, 30), one(32), ...ones(30, 32), ...ones(33, 38), ...newer];
		list.beforeAnswer = (request) => {
			if (request > 8) list.oldestFirst = other;
		};
		expect(await scan(list, BACKFILL)).toBeUndefined();
	});
});

it('other rows in each answer have no order', async () => {
	const list = listOf([...OLDER, ...ones(10, 90)], 10);
	list.beforeAnswer = (request) => {
		if (request > 2) list.oldestFirst = [...OLDER, ...ones(100 * request, 100 * request + 80)];
	};
	const seen = seenOf(list.oldestFirst.slice(0, 60));
	expect(await scan(list, { ...goingOn(60, SECOND, { maxPerPage: 10 }), seen })).toBeUndefined();
});

describe('where the last poll ended inside a stamp', () => {
	const state = goingOn(30, SECOND, { maxPerPage: 10 });
	const seen = seenOf([...OLDER, ...ones(10, 30)]);
	// p40 has not been read; the first window begins before it, with p24.
	const mixed = [...OLDER, ...ones(10, 25), one(40), ...ones(25, 30)];

	it('rows in the same order are read from there on', async () => {
		const list = listOf([...OLDER, ...ones(10, 60)], 10);
		expect(await scan(list, { ...state, seen })).toEqual(complete(ones(30, 60)));
		expect(list.asked.slice(0, 2)).toEqual(['asc 1/1', 'asc 4/8']);
	});

	it.each([
		['the list ends in that window', []],
		['the stamp ends in that window', NEWER],
	])('it does not matter where %s', async (_name, newer) => {
		const list = listOf([...mixed, ...newer], 10);
		expect(await scan(list, { ...state, seen })).toEqual(complete([one(40), ...newer]));
	});

	it('an older row that became visible late does not matter', async () => {
		const late = changed(9, { id: 'late' });
		const list = listOf([...OLDER, late, ...ones(10, 60)], 10);
		const known = seenOf([...OLDER, ...ones(10, 13)]);
		const rest = { ...goingOn(13, SECOND, { maxPerPage: 10 }), seen: known };
		expect(await scan(list, rest)).toEqual(complete([late, ...ones(13, 60)]));
	});

	it('a row of the other feed does not matter', async () => {
		const rows = each(0, 40, (number) => ({ ...unchanged(SECOND), id: `u${number}` }));
		const other = changed(500, { created_at: stampAt(SECOND) });
		const list = listOf([...rows.slice(0, 27), other, ...rows.slice(27)], 10);
		const rest = { ...state, feed: CREATED, seen: seenOf(rows.slice(0, 29)) };
		expect(await scan(list, rest)).toEqual(complete(rows.slice(29)));
	});

	it('a first row that was not read is not the place: it is looked for', async () => {
		const list = listOf([...OLDER, ...ones(10, 24), one(40), ...ones(24, 40)], 10);
		expect(await scan(list, { ...state, seen })).toEqual(complete(ones(30, 41)));
		expect(list.asked.slice(0, 5)).toEqual([
			...['asc 1/1', 'asc 4/8', 'asc 25/1', 'asc 15/1'],
			'asc 3/7',
		]);
	});
});
