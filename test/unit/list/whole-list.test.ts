/** Which requests it takes to read all of a list, and what shows that nothing is missing. */
import { Service } from '../service';
import { type Asked, BY_NAME, find, findIn, idsOf, NEWEST, quietRows } from './story';

const NINE = 'a1 b2 c3 d4 e5 f6 g7 h8 i9';

/** Without the first: what was the first row of page 2 has moved to page 1, which was read already. */
const A_DELETED = 'b2 c3 d4 e5 f6 g7 h8 i9';

const TWO_PAGES = 'name asc 1x100 2x6';
/** Pages that overlap, in an order that no change moves. */
const IN_WINDOWS = 'created_at asc 1x100 2x4 2x5';
const READ_AGAIN = `${TWO_PAGES}, ${IN_WINDOWS}`;
/** The first answer had a, so it is in the result although it was deleted then. */
const A_TO_I = 'a b c d e f g h i';
const BACKWARDS = 'created_at desc 1x100';
const CREATED = 'created_at asc 1x100';
const NO_DATE = { dateSkewMs: undefined };

it.each([
	[0, 1],
	[100, 1],
	[101, 2],
	[1_000, 10],
])('a list of %i projects that holds still takes %i requests', async (count, requests) => {
	const service = new Service({}, undefined, quietRows(count));
	expect(idsOf((await findIn(service)).rows)).toEqual(idsOf(quietRows(count)));
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
	['by its last change is read by creation', 'a1/20 b2/30 c3/10', NEWEST, 'b a c', BACKWARDS],
	['without a Date header is read twice', NINE, NO_DATE, A_TO_I, READ_AGAIN],
])('a list %s', async (_name, list, how, ids, asked) => {
	expect(await find({ 1: list }, how)).toMatchObject({ ids, asked });
});

it.each<[string, string, string, Asked, ids: string, asked: string]>([
	['a deleted project', NINE, A_DELETED, {}, A_TO_I, `${TWO_PAGES}, ${CREATED} 2x4 2x6`],
	['one without a Date header', NINE, `${A_DELETED} j1001`, NO_DATE, `${A_TO_I} j`, READ_AGAIN],
	[
		'one whose place is taken by one created while the first answer was on its way',
		NINE,
		`${A_DELETED} j998`,
		{ requestMs: 5_000 },
		`${A_TO_I} j`,
		READ_AGAIN,
	],
	[
		'an old project that comes to a list of one status',
		`${NINE} X1`,
		`${A_DELETED} x1/1001`,
		{ status: 'active' },
		`${A_TO_I} x`,
		READ_AGAIN,
	],
])(
	'what moves to a page that was read is found by reading again: %s',
	async (_name, first, later, how, ids, asked) => {
		const found = await find({ 1: first, 2: later }, how);
		expect(found).toMatchObject({ ids, asked, isCountWrong: false });
	},
);

const EIGHT = 'a1 b2 c3 d4 e5 f6 g7 h8';

it.each([
	[
		'whose last rows go between a count and its rows',
		{ 1: NINE, 4: 'a1 b2 c3 d4 e5 f6 g7 of 9', 5: 'a1 b2 c3 d4 e5 f6 g7' },
		A_TO_I,
		`${READ_AGAIN} 2x5`,
	],
	[
		'whose count has an old project that came behind the reading',
		{ 1: `${NINE} X0`, 2: `${EIGHT} I9 X0`, 4: `${EIGHT} I9 x0/1001` },
		'a b c d e f g h',
		`${TWO_PAGES}, ${CREATED} 2x4 2x6`,
	],
])('pages that overlap are enough for a list %s', async (_name, lists, ids, asked) => {
	expect(await find(lists, { ...NO_DATE, status: 'active' })).toMatchObject({ ids, asked });
});

it('a total that is wrong is called so once three readings in different orders agree', async () => {
	const found = await find({ 1: `${NINE} of 10` });
	const twice = ['name desc', 'created_at asc'].map((by) => `${by} 1x100 2x6 2x6`);
	const asked = [`${TWO_PAGES} 2x6`, `${IN_WINDOWS} 2x6`, ...twice].join(', ');
	expect(found).toMatchObject({ ids: A_TO_I, asked, isCut: false });
	expect(found).toMatchObject({ rowsRead: 9, totalItems: 10, isCountWrong: true, total: 9 });
});

it.each([
	['beside the same name, not where a collation has it', 'A B C C Z c'],
	['behind the name that comes before it', 'A B C D E F'],
])('a name that was missed is placed %s', async (_where, names) => {
	const rows = quietRows(6, (index) => ({ name: names.split(' ')[index]! }));
	const service = new Service({ maxPerPage: 3 }, undefined, rows);
	// What was the fourth is the third then, on the page that was read.
	service.beforeAnswer = (number) => number === 2 && service.delete('proj_000001');
	const { rows: projects } = await findIn(service, { list: BY_NAME });
	expect(idsOf(projects)).toEqual(idsOf(rows));
});

it('a project that only a lagging replica still has does not stand for one that was missed', async () => {
	const now = 'a1 b2 c3 d4 f6 g7';
	const { ids } = await find({ 1: now, 3: `${now} e5`, 4: now }, { maxPerPage: 2 });
	expect(ids).toBe('a b c d e f g');
});
