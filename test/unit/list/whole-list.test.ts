/** What it takes to read a list while it changes, and what shows that nothing is missing. */
import type { FetchPage, Page } from '../../../nodes/Collab/core/contract';
import type { CollabError } from '../../../nodes/Collab/core/errors';
import { forEachMatching } from '../../../nodes/Collab/core/query/find';
import { instantFromMs } from '../../../nodes/Collab/core/time';
import { Service, START_MS } from '../service';
import { type Stored, textOf } from '../versions';
import { BY_NAME, findIn, idsOf, NEWEST, quietRows } from './story';

const LISTS = [NEWEST, BY_NAME, { ...NEWEST, status: 'active' } as const];

const kindOf = async (finding: Promise<unknown>) =>
	await finding.then(
		() => 'found',
		({ kind }: CollabError) => kind,
	);

/** Refuses pages as frameworks do: beyond the end of the list, or beyond a depth. */
function refusing(service: Service, isRefused: (start: number, end: number) => boolean): FetchPage {
	return async (query, request) => {
		const page = await service.fetchPage(query, request);
		const { perPage } = request;
		const end = request.page * perPage;
		if (request.page === 1 || !isRefused(end - perPage, end)) return page;
		return { rows: [], pagination: { perPage, totalItems: 0, hasNext: false }, isRefused: true };
	};
}

it.each([
	[0, 1],
	[99, 1],
	[100, 2],
	[101, 2],
	[1_000, 13],
	[10_000, 118],
])('a list of %i projects that holds still takes %i requests in any order', async (count, most) => {
	for (const list of LISTS) {
		const service = new Service({}, undefined, quietRows(count));
		const { rows, isCountWrong } = await findIn(service, { list });
		expect([rows.length, isCountWrong, service.asked.length]).toEqual([count, false, most]);
	}
});

it.each([1, 2])('%i projects take one request where per_page is their number', async (count) => {
	const service = new Service({ perPageReport: 'returned' }, undefined, quietRows(count));
	expect((await findIn(service)).rows).toHaveLength(count);
	expect(service.asked).toHaveLength(1);
});

it('a time filter reads little more than what it lets pass', async () => {
	const service = new Service({}, undefined, quietRows(10_000));
	const bound = textOf(quietRows(251).at(-1)!.updated_at);
	const filters = { updatedAfter: instantFromMs(Date.parse(bound)) };
	const matches = ({ updated_at: at }: Stored) => at! > bound;
	expect((await findIn(service, { filters, matches })).rows).toHaveLength(250);
	expect(service.asked.length).toBeLessThanOrEqual(5);
});

describe('a service that refuses a page past the end', () => {
	it.each([
		[201, 1],
		[303, 4],
		[303, 120],
		[1_234, 400],
	])('gives all that is left of %i projects after %i were deleted', async (count, gone) => {
		for (const list of LISTS) {
			const service = new Service({}, undefined, quietRows(count));
			const left = idsOf(quietRows(count)).slice(0, count - gone);
			service.beforeAnswer = (number) => {
				if (number !== 2) return;
				for (const id of service.ids.slice(count - gone)) service.delete(id);
			};
			const fetchPage = refusing(service, (start) => start >= service.list(list).length);
			const ids = new Set(idsOf((await findIn({ fetchPage }, { list })).rows));
			expect(left.filter((id) => !ids.has(id))).toEqual([]);
		}
	});
});

describe('a service that gives no rows beyond a depth', () => {
	const capped = (service: Service) => refusing(service, (_start, end) => end > 10_000);

	it.each([
		[9_999, Infinity, 'found'],
		[9_999, 11_000, 'found'],
		[12_345, 9_000, 'found'],
		[12_345, Infinity, 'deepPagesRefused'],
		[12_345, 11_000, 'deepPagesRefused'],
	])('of %i projects, a limit of %d: %s', async (count, limit, outcome) => {
		const service = new Service({}, undefined, quietRows(count));
		expect(await kindOf(findIn({ fetchPage: capped(service) }, { limit }))).toBe(outcome);
	});

	it('is told apart from a list that ends there, though the total is capped, too', async () => {
		const service = new Service({ totalOffset: -2_345 }, undefined, quietRows(12_345));
		const finding = findIn({ fetchPage: capped(service) });
		await expect(finding).rejects.toMatchObject({ data: { rowsRead: 10_000 } });
	});
});

