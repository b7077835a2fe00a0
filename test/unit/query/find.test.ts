import type { Looseness, Row } from '../looseListing';
import type { ListQuery, Page, PageRequest } from '../../../nodes/Collab/core/contract';
import {
	findProjects,
	forEachMatching,
	type ProjectQuery,
} from '../../../nodes/Collab/core/query/find';
import { instantFromMs } from '../../../nodes/Collab/core/time';
import { idsOf, ListService } from '../list/listService';

const NOW_MS = Date.UTC(2026, 5, 15);
const OLDEST_FIRST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'asc' };

const hoursAgo = (hours: number) => NOW_MS - hours * 3_600_000;

/** Created long ago, and last updated so many hours ago; null: never. */
const row = (id: string, hours: number | null, fields: Partial<Row> = {}): Row => ({
	id,
	created_at: new Date(hoursAgo(10_000)).toISOString(),
	updated_at: hours === null ? null : new Date(hoursAgo(hours)).toISOString(),
	...fields,
});

const rowsOf = (count: number) =>
	Array.from({ length: count }, (_, index) => row(`p${String(index).padStart(4, '0')}`, index));

class Service extends ListService {
	/** For each answer, how many requests had been sent until then. */
	readonly sentUntil: number[] = [];

	constructor(rows: readonly Row[], looseness: Partial<Looseness> = {}) {
		super(rows, looseness, NOW_MS);
	}

	override answer(list: ListQuery, window: PageRequest): Page {
		this.sentUntil.push(this.asked.length);
		return super.answer(list, window);
	}

	async find(query: Partial<ProjectQuery>, limit = Infinity) {
		const { projects, ...result } = await findProjects(this.fetchPage, queryOf(query), limit);
		return { ids: idsOf(projects).join(' '), ...result };
	}
}

const queryOf = (query: Partial<ProjectQuery>): ProjectQuery => ({
	list: OLDEST_FIRST,
	filters: {},
	matches: undefined,
	now: () => NOW_MS,
	...query,
});

const isNamed = ({ name }: Partial<Row>) => typeof name === 'string';
const updatedAfter = (hours: number) => ({
	filters: { updatedAfter: instantFromMs(hoursAgo(hours)) },
	matches: ({ updated_at: at }: Partial<Row>) =>
		typeof at === 'string' && Date.parse(at) > hoursAgo(hours),
});

describe('the projects found', () => {
	it('are all where the limit is as many as there are', async () => {
		const found = await new Service([row('a', 3), row('b', 2), row('c', 1)]).find({}, 3);
		expect(found).toEqual({
			ids: 'a b c',
			rowsRead: 3,
			totalItems: 3,
			isCountWrong: false,
			isCut: false,
			matchCount: 3,
			total: 3,
		});
	});

	it.each([
		['in the order of the service where one reading has all', {}, 'c b a'],
		['by ID where it took several', { totalOffset: 1 }, 'a b c'],
	])('of equal values come %s', async (_where, loose, ids) => {
		const rows = ['a', 'b', 'c'].map((id) => row(id, 1, { name: 'Same' }));
		const service = new Service(rows, { ties: 'reverse', ...loose });
		const found = await service.find({ list: { ...OLDEST_FIRST, sortBy: 'name' } });
		expect(found).toMatchObject({ ids, isCountWrong: 'totalOffset' in loose, total: 3 });
	});

	it.each([
		['first', 'asc', 'no-name a b c'],
		['last', 'asc', 'a b c no-name'],
		['first', 'desc', 'no-name c b a'],
		['last', 'desc', 'c b a no-name'],
	] as const)(
		'are put in order where they were read several times, those without a name %s in %s order as the service has them',
		async (nulls, order, ids) => {
			const rows = ['a', 'b', 'c'].map((id) => row(id, 1, { name: id }));
			const service = new Service([...rows, row('no-name', 1)], { nulls, totalOffset: 1 });
			const found = await service.find({ list: { ...OLDEST_FIRST, sortBy: 'name', order } });
			expect(found).toMatchObject({ ids, isCountWrong: true });
		},
	);

	it.each([
		['asc', 'a b c no-date'],
		['desc', 'no-date c b a'],
	] as const)(
		'are in the usual %s order where the service was not asked for it',
		async (order, ids) => {
			const rows = [row('a', 3), row('b', 2), row('c', 1), row('no-date', null)];
			const service = new Service(rows, { nulls: order === 'asc' ? 'first' : 'last' });
			expect((await service.find({ list: { ...OLDEST_FIRST, order } })).ids).toBe(ids);
		},
	);

	it('are put in the order asked for when they were read in another one', async () => {
		const rows = [
			row('old', 9, { name: 'B' }),
			row('no-name', 1),
			row('z', 2, { name: 'Z' }),
			row('a', 3, { name: 'A' }),
		];
		const list: ListQuery = { status: 'all', sortBy: 'name', order: 'desc' };
		const found = await new Service(rows).find({ list, ...updatedAfter(5) }, 2);
		expect(found).toMatchObject({ ids: 'no-name z', isCut: true, matchCount: 3, total: 3 });
	});
});

