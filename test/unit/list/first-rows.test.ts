/** Which requests it takes to read a list as far as it is wanted, and what shows that no row between is missing. */
import type { FetchPage, Project } from '../../../nodes/Collab/core/contract';
import {
	AnchoredReader,
	type ReadingOptions,
} from '../../../nodes/Collab/core/list/anchoredReader';
import { instantFromMs } from '../../../nodes/Collab/core/time';
import { Service } from '../service';
import { find, findIn, idsOf, msAt, NEWEST, quietRows } from './story';

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** a was created first and z last, without those that are gone. */
const without = (gone: string) =>
	LETTERS.map((id, index) => `${id}${index + 1}`)
		.filter((text) => !gone.includes(text[0]!))
		.join(' ');

const ALL = without('');
const OLDEST_FIRST = { sortBy: 'created_at', order: 'asc' } as const;
const lettersFrom = (first: string, count: number) =>
	LETTERS.slice(LETTERS.indexOf(first)).slice(0, count).join(' ');

describe('the first rows of a list', () => {
	it('are read in windows of a page that overlap, of whatever size', async () => {
		const found = await find({ 1: ALL }, { ...OLDEST_FIRST, perPageReport: 'asked', limit: 10 });
		// The rows from 1 to 6, from 5 to 8 and from 6 to 10.
		expect(found.asked).toBe('created_at asc 1x10 2x4 2x5');
		expect(found).toMatchObject({ ids: lettersFrom('a', 10), rowsRead: 10 });
	});

	it('are all there where a window ends among equal values that come in another order each time', async () => {
		const distinct = 'a30 b29 c28 d27 e26 f25 g24 h23';
		const equal = 'i20 j20 k20';
		const older = 'l15 m14 n13 o12 p11';
		const lists = {
			1: `${distinct} ${equal} ${older}`,
			// Without a and b, the second window begins with the second of the equal ones.
			2: `${distinct.replace('a30 b29 ', '')} ${equal} ${older}`,
		};
		const how = { ...NEWEST, maxPerPage: 10, turnsTies: true };
		const filters = { updatedAfter: instantFromMs(msAt(14)) };
		const { ids, asked } = await find(lists, { ...how, filters, matches: () => true });
		expect(asked).toMatch(/^updated_at desc 1x100 2x7 /);
		expect(ids.split(' ').sort().slice(0, 10).join(' ')).toBe(lettersFrom('c', 10));
	});

	it('have the last of a full page, though a project comes between a count and its rows', async () => {
		const behavior = { maxPerPage: 20, perPageReport: 'clamped', countsFirst: true } as const;
		const service = new Service(behavior, undefined, quietRows(20));
		service.meanwhile = (number) => number === 1 && service.create('new');
		const { rows: projects } = await findIn(service, { limit: 50 });
		expect(idsOf(projects)).toEqual(expect.arrayContaining(idsOf(quietRows(20))));
	});

	it('do not end before a row that was read, where one answer comes from a replica that lags', async () => {
		const lists = { 1: ALL, 7: without('rstuvwxyz'), 8: ALL };
		const { ids } = await find(lists, { ...OLDEST_FIRST, limit: 30 });
		expect(ids).toBe(lettersFrom('a', 26));
	});

	it('come from the whole list where equal values fill a page', async () => {
		const lists = { 1: 'a1/50 b2/50 c3/50 d4/50 e5/50 f6/50 g7/50 h8/40 i9/30 j10/20 k11/10' };
		const found = await find(lists, { ...NEWEST, turnsTies: true, limit: 9 });
		expect(found.asked).toBe('updated_at desc 1x9 1x100 2x6, created_at asc 1x100 2x4 2x5 2x6');
		expect(found.ids.split(' ').sort().join(' ')).toBe(lettersFrom('a', 9));
		expect(found.isCut).toBe(true);
	});
});

