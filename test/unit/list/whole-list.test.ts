/** Which requests it takes to read all of a list, and what shows that nothing is missing. */
import { Service } from '../service';
import { type Asked, find, findNewest, idsOf, quietRows } from './story';

const NINE = 'a1 b2 c3 d4 e5 f6 g7 h8 i9';

/** Without the first: what was the first row of page 2 has moved to page 1, which was read already. */
const A_DELETED = 'b2 c3 d4 e5 f6 g7 h8 i9';

const TWO_PAGES = 'name asc 1x100 2x6';
const READ_AGAIN = `${TWO_PAGES}, created_at asc 1x100 2x4 2x6`;

describe('a list that holds still', () => {
	it.each([
		[0, 1],
		[100, 1],
		[101, 2],
		[1_000, 10],
	])('of %i projects takes %i requests', async (count, requests) => {
		const service = new Service({}, undefined, quietRows(count));
		expect(idsOf((await findNewest(service)).projects)).toEqual(idsOf(quietRows(count)));
		expect(service.asked).toHaveLength(requests);
	});

	it.each<[string, Asked, string?]>([
		['and clamps pages, which it tells,', {}],
		['and clamps pages, which it does not tell,', { perPageReport: 'asked' }],
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

	it('without a Date header is read twice: only what was seen before counts as there', async () => {
		const found = await find({ 1: NINE }, { dateSkewMs: undefined });
		expect(found).toMatchObject({ ids: 'a b c d e f g h i', asked: READ_AGAIN });
	});
});

describe('what moves to a page that was read already is found by reading again', () => {
	it.each([
		['when a project is deleted between two pages', A_DELETED, {}, 'a b c d e f g h i'],
		[
			'without a Date header',
			`${A_DELETED} j101`,
			{ dateSkewMs: undefined },
			'a b c d e f g h i j',
		],
		[
			'when one takes its place that was created while the first answer was on its way',
			`${A_DELETED} j98`,
			{ requestMs: 5_000 },
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
		const found = await find({ 1: 'a1 b2 c3 of 5' }, { maxPerPage: 1 });
		expect(found).toMatchObject({ ids: 'a b c', totalItems: 5, isCountWrong: true });
	});
});
