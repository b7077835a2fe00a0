/** What a pass does about each answer: it takes the rows, or has a window before them read. */
import type { Project } from '../../../nodes/Collab/core/contract';
import { errorIn } from '../errorIn';
import { Pass, rowsOf, startedPass } from './namedPass';
import { idsOf } from './listService';

describe('an answer that shares a row', () => {
	it('gives the rows after it and moves the frontier', () => {
		const pass = startedPass();
		const { newRows, border, readBefore } = pass.sees([2, 9], rowsOf(9, 18));
		expect(idsOf(newRows)).toEqual(idsOf(rowsOf(10, 18)));
		expect({ border, readBefore }).toEqual({ border: 'matched', readBefore: undefined });
		expect(pass.progress).toMatchObject({ frontier: 18, windows: 2, isStrict: false, end: 'open' });
	});

	it('ends the pass with the last row of a limit', () => {
		const pass = startedPass({ limit: 12 });
		expect(idsOf(pass.sees([2, 9], rowsOf(9, 18)).newRows)).toEqual(['p10', 'p11']);
		expect(pass.progress.end).toBe('limit');
	});

	it.each([
		['covers rows that moved to the front', {}, 4],
		['learns nothing from a place among equal values', { 8: 'x', 9: 'x' }, 1],
	])('has an overlap follow that %s', (_, names, overlap) => {
		const pass = startedPass({}, names);
		pass.sees([2, 5], rowsOf(8, 13, names));
		expect(pass.progress.overlap).toBe(overlap);
	});
});

describe('a first page', () => {
	it('is taken at any page number where a pass begins at a row', () => {
		const step = new Pass({ firstRow: 25 }).sees([3, 10], rowsOf(20, 30));
		expect(step).toMatchObject({ border: 'strict', newRows: rowsOf(20, 30) });
	});

	it('that is cut short limits all windows', () => {
		const pass = new Pass();
		pass.sees([1, 10], rowsOf(0, 4));
		const size = { maxPerPage: 4, evenPerPage: 4, provenMaxPerPage: 4 };
		expect(pass.progress).toMatchObject(size);
	});
});

it('a pass counts answers, and notes for good that the total changed, and the largest', () => {
	const pass = new Pass();
	const noted = [100, 101, 100].map((totalItems) => {
		pass.sees([1, 10], rowsOf(0, 10), { totalItems });
		const { answers, hasTotalChanged, largestTotal } = pass.progress;
		return [answers, hasTotalChanged, largestTotal];
	});
	expect(noted).toEqual([
		[1, false, 100],
		[2, true, 101],
		[3, true, 101],
	]);
});

describe('an answer that shares no row', () => {
	it('has a window before it read, further back each time', () => {
		const pass = startedPass();
		const steps = [1, 2].map(() => pass.sees([2, 10], rowsOf(12, 22)));
		const reads = (page: number, perPage: number) => ({
			newRows: [],
			border: 'none',
			readBefore: { window: { page, perPage }, keepsAnswer: true },
		});
		expect(steps).toMatchObject([reads(2, 7), reads(1, 10)]);
		expect(pass.progress).toMatchObject({ frontier: 10, windows: 1, idleAnswers: 2 });
	});

	it.each<[string, boolean, [number, number], Project[]]>([
		['has rows after the frontier', true, [2, 10], rowsOf(12, 22)],
		['ends at the frontier', false, [2, 5], rowsOf(50, 55)],
		['ends before the frontier', false, [2, 4], rowsOf(50, 54)],
		['is empty', false, [3, 10], []],
	])('is kept for later where it %s: %s', (_, keepsAnswer, window, rows) => {
		expect(startedPass().sees(window, rows).readBefore?.keepsAnswer).toBe(keepsAnswer);
	});

	it.each<[string, number[], Project[], number]>([
		['is empty before the end', [3], [], 100],
		['is empty at the end', [], [], 20],
		['has rows', [], rowsOf(50, 60), 100],
	])('has its page left out where it %s: %j', (_, emptyPages, rows, totalItems) => {
		const pass = startedPass();
		pass.sees([3, 10], rows, { totalItems });
		expect(pass.progress.emptyPages).toEqual(new Set(emptyPages));
	});

	it.each<[string, Project[], number]>([
		['with rows is evidence that the list goes on', rowsOf(50, 60), 0],
		['without rows is none', [], 2],
	])('%s', (_, rows, endEvidence) => {
		const pass = startedPass().with({ endEvidence: 2 });
		pass.sees([3, 10], rows);
		expect(pass.progress.endEvidence).toBe(endEvidence);
	});
});

