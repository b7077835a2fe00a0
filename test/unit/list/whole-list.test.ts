/** What it takes to read a list while it changes, and what shows that nothing is missing. */
import type { FetchPage, ListQuery } from '../../../nodes/Collab/core/contract';
import type { CollabError } from '../../../nodes/Collab/core/errors';
import { forEachMatching } from '../../../nodes/Collab/core/query/find';
import { instantFromMs } from '../../../nodes/Collab/core/time';
import { type Behavior, randomFrom, Service, START_MS } from '../service';
import type { Stored } from '../versions';
import { BY_NAME, findIn, idsOf, NEWEST, quietRows } from './story';

const BY_CREATION: ListQuery = { status: 'all', sortBy: 'created_at', order: 'asc' };
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
	[1_000, 12],
	[10_000, 117],
])('a list of %i projects that holds still takes %i requests in any order', async (count, most) => {
	for (const list of LISTS) {
		const service = new Service({}, undefined, quietRows(count));
		const { rows, isCountWrong } = await findIn(service, { list });
		expect([rows.length, isCountWrong, service.asked.length]).toEqual([count, false, most]);
	}
});

it('a time filter reads little more than what it lets pass', async () => {
	const service = new Service({}, undefined, quietRows(10_000));
	const bound = String(quietRows(251).at(-1)!.updated_at);
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

describe('rows of one timestamp', () => {
	const at = '2026-01-01T00:00:00Z';
	const imported = (count: number) => quietRows(count, () => ({ created_at: at, updated_at: at }));

	it.each(['stable', 'reverse', 'random'] as const)(
		'that fill pages are all read where equal ones are in this order: %s',
		async (ties) => {
			const service = new Service({ ties }, randomFrom(3), imported(1_000));
			const ids = idsOf((await findIn(service)).rows);
			expect([ids.length, new Set(ids).size]).toEqual([1_000, 1_000]);
		},
	);

	it('take no more requests than others where their order is fixed, though some are deleted', async () => {
		const service = new Service({}, undefined, imported(1_000));
		service.beforeAnswer = (number) => {
			if (number === 5) for (const id of service.ids.slice(100, 110)) service.delete(id);
		};
		const ids = new Set(idsOf((await findIn(service)).rows));
		expect(service.ids.filter((id) => service.get(id) && !ids.has(id))).toEqual([]);
		expect(service.asked.length).toBeLessThanOrEqual(24);
	});
});

describe('a list by name', () => {
	it('has a project that was renamed while it was read, in the order of the service', async () => {
		const service = new Service({}, undefined, quietRows(1_000));
		service.beforeAnswer = (number) => {
			if (number !== 6) return;
			service.update('proj_000900', { name: 'a' });
			// The count then fits to those that the reading by name has.
			service.delete('proj_000001');
		};
		const ids = idsOf((await findIn(service, { list: BY_NAME })).rows);
		expect(new Set(ids).size).toBe(1_000);
		const others = ids.filter((id) => id !== 'proj_000900');
		expect(others).toEqual([...others].sort());
	});

	it.each([
		['binary', 'A B Z a b c'],
		['general', 'a A b B c Z'],
	] as const)('places a name that was missed as the service does: %s', async (collation, names) => {
		const rows = quietRows(6, (index) => ({ name: names.split(' ')[index]! }));
		const service = new Service({ maxPerPage: 3, collation }, undefined, rows.slice(0, 5));
		service.put({ ...rows[3]!, name: 'zz' });
		// It comes to the page that was read, so that only a reading by creation has it.
		service.beforeAnswer = (number) => number === 3 && service.put(rows[3]!);
		const found = idsOf((await findIn(service, { list: BY_NAME })).rows);
		expect(found).toEqual(idsOf(service.list(BY_NAME)));
	});
});

it.each<[string, Partial<Behavior>, number]>([
	['hidden from the account, but counted', { totalOffset: 10 }, 5],
	['hidden from the account, but counted, in pages of 20', { totalOffset: 33, maxPerPage: 20 }, 33],
])('projects %s: all others come with a wrong count', async (_name, behavior, most) => {
	const service = new Service(behavior, undefined, quietRows(150));
	const found = await findIn(service);
	expect(found).toMatchObject({ rowsRead: 150, isCountWrong: true, total: 150 });
	expect(service.asked.length).toBeLessThanOrEqual(2 * most + 10);
});

it('a list that looks empty for a moment is not believed once it had rows', async () => {
	const service = new Service({}, undefined, quietRows(250));
	service.beforeAnswer = (number) =>
		service.behave({ falseAnswers: number > 1 && number < 6 ? 'empty account' : 'none' });
	expect((await findIn(service)).rows).toHaveLength(250);
});

it.each([200, Infinity])(
	'a lagging answer does not end a list before its end, with a limit of %d',
	async (limit) => {
		for (let late = 2; late <= 12; late++) {
			const service = new Service({ maxPerPage: 20 }, undefined, quietRows(200));
			for (let day = 0; day < 30; day++) service.create(`new${day}`);
			const seq = service.versions.latestSeq - 20;
			service.beforeAnswer = (number) =>
				service.behave({ lastSeq: number === late ? seq : Infinity });
			const { rows } = await findIn(service, { list: BY_CREATION, limit });
			expect(rows).toHaveLength(Math.min(limit, 230));
		}
	},
);

describe('pages that cannot overlap', () => {
	it.each<[string, Partial<Behavior>, number]>([
		['a service that allows certain sizes', { pageSizes: [10, 25, 50, 100] }, 100],
		['a service that ignores the size', { pageSizes: [20], maxPerPage: 20 }, 20],
	])('of %s are read whole with three requests a page', async (_name, behavior, size) => {
		for (const list of LISTS) {
			const service = new Service(behavior, undefined, quietRows(1_234));
			expect(idsOf((await findIn(service, { list })).rows)).toHaveLength(1_234);
			expect(service.asked.length).toBeLessThanOrEqual(3.2 * Math.ceil(1_234 / size));
		}
	});
});

it.each([
	[1, 'proj_000250'],
	[2, 'proj_000150'],
	[3, 'proj_000050'],
])('answer %i is asked for again where it leaves out a row in its middle', async (wrong, id) => {
	const service = new Service({}, undefined, quietRows(300));
	service.beforeAnswer = (number) => service.behave({ leftOut: number === wrong ? id : '' });
	expect((await findIn(service, { list: BY_CREATION })).rows).toHaveLength(300);
});
