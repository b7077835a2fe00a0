/** Which requests it takes to read a list as far as it is wanted, and what shows that no row between is missing. */
import type { FetchPage, Project } from '../../../nodes/Collab/core/contract';
import { AnchoredReader } from '../../../nodes/Collab/core/list/anchoredReader';
import { findProjects } from '../../../nodes/Collab/core/query/find';
import { instantFromMs } from '../../../nodes/Collab/core/time';
import { Service } from '../service';
import { find, findNewest, idsOf, msAt, quietRows } from './story';

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** a was created first and z last, without those that are gone. */
const without = (gone: string) =>
	LETTERS.map((id, index) => `${id}${index + 1}`)
		.filter((text) => !gone.includes(text[0]!))
		.join(' ');

const ALL = without('');
const OLDEST_FIRST = { sortBy: 'created_at', order: 'asc' } as const;
const NEWEST_CHANGE_FIRST = { sortBy: 'updated_at', order: 'desc' } as const;
const lettersFrom = (first: string, count: number) =>
	LETTERS.slice(LETTERS.indexOf(first)).slice(0, count).join(' ');

describe('the first rows of a list', () => {
	it('are read in windows of a page that overlap, of whatever size', async () => {
		const found = await find({ 1: ALL }, { ...OLDEST_FIRST, perPageReport: 'asked', limit: 10 });
		// The rows from 1 to 6, from 5 to 8 and from 7 to 12.
		expect(found.asked).toBe('created_at asc 1x10 2x4 2x6');
		expect(found).toMatchObject({ ids: lettersFrom('a', 10), rowsRead: 12 });
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
		const how = { ...NEWEST_CHANGE_FIRST, maxPerPage: 10, turnsTies: true };
		const filters = { updatedAfter: instantFromMs(msAt(14)) };
		const { ids, asked } = await find(lists, { ...how, filters, matches: () => true });
		expect(asked).toMatch(/^updated_at desc 1x100 2x7 /);
		expect(ids.split(' ').sort().slice(0, 10).join(' ')).toBe(lettersFrom('c', 10));
	});

	it('are all there where a database takes names for equal that are not, in another order each time', async () => {
		const service = new Service({ ties: 'random' });
		service.nameOf = () => 'Same';
		service.createAll(Array.from({ length: 180 }, (_, index) => `p${index}`));
		const spellings = ['Same', 'same', 'Sáme '];
		const spelled = (row: Project): Project => {
			return { ...row, name: spellings[Number(row.id.slice(1)) % spellings.length]! };
		};
		const fetchPage: FetchPage = async (...request) => {
			const page = await service.fetchPage(...request);
			return { ...page, projects: page.projects.map(spelled) };
		};
		const list = { status: 'all', sortBy: 'name', order: 'asc' } as const;
		const query = { list, filters: {}, matches: undefined, now: () => 0 };
		expect((await findProjects(fetchPage, query, 200)).projects).toHaveLength(180);
	});

	it('come from the whole list where equal values fill a page', async () => {
		const lists = { 1: 'a1/50 b2/50 c3/50 d4/50 e5/50 f6/50 g7/50 h8/40 i9/30 j10/20 k11/10' };
		const found = await find(lists, { ...NEWEST_CHANGE_FIRST, turnsTies: true, limit: 9 });
		expect(found.asked).toBe('updated_at desc 1x9 1x100 2x6, name desc 1x100 2x6');
		expect([found.ids.split(' ').sort().join(' '), found.isCut]).toEqual([
			'a b c d e f g h i',
			true,
		]);
	});
});

describe('rows that moved up because others were deleted', () => {
	it('are found further back, where a row is that was read', async () => {
		const lists = { 1: ALL, 6: without('abcde') };
		const { ids, asked } = await find(lists, { ...OLDEST_FIRST, limit: 20 });
		// Nothing in the last window was read before: from ten rows further back on.
		expect(asked).toBe('created_at asc 1x20 2x4 2x6 3x5 3x6 4x5 2x6 3x5');
		expect(ids).toBe(lettersFrom('a', 20));
	});

	it('are found from the beginning on where that is nearer', async () => {
		const lists = { 1: ALL, 2: without('abc') };
		const { ids, asked } = await find(lists, { ...OLDEST_FIRST, limit: 10 });
		// Those that are gone take no place in the result.
		expect(asked).toBe('created_at asc 1x10 2x4 1x6 2x4 2x6');
		expect(ids).toBe(lettersFrom('d', 10));
	});
});

