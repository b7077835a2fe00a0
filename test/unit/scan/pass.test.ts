/** What a scan reads, and what it knows of the service, where time runs out or a request fails. */
import type { Project } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import type { PassBatch } from '../../../nodes/Collab/core/pagination/pass';
import { startPass } from '../../../nodes/Collab/core/pagination/progress';
import { assertFewSeeks, maxPerPageAfter, passOf } from '../../../nodes/Collab/core/scan/scan';
import { errorIn } from '../errorIn';
import { changed, each, ids, ScriptedList } from './scriptedList';

const FROM_BEGIN: Parameters<typeof passOf>[2] = {
	firstRow: 0,
	maxPerPage: undefined,
	limit: Infinity,
};

async function rowsOf(list: ScriptedList, options = FROM_BEGIN): Promise<string[]> {
	const read: string[] = [];
	for await (const { newRows } of passOf(list.contextWith(), 'asc', options)) {
		read.push(...newRows.map(({ id }) => id));
	}
	return read;
}

describe('a pass', () => {
	it('yields to other work after each window', async () => {
		const list = new ScriptedList(each(0, 150, changed));
		expect(await rowsOf(list)).toEqual(ids(0, 150));
		expect(list.asked).toEqual(['asc 1/100', 'asc 2/98']);
		expect(list.yields).toBe(2);
	});

	it.each([
		['asks for no more when 80 % of the time is used', 0.8, ['asc 1/100']],
		['goes on while there is time', 0.79, ['asc 1/100', 'asc 2/98']],
	])('%s', async (_name, timeUsed, asked) => {
		const list = new ScriptedList(each(0, 150, changed));
		list.timeUsed = timeUsed;
		expect(await rowsOf(list)).toEqual(ids(0, asked.length === 1 ? 100 : 150));
		expect(list.asked).toEqual(asked);
	});
});

describe('how many rows the service puts on a page', () => {
	it.each([
		['is found out anew by a pass from the first row on', 0, 'asc 1/100'],
		['is used by a pass from a further row on', 20, 'asc 3/10'],
	])('%s', async (_name, firstRow, first) => {
		const list = new ScriptedList(each(0, 50, changed));
		await rowsOf(list, { ...FROM_BEGIN, firstRow, maxPerPage: 10 });
		expect(list.asked[0]).toBe(first);
	});

	it.each([
		['stays unknown', 30, undefined, undefined, undefined],
		['stays what is known', 30, undefined, 30, 30],
		['is unknown again when a page has more', 31, undefined, 30, undefined],
		['is what the first page has shown', 20, 20, 30, 20],
	])('%s', (_name, rowCount, provenMaxPerPage, known, expected) => {
		const rows: readonly Project[] = each(0, rowCount, changed);
		const progress = { ...startPass({ sortBy: 'updated_at' }), provenMaxPerPage };
		const batch: PassBatch = { rows, newRows: rows, border: 'strict', progress };
		expect(maxPerPageAfter(batch, known)).toBe(expected);
	});
});

describe('a request that fails', () => {
	const failing = async (request: number, timeUsed: number) => {
		const list = new ScriptedList(each(0, 150, changed));
		list.beforeAnswer = (number) => {
			if (number < request) return;
			list.timeUsed = timeUsed;
			throw new CollabError('unavailable', { reason: 'timeout' });
		};
		return await rowsOf(list);
	};

	it('after time has run out takes nothing from what was read before', async () => {
		expect(await failing(2, 0.9)).toEqual(ids(0, 100));
	});

	it.each([
		['while there is time fails the pass', 2, 0.5],
		['before anything was read fails the pass', 1, 0.9],
		['before anything was read, while there is time, fails the pass', 1, 0.5],
	])('%s', async (_name, request, timeUsed) => {
		await expect(failing(request, timeUsed)).rejects.toMatchObject({ kind: 'unavailable' });
	});
});

it('a place that has moved away six times is not looked for again', () => {
	expect(() => assertFewSeeks(5, 70)).not.toThrow();
	const data = { rowsRead: 0, totalItems: 70, requests: 6 };
	const kind = 'listKeptChanging';
	expect(errorIn(() => assertFewSeeks(6, 70))).toMatchObject({ kind, data });
});