describe('reading', () => {
	it('asks for as many rows as are wanted where there are no filters', async () => {
		const service = new Service(rowsOf(300));
		const found = await service.find({}, 20);
		expect(service.asked).toMatchObject([{ page: 1, perPage: 20 }]);
		expect(found).toMatchObject({ rowsRead: 20, isCut: true, matchCount: 20, total: 300 });
	});

	it('ends where as many match as are wanted', async () => {
		const service = new Service(rowsOf(300));
		const found = await service.find({ matches: () => true }, 100);
		expect(service.asked).toHaveLength(1);
		expect(found).toMatchObject({ rowsRead: 100, isCut: true, matchCount: 100, total: undefined });
	});

	it('ends at the first row past a time filter', async () => {
		const service = new Service(rowsOf(300));
		const list: ListQuery = { ...OLDEST_FIRST, order: 'desc' };
		const found = await service.find({ list, ...updatedAfter(99) });
		expect(service.asked).toHaveLength(1);
		expect(found).toMatchObject({ rowsRead: 100, isCut: false, matchCount: 99, total: 99 });
	});

	it.each<[string, number, Partial<ProjectQuery>, number]>([
		['all at once for a whole list', 15, {}, Infinity],
		['all at once for a whole list with filters', 15, { matches: isNamed }, Infinity],
		['all at once for a limit without filters', 5, {}, 420],
		['one at first where a limit may end it', 2, { matches: isNamed }, 5],
		['one at first where a time filter ends it', 2, updatedAfter(1000), Infinity],
	])('asks for further pages, %s', async (_how, sent, query, limit) => {
		const service = new Service(rowsOf(1500));
		await service.find(query, limit);
		expect(service.sentUntil[0]).toBe(1);
		expect(service.sentUntil[1]).toBe(sent);
	});
});

it('each matching project is given once, as its page arrives, so that nobody has to keep them', async () => {
	const rows = rowsOf(250).map((each, index) => (index % 2 ? { ...each, name: 'Odd' } : each));
	const service = new Service(rows);
	const given: string[][] = [];
	const answersUntil: number[] = [];
	const query = queryOf({ matches: isNamed });
	const progress = await forEachMatching(service.fetchPage, query, (projects) => {
		given.push(idsOf(projects));
		answersUntil.push(service.sentUntil.length);
	});
	expect(progress).toMatchObject({ rowsRead: 250, totalItems: 250, isCountWrong: false });
	expect(given.map(({ length }) => length)).toEqual([50, 50, 25]);
	expect(answersUntil[0]).toBe(1);
	expect(new Set(given.flat()).size).toBe(125);
});
