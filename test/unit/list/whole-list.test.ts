/** What it takes to read a list while it changes, and what shows that nothing is missing. */
import type { FetchPage, Project } from '../../../nodes/Collab/core/contract';
import type { CollabError } from '../../../nodes/Collab/core/errors';
import { parseInstant } from '../../../nodes/Collab/core/time';
import { type Behavior, changeAnswers, MINUTE, Service, START_MS } from '../service';
import { type Stored, textOf } from '../versions';
import { BY_NAME, findIn, idsOf, NEWEST, quietRows } from './story';

const LISTS = [NEWEST, BY_NAME, { ...NEWEST, status: 'active' } as const];

it.each<[number, Partial<Behavior>, number]>([
	[0, {}, 2],
	[1, { perPageReport: 'returned' }, 1],
	[2, { perPageReport: 'returned' }, 1],
	[99, {}, 1],
	[100, {}, 2],
	[101, {}, 2],
	[1_000, {}, 13],
	[3_000, {}, 36],
	[10_000, {}, 118],
])('a list of %i projects that holds still (%j) takes %i requests in any order', async (...row) => {
	const [count, behavior, most] = row;
	for (const list of LISTS) {
		const service = new Service(behavior, undefined, quietRows(count));
		const { rows, countsMore } = await findIn(service, { list });
		expect([rows.length, countsMore, service.asked.length]).toEqual([count, false, most]);
	}
});

it.each([1_000, Infinity])('many pages are asked for at once, up to limit %d', async (limit) => {
	const service = new Service({}, undefined, quietRows(1_000));
	let underWay = 0;
	let most = 0;
	const fetchPage: FetchPage = async (...request) => {
		most = Math.max(most, ++underWay);
		return await service.fetchPage(...request).finally(() => underWay--);
	};
	await findIn({ fetchPage }, { limit });
	expect(most).toBeGreaterThanOrEqual(8);
});

it('a time filter reads little more than what it lets pass', async () => {
	const service = new Service({}, undefined, quietRows(10_000));
	const bound = textOf(quietRows(251).at(-1)!.updated_at);
	const filters = { updatedAfter: Date.parse(bound) };
	const matches = ({ updated_at: at }: Stored) => at! > bound;
	expect((await findIn(service, { filters, matches })).rows).toHaveLength(250);
	expect(service.asked.length).toBeLessThanOrEqual(5);
});

it.each([
	[201, 1],
	[303, 120],
	[1_234, 400],
])(
	'where pages past the end are refused, all that is left of %i projects comes after %i were deleted',
	async (count, gone) => {
		for (const list of LISTS) {
			const service = new Service({ refusesPastEnd: true }, undefined, quietRows(count));
			service.beforeAnswer = (number) => {
				if (number !== 2) return;
				for (const id of service.ids.slice(count - gone)) service.delete(id);
			};
			const ids = idsOf((await findIn(service, { list })).rows);
			expect(ids).toEqual(expect.arrayContaining(service.ids.slice(0, count - gone)));
		}
	},
);

const DEPTH = { refusesBeyond: 10_000 };

/** Meilisearch and others count and show the first 1,000 rows of each order, and say nothing of more. */
const MEILISEARCH = { maxShown: 1_000 };

it.each<[number, Partial<Behavior>, number, number | string]>([
	[9_999, DEPTH, Infinity, 9_999],
	[12_345, DEPTH, 9_000, 9_000],
	[12_345, DEPTH, Infinity, 'deepPagesRefused'],
	[12_345, DEPTH, 11_000, 'deepPagesRefused'],
	[12_345, { ...DEPTH, totalOffset: -2_345 }, Infinity, 'deepPagesRefused'],
	[1_000, MEILISEARCH, Infinity, 1_000],
	[1_300, { ...MEILISEARCH, dateSkewMs: undefined }, Infinity, 'deepPagesRefused'],
	[1_300, MEILISEARCH, 1_200, 'deepPagesRefused'],
	[1_300, MEILISEARCH, 900, 900],
	[2_345, { totalOffset: -345 }, Infinity, 2_345],
])('of %i projects where %j, a limit of %d gives %s', async (count, behavior, limit, outcome) => {
	for (const list of LISTS) {
		const service = new Service(behavior, undefined, quietRows(count));
		const finding = findIn(service, { list, limit }).then(({ rows }) => rows.length);
		expect(await finding.catch(({ kind }: CollabError) => kind)).toBe(outcome);
	}
});

