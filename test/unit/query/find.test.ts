/** In which order projects are given, and how much of the list is read for them. */
import type { ListQuery } from '../../../nodes/Collab/core/contract';
import { findProjects, forEachMatching } from '../../../nodes/Collab/core/query/find';
import type { ProjectQuery } from '../../../nodes/Collab/core/query/find';
import type { Bounds } from '../../../nodes/Collab/core/query/predicate';
import { instantFromMs } from '../../../nodes/Collab/core/time';
import { idsOf } from '../list/story';
import { type Behavior, HOUR, Service, START_MS } from '../service';
import type { Stored } from '../versions';

const hoursAgo = (hours: number) => START_MS - hours * HOUR;
const stampOf = (hours: number) => new Date(hoursAgo(hours)).toISOString();

/** Created long ago, and last updated so many hours ago. */
const row = (id: string, hours: number, fields: Partial<Stored> = {}): Stored => {
	const stamps = { created_at: stampOf(10_000), updated_at: stampOf(hours) };
	return { id, ...stamps, ...fields };
};

function serviceOf(count: number): Service {
	const rows = Array.from({ length: count }, (_, hours) => row(`p${hours}`, hours));
	return new Service({}, undefined, rows);
}

const BY_NAME: ListQuery = { status: 'all', sortBy: 'name', order: 'asc' };
const OLDEST_FIRST: ListQuery = { ...BY_NAME, sortBy: 'updated_at' };
const NEWEST_FIRST: ListQuery = { ...OLDEST_FIRST, order: 'desc' };
const EVERYTHING = { list: OLDEST_FIRST, filters: {}, matches: undefined, now: () => START_MS };

const find = async (service: Service, query: Partial<ProjectQuery>, limit = Infinity) =>
	await findProjects(service.fetchPage, { ...EVERYTHING, ...query }, limit);

const updatedAfter = (hours: number) => ({
	filters: { updatedAfter: instantFromMs(hoursAgo(hours)) },
	matches: ({ updated_at: at }: Stored) =>
		typeof at === 'string' && Date.parse(at) > hoursAgo(hours),
});

describe('the projects found', () => {
	const named = ['b', 'a', 'c'].map((id) => row(id, 1, { name: id }));
	const same = named.map((each) => ({ ...each, name: 'Same' }));
	const cases = [row('d', 1, { name: 'Zoo' }), row('e', 1, { name: 'zoo' }), row('f', 1)];
	/** To the tenth of a microsecond, and in another time zone. */
	const fine = ['0.0001Z', '0.00011Z', '0Z', '0.0001+00:00'].map((end, index) =>
		row(String(index), 0, { updated_at: `2026-01-01T00:00:0${end}` }),
	);
	const many = { totalOffset: 1 };

	it.each<[string, Stored[], Partial<Behavior>, ListQuery, string]>([
		['as the service has equal ones', same, { ties: 'reverse' }, BY_NAME, 'c b a'],
		['also where it took several readings', same, { ties: 'reverse', ...many }, BY_NAME, 'c b a'],
		[
			'with capitals among the others, where the service has them',
			[...cases, ...named],
			{ ...many, collation: 'icu' },
			BY_NAME,
			'a b c e d f',
		],
		[
			'without a name, where the service has it',
			[...named, row('none', 1)],
			{ nulls: 'first', ...many },
			BY_NAME,
			'none a b c',
		],
		['by their exact times, then by ID', fine, {}, OLDEST_FIRST, '2 0 3 1'],
	])('come in the order that was asked for: %s', async (_how, rows, behavior, list, ids) => {
		const { projects } = await find(new Service(behavior, undefined, rows), { list });
		expect(idsOf(projects).join(' ')).toBe(ids);
	});
});

describe('reading', () => {
	it.each<[string, Partial<ProjectQuery>, number, object]>([
		['as many rows as are there', {}, 300, { rowsRead: 300, isCut: false, total: 300 }],
		['as many rows as are wanted', {}, 20, { rowsRead: 20, isCut: true, total: 300 }],
		['until as many match', { matches: () => true }, 100, { rowsRead: 100, total: undefined }],
		['to the first past a time', updatedAfter(98), Infinity, { isCut: false, total: 98 }],
	])('gets: %s', async (_what, query, limit, expected) => {
		const service = serviceOf(300);
		expect(await find(service, { list: NEWEST_FIRST, ...query }, limit)).toMatchObject(expected);
		if (limit !== 300) expect(service.asked).toHaveLength(1);
	});

	it.each<[string, number, Partial<ProjectQuery>, number]>([
		['all at once for a whole list', 15, {}, Infinity],
		['all at once for a limit without filters', 5, {}, 420],
		['one at first where a time filter ends it', 2, updatedAfter(1000), Infinity],
	])('asks for further pages, %s', async (_how, sent, query, limit) => {
		const service = serviceOf(1500);
		service.nowMs += HOUR;
		const sentUntil: number[] = [];
		service.beforeAnswer = () => void sentUntil.push(service.sent);
		await find(service, query, limit);
		expect(sentUntil.slice(0, 2)).toEqual([1, sent]);
	});

	const [first, later] = [instantFromMs(hoursAgo(9)), instantFromMs(hoursAgo(5))];
	it.each<[Bounds, ListQuery, number, string]>([
		[{ createdAfter: first }, NEWEST_FIRST, Infinity, 'created_at desc'],
		[{ updatedBefore: first }, NEWEST_FIRST, Infinity, 'updated_at asc'],
		[{ updatedBefore: first, createdAfter: later }, NEWEST_FIRST, Infinity, 'created_at desc'],
		[{ updatedAfter: later, createdAfter: first }, NEWEST_FIRST, Infinity, 'updated_at desc'],
		// Whatever was created after a time was updated after it, too, and fewer are.
		[{ updatedAfter: first, createdAfter: first }, NEWEST_FIRST, Infinity, 'created_at desc'],
		[{ updatedBefore: first, createdBefore: first }, NEWEST_FIRST, Infinity, 'updated_at asc'],
		// Only the service knows the order of names.
		[{ createdAfter: first }, BY_NAME, Infinity, 'name asc'],
		[{ updatedBefore: first }, NEWEST_FIRST, 5, 'updated_at desc'],
		[{ updatedBefore: first }, NEWEST_FIRST, Infinity, 'updated_at asc'],
		[{ updatedAfter: first }, OLDEST_FIRST, 5, 'updated_at desc'],
	])('begins where fewer rows have to be read: %#', async (filters, list, limit, order) => {
		const service = serviceOf(3);
		await find(service, { list, filters, matches: () => true }, limit);
		expect(`${service.asked[0]?.sortBy} ${service.asked[0]?.order}`).toBe(order);
	});
});

it('each matching project is given once, as its page arrives, so that nobody has to keep them', async () => {
	const service = serviceOf(250);
	service.nowMs += HOUR;
	const matches = ({ id }: Stored) => /[13579]$/.test(id);
	const given: string[][] = [];
	const progress = await forEachMatching(service.fetchPage, { ...EVERYTHING, matches }, (rows) => {
		if (given.length === 0) expect(service.asked).toHaveLength(1);
		given.push(idsOf(rows));
	});
	expect(progress).toMatchObject({ rowsRead: 250, totalItems: 250, isCountWrong: false });
	expect([given.length, given.flat().length, new Set(given.flat()).size]).toEqual([3, 125, 125]);
});
