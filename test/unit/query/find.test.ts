import type { Looseness, Row } from '../../../dev/sandbox/projects/looseListing';
import type { ListQuery, Page, PageRequest } from '../../../nodes/Collab/core/contract';
import {
	eachMatching,
	findProjects,
	type ProjectQuery,
} from '../../../nodes/Collab/core/query/find';
import { instantFromMs } from '../../../nodes/Collab/core/time';
import { idsOf, ListService } from '../list/listService';

const NOW_MS = Date.UTC(2026, 5, 15);
const OLDEST_FIRST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'asc' };

const hoursAgo = (hours: number) => NOW_MS - hours * 3_600_000;

/** Last updated so many hours ago; null: never. */
const row = (id: string, hours: number | null, fields: Partial<Row> = {}): Row => ({
	id,
	updated_at: hours === null ? null : new Date(hoursAgo(hours)).toISOString(),
	...fields,
});

const rowsOf = (count: number) =>
	Array.from({ length: count }, (_, index) => row(`p${String(index).padStart(4, '0')}`, index));

class Service extends ListService {
	/** For each answer, how many requests had been sent until then. */
	readonly sentUntil: number[] = [];

	private firstAsked: string | undefined;

	/** @param leftOut this project is not in lists in the order that is asked for first, but counted */
	constructor(
		rows: readonly Row[],
		looseness: Partial<Looseness> = {},
		private readonly leftOut?: string,
	) {
		super(rows, looseness, NOW_MS);
	}

	override answer(list: ListQuery, window: PageRequest): Page {
		this.sentUntil.push(this.asked.length);
		const asked = `${list.sortBy} ${list.order}`;
		this.firstAsked ??= asked;
		const isLeftOut = (id: string) => asked === this.firstAsked && id === this.leftOut;
		const page = super.answer(list, window);
		return { ...page, projects: page.projects.filter(({ id }) => !isLeftOut(id)) };
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
	maxConcurrentRequests: 8,
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

	it('stay in the order of the service where its count is wrong', async () => {
		const rows = [row('a', 1), row('b', 1), row('c', 1)];
		const service = new Service(rows, { ties: 'reverse', totalOffset: 1 });
		const found = await service.find({});
		expect(found).toEqual({
			ids: 'c b a',
			rowsRead: 3,
			totalItems: 4,
			isCountWrong: true,
			isCut: false,
			matchCount: 3,
			total: 3,
		});
	});

	it('stay in the order of the service where it gives each at once', async () => {
		const rows = [row('a', 1), row('b', 1), row('c', 1)];
		const service = new Service(rows, { ties: 'reverse' });
		expect((await service.find({})).ids).toBe('c b a');
	});

	it.each([
		['first', 'asc', 'no-date first late last'],
		['last', 'asc', 'first late last no-date'],
		['first', 'desc', 'no-date last late first'],
		['last', 'desc', 'last late first no-date'],
	] as const)(
		'are put in order when one of them is read late, those without a time %s in %s order as the service has them',
		async (nulls, order, ids) => {
			const rows = [row('first', 3), row('late', 2), row('last', 1), row('no-date', null)];
			const service = new Service(rows, { nulls }, 'late');
			expect((await service.find({ list: { ...OLDEST_FIRST, order } })).ids).toBe(ids);
		},
	);

	it.each([
		['asc', 'a b c no-date'],
		['desc', 'no-date c b a'],
	] as const)(
		'are in the usual %s order when none without a time was read in the order of the service',
		async (order, ids) => {
			const rows = [row('a', 3), row('b', 2), row('c', 1), row('no-date', null)];
			const service = new Service(rows, {}, 'no-date');
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
		expect(service.asked).toEqual([{ page: 1, perPage: 20 }]);
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
		['all at once for a whole list', 9, {}, Infinity],
		['all at once for a whole list with filters', 9, { matches: isNamed }, Infinity],
		['one at first where a limit may end it', 2, { matches: isNamed }, 5],
		['one at first where a time filter ends it', 2, updatedAfter(1000), Infinity],
	])('asks for further windows, %s', async (_how, sent, query, limit) => {
		const service = new Service(rowsOf(1500));
		await service.find(query, limit);
		expect(service.sentUntil[0]).toBe(1);
		expect(service.sentUntil[1]).toBe(sent);
	});
});

it('each matching project is given once, with how much was read', async () => {
	const rows = rowsOf(250).map((each, index) => (index % 2 ? { ...each, name: 'Odd' } : each));
	const ids: string[] = [];
	const progress: number[] = [];
	const { fetchPage } = new Service(rows);
	for await (const batch of eachMatching(fetchPage, queryOf({ matches: isNamed }))) {
		ids.push(...idsOf(batch.projects));
		progress.push(batch.rowsRead);
		expect(batch).toMatchObject({ totalItems: 250, isCountWrong: false });
	}
	expect(new Set(ids).size).toBe(125);
	expect(ids).toHaveLength(125);
	expect(progress[0]).toBe(100);
	expect(progress.at(-1)).toBe(250);
});