describe('rows that moved up because others were deleted', () => {
	it('are found further back, where a row is that was read', async () => {
		const lists = { 1: ALL, 6: without('abcde') };
		const { ids, asked } = await find(lists, { ...OLDEST_FIRST, limit: 20 });
		// Nothing in the last window was read before: from ten rows further back on.
		expect(asked).toBe(
			'created_at asc 1x20 2x4 2x5 2x6 3x5 3x6 4x5 3x6 1x6 2x4 2x5 2x6 3x5 3x6 4x5',
		);
		expect(ids).toBe(lettersFrom('f', 20));
	});

	it('are found from the beginning on where that is nearer', async () => {
		const lists = { 1: ALL, 2: without('abc') };
		const { ids, asked } = await find(lists, { ...OLDEST_FIRST, limit: 10 });
		// Those that are gone take no place in the result.
		expect(asked).toBe('created_at asc 1x10 2x4 2x5 1x6 2x4 2x5');
		expect(ids).toBe(lettersFrom('d', 10));
	});
});

it.each([
	[1, 12],
	[10, 18],
	[40, 22],
])(
	'of 2,000, with %i to a stamp, the first 1,000 take at most %i requests',
	async (count, most) => {
		const rows = quietRows(2_000, (index) => {
			return { updated_at: new Date(msAt(-Math.floor(index / count))).toISOString() };
		});
		const service = new Service({}, undefined, rows);
		expect((await findIn(service, { limit: 1_000 })).rows).toHaveLength(1_000);
		expect(service.asked.length).toBeLessThanOrEqual(most);
	},
);

describe('the reading of the trigger', () => {
	/** IDs of the rows that are read to the end of the list, or behind the first 500. */
	async function readAll(service: Service, resume?: ReadingOptions['resume']) {
		const ids = new Set<string>();
		const take = (rows: readonly Project[]) => rows.some(({ id }) => !ids.add(id));
		const options = { take, inDoubt: 'goOn' as const, ...(resume && { resume }) };
		await new AnchoredReader(service.fetchPage, NEWEST, options).read();
		return ids;
	}
	const wasRead = ({ id }: Project) => id <= 'proj_000500';
	const resume = { offset: 500, wasRead };

	it.each([
		[0, 8],
		[5, 8],
		[100, 9],
		[500, 14],
	])(
		'goes on where it stopped after %i rows before it were deleted, in at most %i requests',
		async (gone, most) => {
			const service = new Service({}, undefined, quietRows(1_000));
			for (const id of service.ids.slice(500 - gone, 500)) service.delete(id);
			const ids = await readAll(service, resume);
			expect(idsOf(quietRows(1_000).slice(500)).filter((id) => !ids.has(id))).toEqual([]);
			expect(service.asked.length).toBeLessThanOrEqual(most);
		},
	);

	it('goes on where any row of a window was read, also behind one that was not', async () => {
		const service = new Service({}, undefined, quietRows(600));
		await readAll(service, { ...resume, wasRead: ({ id }) => id === 'proj_000500' });
		expect(service.asked[0]).toMatchObject({ page: 6, perPage: 99 });
		expect(service.asked[1]?.page).toBeGreaterThan(5);
	});

	it('has not reached the end of equal values where the account looks empty for one answer', async () => {
		const updated_at = '2026-01-01T00:00:00Z';
		const service = new Service(
			{},
			undefined,
			quietRows(250, () => ({ updated_at })),
		);
		service.beforeAnswer = (number) =>
			service.behave({ falseAnswers: number === 2 ? 'empty account' : 'none' });
		const options = { take: () => false, inDoubt: 'goOn' as const };
		expect(await new AnchoredReader(service.fetchPage, NEWEST, options).read()).toBe('stuck');
	});

	it('goes on behind windows without a new row, though has_next is false, while rows are left', async () => {
		const service = new Service({}, undefined, quietRows(1_000));
		service.beforeAnswer = (number) => {
			if (number === 4) for (const id of service.ids.slice(0, 150)) service.delete(id);
		};
		const fetchPage: FetchPage = async (...request) => {
			const page = await service.fetchPage(...request);
			return { ...page, pagination: { ...page.pagination, hasNext: false } };
		};
		expect((await readAll({ ...service, fetchPage } as Service)).size).toBe(1_000);
	});
});