describe('an empty answer', () => {
	it.each([
		['at the frontier ends a list of as many rows', 10, 2, 'list'],
		['at the frontier ends a list of fewer rows', 9, 2, 'list'],
		['at the frontier does not end a list of more rows', 11, 2, 'open'],
		['after the frontier ends no list', 10, 3, 'open'],
	])('%s', (_, totalItems, page, end) => {
		const pass = startedPass();
		const { border } = pass.sees([page, 10], [], { totalItems, hasNext: false });
		expect(border).toBe(end === 'list' ? 'matched' : 'none');
		expect(pass.progress.end).toBe(end);
	});

	it('is needed there: rows that were not read do not follow', () => {
		const step = startedPass().sees([2, 10], rowsOf(50, 60), { totalItems: 10 });
		expect(step.border).toBe('none');
	});
});

describe('progress', () => {
	const stuck = {
		idleAnswers: 5,
		strictTries: 2,
		fruitless: [{ page: 9, perPage: 9 }],
		emptyPages: new Set([4]),
		totalBefore: 50,
	};
	const further = {
		idleAnswers: 0,
		strictTries: 0,
		fruitless: [],
		emptyPages: new Set(),
		totalBefore: 100,
	};
	it.each<[string, Project[]]>([
		['rows after those shared', rowsOf(5, 10).concat(rowsOf(20, 25))],
		['rows before those shared', [...rowsOf(20, 25), ...rowsOf(5, 10)]],
		['another version of a row', [...rowsOf(0, 9), { id: 'p9', name: '009', updated_at: 'now' }]],
	])('is made with %s', (_, rows) => {
		const pass = startedPass().with(stuck);
		pass.sees([1, 10], rows);
		expect(pass.progress).toMatchObject(further);
	});

	it('is not made with rows that are known, and the window is remembered', () => {
		const pass = startedPass().with(stuck);
		pass.sees([1, 10], rowsOf(0, 10));
		const fruitless = [...stuck.fruitless, { page: 1, perPage: 10 }];
		expect(pass.progress).toMatchObject({ ...stuck, idleAnswers: 6, fruitless });
	});

	it('is not made with an empty list', () => {
		const pass = new Pass();
		pass.sees([1, 10], [], { totalItems: 5 });
		expect(pass.progress.fruitless).toEqual([{ page: 1, perPage: 10 }]);
	});

	it('forgets all but the last three windows that brought nothing new', () => {
		const pass = startedPass();
		for (const perPage of [10, 9, 8, 7]) pass.sees([1, perPage], rowsOf(0, perPage));
		expect(pass.progress.fruitless.map(({ perPage }) => perPage)).toEqual([9, 8, 7]);
	});

	it.each<[string, [number, number], Project[]]>([
		['known rows', [1, 10], rowsOf(0, 10)],
		['rows that do not follow', [2, 10], rowsOf(50, 60)],
	])('has to be made before the 25th answer in a row with %s', (_, window, rows) => {
		const pass = startedPass().with({ idleAnswers: 24 });
		const data = { rowsRead: 10, totalItems: 100, requests: 2 };
		expect(errorIn(() => pass.sees(window, rows))).toMatchObject({
			kind: 'listKeptChanging',
			data,
		});
	});

	it('is not needed at the end of the list', () => {
		const pass = startedPass().with({ idleAnswers: 24 });
		pass.sees([2, 9], rowsOf(9, 10), { totalItems: 10, hasNext: false });
		expect(pass.progress).toMatchObject({ end: 'list', idleAnswers: 25 });
	});
});