it.each([
	[1, 12],
	[10, 13],
	[30, 27],
])(
	'of 2,000, with %i to a stamp, the first 1,000 take at most %i requests',
	async (count, most) => {
		const rows = quietRows(2_000).map((row, index, all) => {
			return { ...row, updated_at: all[Math.floor(index / count)]?.updated_at ?? null };
		});
		const service = new Service({}, undefined, rows);
		expect((await findNewest(service, 1_000)).projects).toHaveLength(1_000);
		expect(service.asked.length).toBeLessThanOrEqual(most);
	},
);

describe('reading that goes on where another one stopped', () => {
	const QUERY = { status: 'all', ...NEWEST_CHANGE_FIRST } as const;

	/** Goes on behind the first 500 of 1,000 after so many of these were deleted. */
	async function resumed(deleted: number, isFalse = false) {
		const service = new Service({}, undefined, quietRows(1_000));
		for (const id of service.ids.slice(500 - deleted, 500)) service.delete(id);
		if (isFalse) service.behave({ falseAnswers: 'empty' });
		const ids: string[] = [];
		const resume = {
			offset: 500,
			pageSize: 100,
			isBefore: ({ id }: Project) => id <= 'proj_000500',
		};
		const take = (rows: readonly Project[]) => {
			ids.push(...idsOf(rows));
			return false;
		};
		const reader = new AnchoredReader(service.fetchPage, QUERY, {
			take,
			resume,
			trustsOrder: true,
		});
		await reader.read();
		return { ids: new Set(ids), requests: service.asked.length };
	}
	const rest = idsOf(quietRows(1_000)).slice(500);

	it.each([
		[0, 8],
		[5, 8],
		[100, 9],
		[450, 14],
		[500, 14],
	])(
		'misses no row where %i before it were deleted, in at most %i requests',
		async (gone, most) => {
			const { ids, requests } = await resumed(gone);
			expect(rest.filter((id) => !ids.has(id))).toEqual([]);
			expect(requests).toBeLessThanOrEqual(most);
		},
	);

	it('accepts a window of which any row was read, also where new ones stand before it', async () => {
		const service = new Service({}, undefined, quietRows(300));
		const isBefore = ({ id }: Project) => id === 'proj_000150';
		const resume = { offset: 150, pageSize: 100, isBefore };
		const options = { take: () => true, resume, trustsOrder: true };
		const reader = new AnchoredReader(service.fetchPage, QUERY, options);
		expect([await reader.read(), service.asked.length]).toEqual(['enough', 1]);
	});

	it('ends where the service answers without rows', async () => {
		expect((await resumed(0, true)).requests).toBeLessThan(30);
	});
});

describe('windows of all sizes that end at the same row', () => {
	const QUERY = { status: 'all', ...NEWEST_CHANGE_FIRST } as const;

	it.each([
		[5, 60],
		[8, 840],
		[10, 2_520],
	])('end no reading of the trigger: pages of %i, row %i', async (maxPerPage, border) => {
		const service = new Service({ maxPerPage }, undefined, quietRows(border + 200));
		let deleted = 0;
		service.beforeAnswer = () => {
			// The rows behind the border move to its other side just before they are read.
			const isAtBorder = service.asked.at(-1)!.page * maxPerPage === border + maxPerPage;
			if (isAtBorder && deleted++ < 3) service.delete(service.list(QUERY)[0]!.id);
		};
		const ids = new Set<string>();
		const take = (rows: readonly Project[]) => {
			for (const { id } of rows) ids.add(id);
			return false;
		};
		const reader = new AnchoredReader(service.fetchPage, QUERY, { take, trustsOrder: true });
		expect(await reader.read()).toBe('end');
		expect([deleted > 0, ids.size]).toEqual([true, border + 200]);
	});
});

it('an empty answer is not the end of a list of which the service counts more', async () => {
	await expect(find({ 1: ' of 2' }, { limit: 2 })).rejects.toMatchObject({ kind: 'listCutShort' });
});
