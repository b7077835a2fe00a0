/** Which windows are asked for. */
import type { PageRequest } from '../../../nodes/Collab/core/contract';
import {
	countWindows,
	evenPerPage,
	overlapAfter,
	type Position,
	windowAhead,
	windowBefore,
} from '../../../nodes/Collab/core/pagination/windows';

const START: Position = {
	frontier: 0,
	totalItems: 1_000,
	wanted: Infinity,
	overlap: 1,
	maxPerPage: 100,
	evenPerPage: 100,
	fruitless: [],
	emptyPages: new Set(),
};

const at = (frontier: number, more: Partial<Position> = {}) => ({ ...START, frontier, ...more });
const window = (page: number, perPage: number): PageRequest => ({ page, perPage });

describe('the window after the frontier', () => {
	it.each<[string, Position, PageRequest]>([
		['shares the last row read and reaches furthest', at(100), window(2, 99)],
		['is the first page where nothing was read', at(0), window(1, 100)],
		['is as small as the rows still wanted', at(0, { wanted: 10 }), window(1, 10)],
		['is the smallest that reaches the last row wanted', at(150, { wanted: 10 }), window(10, 16)],
		['is of any size when it is the last', evenOf(8, at(11, { wanted: 9 }), 10), window(2, 10)],
		[
			'is not the smallest again when that brought nothing new',
			at(150, { wanted: 10, fruitless: [window(10, 16)] }),
			window(3, 74),
		],
		['spreads a limit evenly', evenOf(76, at(0, { wanted: 150 })), window(1, 76)],
		[
			'spreads no limit that is the whole list',
			evenOf(76, at(0, { wanted: 150, totalItems: 150 })),
			window(1, 100),
		],
		[
			'overlaps less where it would end before the frontier',
			evenOf(20, at(100, { wanted: 150, overlap: 50 })),
			window(2, 99),
		],
	])('%s', (_, position, expected) => {
		expect(windowAhead(position, undefined)).toEqual(expected);
	});

	it.each<[string, Position, PageRequest]>([
		['begins after the last row at the end', at(60, { totalItems: 60 }), window(13, 5)],
		['still overlaps before the end', at(60, { totalItems: 61 }), window(60, 1)],
		['overlaps less where that is enough', at(10, { totalItems: 10, overlap: 3 }), window(4, 3)],
	])('of at most five rows %s', (_, position, expected) => {
		expect(windowAhead(evenOf(5, position, 5), undefined)).toEqual(expected);
	});
});

function evenOf(perPage: number, position: Position, maxPerPage = 100): Position {
	return { ...position, evenPerPage: perPage, maxPerPage };
}

describe('the window after one that is under way', () => {
	it.each<[string, Position, number, PageRequest | undefined]>([
		['overlaps that one', at(0), 100, window(2, 99)],
		[
			'shows whether a list goes on that seems to end there',
			at(0, { totalItems: 100 }),
			100,
			window(2, 99),
		],
		['is not asked for after the end of the list', at(0, { totalItems: 100 }), 101, undefined],
		['is not asked for after the last row wanted', at(0, { wanted: 100 }), 100, undefined],
		['is not asked for where it reaches no further', evenOf(5, at(50), 5), 60, undefined],
		[
			'is not asked for where it reaches no further and more was read',
			evenOf(5, at(70, { totalItems: 60 }), 5),
			60,
			undefined,
		],
	])('%s', (_, position, plannedEnd, expected) => {
		expect(windowAhead(position, plannedEnd)).toEqual(expected);
	});
});

describe('the window before the frontier', () => {
	it.each<[string, Position, number, PageRequest]>([
		['begins so many rows before it', at(100), 20, window(2, 80)],
		['begins before the end of a list that shrank', at(100, { totalItems: 50 }), 1, window(1, 100)],
		[
			'leaves out a window that brought nothing new',
			at(100, { fruitless: [window(2, 99)] }),
			1,
			window(2, 98),
		],
		['may have its page number', at(100, { fruitless: [window(2, 7)] }), 1, window(2, 99)],
		['may have its size', at(100, { fruitless: [window(7, 99)] }), 1, window(2, 99)],
		['leaves out a page that was empty', at(100, { emptyPages: new Set([2]) }), 1, window(3, 49)],
	])('%s', (_, position, rows, expected) => {
		expect(windowBefore(position, rows)).toEqual(expected);
	});
});

describe('how many rows a page should have', () => {
	it.each([
		[1, 1],
		[100, 100],
		[150, 76],
		[2_000, 98],
		[2_001, 100],
		[Infinity, 100],
	])('for %i rows', (rows, perPage) => {
		expect(evenPerPage(rows, 100)).toBe(perPage);
	});

	it('no number of windows of at most five rows gets beyond row 60', () => {
		expect(countWindows(60, 5)).toBe(23);
		expect(countWindows(61, 5)).toBe(Infinity);
	});
});

describe('the next overlap', () => {
	it.each([
		['covers the rows that moved, and two more', at(0), 10, 12],
		['is never less than two rows', at(0), 0, 2],
		['shrinks by a tenth', at(0, { overlap: 20 }), 0, 18],
		['is at most half a window', at(0), 80, 50],
	])('%s', (_, position, moved, overlap) => {
		expect(overlapAfter(position, moved, 2)).toBe(overlap);
	});
});
