/** Which requests it takes to read all of a list, and what shows that nothing is missing. */
import { idsOf, ListService, quietRows } from './listService';
import { find } from './story';

const NINE = 'a1 b2 c3 d4 e5 f6 g7 h8 i9';

/** Without the first: what was the first row of page 2 has moved to page 1, which was read already. */
const A_DELETED = 'b2 c3 d4 e5 f6 g7 h8 i9';

const TWO_PAGES = 'name asc 1x100 2x6';
const READ_AGAIN = `${TWO_PAGES}, created_at asc 1x100 2x4 2x6`;

describe('a list that holds still', () => {
	it.each([
		[0, 1],
		[1, 1],
		[99, 1],
		[100, 1],
		[101, 2],
		[1_000, 10],
		[10_000, 100],
	])('of %i projects takes %i requests', async (count, requests) => {
		const service = new ListService(quietRows(count));
		expect(idsOf((await service.findNewest()).projects)).toEqual(idsOf(quietRows(count)));
		expect(service.asked).toHaveLength(requests);
	});

	it.each([
		['and clamps pages, which it tells,', {}],
		['and clamps pages, which it does not tell,', { isClampUntold: true }],
		['and says too few', {}, ' of 7'],
	])('%s is read in pages of the size that it gives', async (_name, service, of = '') => {
		const found = await find({ 1: NINE + of }, service);
		expect(found).toMatchObject({ ids: 'a b c d e f g h i', asked: TWO_PAGES, total: 9 });
	});

	it('by its last change is read by creation, which no change moves', async () => {
		const lists = { 1: 'a1/20 b2/30 c3/10' };
		const found = await find(lists, { sortBy: 'updated_at', order: 'desc' });
		expect(found).toMatchObject({ ids: 'b a c', asked: 'created_at asc 1x100' });
	});

	it('and has more full pages than its total says is read on', async () => {
		const found = await find({ 1: `${NINE} j10 k11 l12 m13 of 7` });
		expect(found).toMatchObject({ ids: 'a b c d e f g h i j k l m', asked: `${TWO_PAGES} 3x6` });
	});

	it('and grows by what stands at its end is read on', async () => {
		const found = await find({ 1: 'a1 b2 c3 d4 e5 f6 g7', 2: `${NINE} j101 k101 l101 m101` });
		expect(found).toMatchObject({ asked: 'name asc 1x100 2x6 3x6', total: 13 });
	});

	it('without a Date header is read twice: only what was seen before counts as there', async () => {
		const found = await find({ 1: NINE }, { hasDate: false });
		expect(found).toMatchObject({ ids: 'a b c d e f g h i', asked: READ_AGAIN });
	});
});

describe('what moves to a page that was read already is found by reading again', () => {
	it.each([
		['when a project is deleted between two pages', A_DELETED, {}, 'a b c d e f g h i'],
		['without a Date header', `${A_DELETED} j101`, { hasDate: false }, 'a b c d e f g h i j'],
		[
			'when one takes its place that was created while the first answer was on its way',
			`${A_DELETED} j98`,
			{ secondsPerRequest: 5 },
			'a b c d e f g h i j',
		],
		[
			'when one takes its place whose stamp was cut off to a second before the counting',
			`${A_DELETED} j98`,
			{ secondsPerRequest: 1.5 },
			'a b c d e f g h i j',
		],
	])('%s', async (_name, later, service, ids) => {
		const found = await find({ 1: NINE, 2: later }, service);
		expect(found).toMatchObject({ ids, asked: READ_AGAIN, isCountWrong: false });
	});

	it('when a project that is old comes to a list of one status', async () => {
		const lists = { 1: `${NINE} X1`, 2: `${A_DELETED} x1/101` };
		const found = await find(lists, { status: 'active' });
		expect(found).toMatchObject({ ids: 'a b c d e f g h i x', asked: READ_AGAIN });
	});

	it.each([
		[
			'although one that is gone was read before',
			{ 1: 'a1 b9 c2 d8 e3 f9 z9', 2: 'a1 c2 d8 e3 f9 z9', 6: 'a1 c2 d8 e3 f9' },
			'a b c d e f z',
		],
		[
			'although one that was gone for a while was read before',
			{
				1: 'a1 b9 c2 d8 e3 f9 z9',
				2: 'a1 c2 d8 e3 f9 z9',
				5: 'A1/104 c2 d8 e3 f9 z9',
				6: 'a1/105 c2 d8 e3 f9',
			},
			'a b c d e f z',
		],
	])('%s', async (_name, lists, ids) => {
		// Twice, d moves to page 1 when page 2 is read, and pages of three are too small to read without a gap.
		const found = await find(lists, { status: 'active', pageSize: 3 });
		expect(found.asked).toMatch(
			/^name asc 1x100 2x3 3x3, created_at asc 1x100, name desc 1x100 2x3/,
		);
		expect(found).toMatchObject({ ids, isCountWrong: false });
	});

	it('but not when a project was there already that changed meanwhile', async () => {
		const lists = { 1: NINE, 2: NINE.replace('i9', 'i9/101') };
		const found = await find(lists);
		expect(found).toMatchObject({ ids: 'a b c d e f g h i', asked: TWO_PAGES });
	});
});

describe('a total that is wrong', () => {
	it('is called so once the list was read from its beginning to its end without a gap', async () => {
		const found = await find({ 1: `${NINE} of 10` });
		expect(found).toEqual({
			ids: 'a b c d e f g h i',
			asked: `${READ_AGAIN} 2x6`,
			rowsRead: 9,
			totalItems: 10,
			isCountWrong: true,
			isCut: false,
			matchCount: 9,
			total: 9,
		});
	});

	it('is called so where three readings agree, if pages are too small to read without a gap', async () => {
		const found = await find({ 1: 'a1 b2 c3 of 5' }, { pageSize: 1 });
		expect(found).toMatchObject({ ids: 'a b c', totalItems: 5, isCountWrong: true });
	});
});
