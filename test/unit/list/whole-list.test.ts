/** Which requests it takes to read all of a list, and what shows that nothing is missing. */
import type { FetchPage, Project } from '../../../nodes/Collab/core/contract';
import { readWholeList } from '../../../nodes/Collab/core/list/wholeList';
import { Service } from '../service';
import { type Asked, find, findNewest, idsOf, quietRows } from './story';

const NINE = 'a1 b2 c3 d4 e5 f6 g7 h8 i9';

/** Without the first: what was the first row of page 2 has moved to page 1, which was read already. */
const A_DELETED = 'b2 c3 d4 e5 f6 g7 h8 i9';

const TWO_PAGES = 'name asc 1x100 2x6';
const READ_AGAIN = `${TWO_PAGES}, name desc 1x100 2x6`;

/** A row that only the second pass had is looked for in the order asked for. */
const AND_PLACED = `${READ_AGAIN}, ${TWO_PAGES}`;
const B_TO_I = 'b c d e f g h i';
const A_TO_I = `a ${B_TO_I}`;
const CHANGED = { sortBy: 'updated_at', order: 'desc' } as const;
const CREATED = 'created_at asc 1x100';
const NO_DATE = { dateSkewMs: undefined };

it.each([
	[0, 1],
	[100, 1],
	[101, 2],
	[1_000, 10],
])('a list of %i projects that holds still takes %i requests', async (count, requests) => {
	const service = new Service({}, undefined, quietRows(count));
	expect(idsOf((await findNewest(service)).projects)).toEqual(idsOf(quietRows(count)));
	expect(service.asked).toHaveLength(requests);
});

it.each<[string, string, Asked, ids: string, asked: string]>([
	[
		'that has more full pages than it says is read on',
		`${NINE} j10 k11 l12 m13 of 7`,
		{},
		`${A_TO_I} j k l m`,
		`${TWO_PAGES} 3x6`,
	],
	['by its last change is read by creation', 'a1/20 b2/30 c3/10', CHANGED, 'b a c', CREATED],
	['without a Date header is read twice', NINE, NO_DATE, A_TO_I, READ_AGAIN],
])('a list %s', async (_name, list, how, ids, asked) => {
	expect(await find({ 1: list }, how)).toMatchObject({ ids, asked });
});

it.each<[string, string, string, Asked, ids: string, asked: string]>([
	['a deleted project', NINE, A_DELETED, {}, B_TO_I, AND_PLACED],
	[
		'one without a Date header',
		NINE,
		`${A_DELETED} j101`,
		NO_DATE,
		`${B_TO_I} j`,
		`${READ_AGAIN}, created_at asc 1x100 2x6, ${TWO_PAGES}`,
	],
	[
		'one whose place is taken by one created while the first answer was on its way',
		NINE,
		`${A_DELETED} j98`,
		{ requestMs: 5_000 },
		`${B_TO_I} j`,
		AND_PLACED,
	],
	[
		'an old project that comes to a list of one status',
		`${NINE} X1`,
		`${A_DELETED} x1/101`,
		{ status: 'active' },
		`${B_TO_I} x`,
		AND_PLACED,
	],
])(
	'what moves to a page that was read is found by reading again: %s',
	async (_name, first, later, how, ids, asked) => {
		const found = await find({ 1: first, 2: later }, how);
		expect(found).toMatchObject({ ids, asked, isCountWrong: false });
	},
);

it('a total that is wrong is called so once three readings in different orders agree', async () => {
	const found = await find({ 1: `${NINE} of 10` });
	const thrice = ['name asc', 'name desc', 'created_at asc'].map((by) => `${by} 1x100 2x6 2x6`);
	expect(found).toMatchObject({ ids: A_TO_I, asked: thrice.join(', '), isCut: false });
	expect(found).toMatchObject({ rowsRead: 9, totalItems: 10, isCountWrong: true, total: 9 });
});

it.each([
	['beside the same name, not where a collation has it', 'A B C C Z c', Infinity, 4],
	['by another reading, where a limit ends among equal ones', 'A A A A A A', 3, 6],
])('a name that was missed is placed %s', async (_where, names, firstWanted, requests) => {
	const rows = quietRows(6).map((row, index) => ({ ...row, name: names.split(' ')[index]! }));
	const service = new Service({ maxPerPage: 3 }, undefined, rows);
	// What was the fourth is the third then, on the page that was read.
	service.beforeAnswer = (number) => number === 2 && service.delete('proj_000001');
	const take = (added: readonly Project[]) => added;
	const options = { now: () => service.nowMs, hadRows: false, take, firstWanted };
	const list = { status: 'all', sortBy: 'name', order: 'asc' } as const;
	const { projects } = await readWholeList(service.fetchPage, list, options);
	expect(idsOf(projects)).toEqual(idsOf(rows.slice(1)));
	expect(service.asked).toHaveLength(requests);
});

it('a project that only a lagging replica still has does not stand for one that was missed', async () => {
	const now = 'a1 b2 c3 d4 f6 g7';
	const { ids } = await find({ 1: now, 3: `${now} e5`, 4: now }, { maxPerPage: 2 });
	expect(ids).toBe('a b c d f g');
});

it('a row that was missed keeps its place when one that had its value changes', async () => {
	const passes = [
		['DNB', 'MAX', ''],
		['XON', 'MBA'],
		['ANB', 'BXO'],
	];
	const days: Record<string, number> = { D: 9, N: 8, B: 5, M: 5, A: 5, X: 3, O: 2 };
	let pass = -1;
	const fetchPage: FetchPage = async (_query, { page }) => {
		if (page === 1) pass++;
		if (pass === 2) days['A'] = 9;
		const pages = passes[pass] ?? [];
		const projects = [...(pages[page - 1] ?? '')].map((id) => {
			return { id, created_at: '2025-01-01', updated_at: `2026-01-0${days[id]}T00:00:00Z` };
		});
		const totalItems = pass === 0 && page < 3 ? 7 : 6;
		const pagination = { totalItems, hasNext: page < pages.length, perPage: 3 };
		return await Promise.resolve({ projects, pagination, servedAtMs: Date.UTC(2026, 1) });
	};
	const take = (rows: readonly Project[]) => rows;
	const options = { now: () => 0, hadRows: false, take, firstWanted: Infinity };
	const { projects } = await readWholeList(fetchPage, { status: 'all', ...CHANGED }, options);
	expect(idsOf(projects)).toEqual(['A', 'N', 'B', 'M', 'X', 'O']);
});