/** Meilisearch and others count and show the first 1,000 rows of each order, and say nothing of more. */
it.each([
	[1_000, Infinity, 'found'],
	[1_300, Infinity, 'deepPagesRefused'],
	[1_300, 1_200, 'deepPagesRefused'],
	[1_300, 900, 'found'],
])('of %i projects where pages and total end at 1,000, a limit of %d: %s', async (...row) => {
	const [count, limit, outcome] = row;
	const service = new Service({}, undefined, quietRows(count));
	const fetchPage: FetchPage = async (query, { page, perPage }) => {
		const rows = service.list(query).slice(0, 1_000);
		const pagination = { perPage, totalItems: rows.length, hasNext: page * perPage < rows.length };
		const data = rows.slice((page - 1) * perPage, page * perPage) as Page['rows'];
		return await Promise.resolve({ rows: data, pagination });
	};
	for (const list of LISTS)
		expect(await kindOf(findIn({ fetchPage }, { list, limit }))).toBe(outcome);
});

it('a total that is capped hides no row', async () => {
	const service = new Service({}, undefined, quietRows(2_345));
	const fetchPage: FetchPage = async (query, request) => {
		const page = await service.fetchPage(query, request);
		const hasNext = request.page * request.perPage < 2_000;
		return { ...page, pagination: { ...page.pagination, totalItems: 2_000, hasNext } };
	};
	for (const list of LISTS)
		expect((await findIn({ fetchPage }, { list })).rows).toHaveLength(2_345);
});

describe('a service that ignores the order', () => {
	const rows = quietRows(600, (index) => {
		const at = (step: number) => new Date(START_MS - ((index * step) % 600) * 60_000).toISOString();
		return { created_at: at(7), updated_at: at(11) };
	});
	const unsorted = () => {
		const service = new Service({}, undefined, rows);
		const fetchPage: FetchPage = async (query, request) =>
			await service.fetchPage({ ...BY_NAME, status: query.status }, request);
		return { ...service, fetchPage };
	};

	it.each([
		['updatedAfter', 100],
		['updatedBefore', 499],
	])('loses no project to the filter %s', async (name, count) => {
		const boundMs = START_MS - 100 * 60_000;
		const bound = new Date(boundMs).toISOString();
		const filters = { [name]: instantFromMs(boundMs) };
		const matches = ({ updated_at: at }: Stored) =>
			name === 'updatedAfter' ? at! > bound : at! < bound;
		expect((await findIn(unsorted(), { filters, matches })).rows).toHaveLength(count);
	});

	it('gives a limit the newest, and a summary all', async () => {
		const newest = [...rows].sort((a, b) => (a.updated_at! < b.updated_at! ? 1 : -1));
		const { rows: found } = await findIn(unsorted(), { limit: 150 });
		expect(idsOf(found)).toEqual(idsOf(newest.slice(0, 150)));
		let count = 0;
		const query = { list: NEWEST, filters: {}, matches: undefined };
		await forEachMatching(unsorted().fetchPage, query, (added) => (count += added.length));
		expect(count).toBe(600);
	});
});

it('times that cannot be read are an error, not projects that do not match', async () => {
	const rows = quietRows(30, () => ({ updated_at: 'last Tuesday' }));
	const filters = { updatedAfter: instantFromMs(0) };
	for (const query of [{ filters, matches: () => false }, { limit: 10 }, {}]) {
		const finding = findIn(new Service({}, undefined, rows), query);
		await expect(finding).rejects.toMatchObject({ data: { found: 'AAAA AAAAAAA' } });
	}
	const byName = { list: BY_NAME };
	expect((await findIn(new Service({}, undefined, rows), byName)).rows).toHaveLength(30);
});

describe('a cache without the page in its key', () => {
	it.each([150, 250, 1_000])('gives all %i projects, or an error', async (count) => {
		for (const list of LISTS) {
			const service = new Service({}, undefined, quietRows(count));
			const cache = new Map<number, Awaited<ReturnType<FetchPage>>['rows']>();
			const fetchPage: FetchPage = async (query, request) => {
				const page = await service.fetchPage(query, request);
				if (!cache.has(request.perPage)) cache.set(request.perPage, page.rows);
				return { ...page, rows: cache.get(request.perPage)! };
			};
			const found = await findIn({ fetchPage }, { list }).catch(() => undefined);
			if (found) expect(found.rows).toHaveLength(count);
		}
	});
});