it('a cap is noticed where all projects were imported at one time', async () => {
	const imported = quietRows(1_300, () => ({ created_at: '2026-01-01T00:00:00Z' }));
	const service = new Service(MEILISEARCH, undefined, imported);
	// Equal ones have one order, whichever is asked for.
	const fetchPage: FetchPage = async (query, request) =>
		await service.fetchPage(query.sortBy === 'name' ? query : { ...query, order: 'asc' }, request);
	await expect(findIn({ fetchPage })).rejects.toMatchObject({ kind: 'deepPagesRefused' });
});

it('a list of 1,000 projects is not taken for a cap where one comes while its other end is read', async () => {
	const [old, ...rows] = quietRows(1_001);
	const appear = (service: Service) => service.put(old!);
	const replace = (service: Service) => [service.delete(rows[500]!.id), service.create('new')];
	for (const change of [appear, replace]) {
		const service = new Service({}, undefined, rows);
		service.beforeAnswer = (number) => number === 13 && change(service);
		expect((await findIn(service)).rows).toHaveLength(1_000);
	}
});

describe('a service that ignores the order', () => {
	const rows = quietRows(600, (index) => {
		const at = (step: number) => new Date(START_MS - ((index * step) % 600) * MINUTE).toISOString();
		return { created_at: at(7), updated_at: at(11) };
	});
	const service = new Service({}, undefined, rows);
	const fetchPage: FetchPage = async ({ status }, request) =>
		await service.fetchPage({ ...BY_NAME, status }, request);

	it('loses no project to a time filter', async () => {
		const bound = new Date(START_MS - 100 * MINUTE).toISOString();
		const at = parseInstant(bound);
		const isAfter = (row: Stored) => row.updated_at! > bound;
		const after = { filters: { updatedAfter: at }, matches: isAfter };
		expect((await findIn({ fetchPage }, after)).rows).toHaveLength(100);
		const isBefore = (row: Stored) => row.updated_at! < bound;
		const before = { filters: { updatedBefore: at }, matches: isBefore };
		expect((await findIn({ fetchPage }, before)).rows).toHaveLength(499);
	});

	it('gives a limit the newest, and no limit all', async () => {
		const newest = [...rows].sort((a, b) => (a.updated_at! < b.updated_at! ? 1 : -1));
		const { rows: found } = await findIn({ fetchPage }, { limit: 150 });
		expect(idsOf(found)).toEqual(idsOf(newest.slice(0, 150)));
		expect((await findIn({ fetchPage }, {})).rows).toHaveLength(600);
	});
});

it('times that cannot be read are an error, not projects that do not match', async () => {
	const rows = quietRows(30, () => ({ updated_at: 'last Tuesday' }));
	const filters = { updatedAfter: 0 };
	for (const query of [{ filters, matches: () => false }, { limit: 10 }, {}]) {
		const finding = findIn(new Service({}, undefined, rows), query);
		await expect(finding).rejects.toMatchObject({ data: { found: 'AAAA AAAAAAA' } });
	}
	const byName = { list: BY_NAME };
	expect((await findIn(new Service({}, undefined, rows), byName)).rows).toHaveLength(30);
});

it.each([
	[NEWEST, 50],
	[BY_NAME, 'listUnstable'],
])('by %j, a service that hides a row by name and creation gives %s', async (list, outcome) => {
	// Names with numbers follow the creation.
	const rows = quietRows(50, (index) => ({ name: `${99 - index}` }));
	const service = new Service({}, undefined, rows);
	changeAnswers(service, (page, { sortBy }) =>
		sortBy === 'updated_at' ? page : { ...page, rows: page.rows.slice(1) },
	);
	const finding = findIn(service, { list });
	const found = finding.then(({ rows, countsMore }) => countsMore || rows.length);
	expect(await found.catch(({ kind }: CollabError) => kind)).toBe(outcome);
});

it('a row that no longer matches when its page is read again is left out', async () => {
	const service = new Service({}, undefined, quietRows(300));
	const [, id] = idsOf(service.list(NEWEST).slice(97, 99));
	service.beforeAnswer = (number) => number === 2 && service.update(id!, { status: 'archived' });
	const list = { ...NEWEST, sortBy: 'created_at' } as const;
	const matches = ({ status }: Project) => status === 'active';
	const { rows } = await findIn(service, { list, limit: 150, matches });
	expect([rows.length, idsOf(rows).includes(id!)]).toEqual([150, false]);
});
