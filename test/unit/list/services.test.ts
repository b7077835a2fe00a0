/** Services that people have, and what each once did to a list. */
import type { FetchPage, Project } from '../../../nodes/Collab/core/contract';
import { comparisonOf } from '../../../dev/sandbox/listing';
import { parseInstant } from '../../../nodes/Collab/core/time';
import { type Behavior, draw, randomFrom, SECOND, Service, START_MS } from '../service';
import { type Stored, textOf } from '../versions';
import { BY_NAME, findIn, idsOf, NEWEST, quietRows } from './story';

const SPELLINGS = ['Apollo', 'apollo', 'Ápollo', 'Zoë', 'zoe', 'Øre', 'ore', 'Æon', 'aeon'];

/** Names of a few spellings, some with a space at the end, of which this share is repeated. */
function named(count: number, repeated: number, behavior: Partial<Behavior>, seed = 1): Service {
	const random = randomFrom(seed);
	const numbers = Math.max(1, Math.round(count * (1 - repeated)));
	const rows = quietRows(count, () => {
		const spelling = `${SPELLINGS[draw(random, SPELLINGS.length)]} ${draw(random, numbers)}`;
		return { name: `${spelling}${' '.repeat(draw(random, 2))}` };
	});
	return new Service(behavior, random, rows);
}

/** With a limit, the service's own first rows, in its order. */
async function expectFirst(service: Service, limit: number, list = NEWEST) {
	const { rows: projects } = await findIn(service, { list, limit });
	expect(idsOf(projects)).toEqual(idsOf(service.list(list).slice(0, limit)));
}

describe('a limit sorted by name gives the rows that the service puts first, in its order', () => {
	it.each(['icu', 'general', 'accentless'] as const)('keeps the order of %s', async (collation) => {
		for (let seed = 1; seed <= 20; seed++) {
			await expectFirst(named(1_000, 0.1, { collation }, seed), 500, BY_NAME);
		}
	});

	it('misses no row where four equal names stand around the end of a page', async () => {
		const rows = quietRows(1_000, (index) => {
			const number = String(index).padStart(4, '0');
			return { name: index < 192 ? `a${number}` : index < 196 ? 'm' : `z${number}` };
		});
		const service = new Service({ collation: 'icu', ties: 'random' }, randomFrom(3), rows);
		const { rows: projects } = await findIn(service, { list: BY_NAME, limit: 500 });
		const names = (list: readonly Stored[]) => list.map(({ name }) => name);
		expect(names(projects)).toEqual(names(service.list(BY_NAME).slice(0, 500)));
		expect(new Set(idsOf(projects)).size).toBe(500);
	});

	it.each(['general', 'accentless'] as const)(
		'misses no name where many are repeated and come in another order with each request: %s',
		async (collation) => {
			for (let seed = 1; seed <= 20; seed++) {
				const service = named(400, 0.3, { collation, ties: 'random' }, seed);
				const { rows: projects } = await findIn(service, { list: BY_NAME, limit: 250 });
				const list = service.list(BY_NAME);
				const compare = comparisonOf(BY_NAME, service.behavior);
				const isEqual = ({ name }: Project, index: number) =>
					compare(textOf(name), textOf(list[index]?.name)) === 0;
				expect(projects.every(isEqual)).toBe(true);
				expect(new Set(idsOf(projects)).size).toBe(250);
			}
		},
	);
});

describe('a service that knows only certain page sizes', () => {
	const pageSizes = [10, 25, 50, 100];

	it.each([101, 120, 140])('gives all %i projects to a limit of 150', async (count) => {
		const service = new Service({ pageSizes }, undefined, quietRows(count));
		const { rows: projects, isCut } = await findIn(service, { limit: 150 });
		expect([idsOf(projects), isCut]).toEqual([idsOf(quietRows(count)), false]);
	});

	it('fails, and gives no part, where it has more pages than it counts', async () => {
		const service = new Service({ pageSizes }, undefined, quietRows(300));
		const fetchPage: Service['fetchPage'] = async (...request) => {
			const page = await service.fetchPage(...request);
			return { ...page, pagination: { ...page.pagination, totalItems: 200 } };
		};
		await expect(findIn({ fetchPage })).rejects.toMatchObject({ kind: 'listUnstable' });
	});

	it('gives all projects when it lowers its page size while they are read', async () => {
		const service = new Service({}, undefined, quietRows(300));
		service.beforeAnswer = (number) => {
			if (number === 2) service.behave({ maxPerPage: 50 });
		};
		expect(idsOf((await findIn(service)).rows)).toEqual(idsOf(quietRows(300)));
	});
});

it('Updated After gives all rows where many share a millisecond and show microseconds', async () => {
	for (let seed = 1; seed <= 20; seed++) {
		const random = randomFrom(seed);
		const rows = quietRows(400, (index) => {
			const ms = START_MS - Math.floor(index / 15) * SECOND;
			const digits = String(draw(random, 1_000)).padStart(3, '0');
			return { updated_at: `${new Date(ms).toISOString().slice(0, 23)}${digits}Z` };
		});
		const service = new Service({ ties: 'random', maxPerPage: 50 }, random, rows);
		const { answer } = service;
		// The database sorts by milliseconds.
		const exact = new Map(rows.map((row) => [row.id, textOf(row.updated_at)]));
		for (const row of rows)
			service.put({ ...row, updated_at: `${textOf(row.updated_at).slice(0, 23)}Z` });
		const fetchPage: Service['fetchPage'] = async (...request) => {
			const page = await Promise.resolve(answer(...request));
			const shown = page.rows.map((row) => ({ ...row, updated_at: exact.get(row.id) ?? null }));
			return { ...page, rows: shown };
		};
		// Between two rows of one millisecond, which the service has in any order.
		const since = `${new Date(START_MS - seed * SECOND).toISOString().slice(0, 23)}500Z`;
		const matches = ({ updated_at: at }: Stored) => textOf(at) > since;
		const query = { filters: { updatedAfter: parseInstant(since) }, matches };
		const { rows: projects } = await findIn({ ...service, fetchPage }, query);
		expect(idsOf(projects).sort()).toEqual(idsOf(rows.filter(matches)).sort());
	}
});

it('a row that comes twice in one answer is one project', async () => {
	const [first, ...rows] = quietRows(30);
	// As where a table is joined to another one: the next row is pushed to the next page.
	const joined = [first!, first!, ...rows];
	const fetchPage: FetchPage = async (_query, { page, perPage }) => {
		const rows = joined.slice((page - 1) * perPage, page * perPage);
		const hasNext = page * perPage < joined.length;
		return await Promise.resolve({ rows, pagination: { perPage, totalItems: 30, hasNext } });
	};
	const { rows: projects } = await findIn({ fetchPage }, { limit: 20 });
	expect(idsOf(projects)).toEqual(idsOf(quietRows(20)));
});

it.each(['zero', 'page'] as const)(
	'a service whose total is that of a page (%s) gives a limit all that it wants',
	async (totalReport) => {
		const service = new Service({ totalReport, maxPerPage: 50 }, undefined, quietRows(1_000));
		await expectFirst(service, 200);
	},
);

describe('the requests that a list costs at most', () => {
	it('are the windows so far and one whole list where a run fills a page', async () => {
		const newest = quietRows(1)[0]!.updated_at!;
		const rows = quietRows(5_000, (index) => (index < 120 ? { updated_at: newest } : {}));
		const service = new Service({ ties: 'random' }, randomFrom(2), rows);
		const { rows: projects } = await findIn(service, { limit: 150 });
		expect(new Set(idsOf(projects)).size).toBe(150);
		// Rows of the run that one reading missed are found by windows, which overlap.
		expect(service.asked.length).toBeLessThanOrEqual(2 + 50 + 58);
	});

	it('are those of one reading where all rows of its last window go between count and answer', async () => {
		const created = { created_at: new Date(START_MS).toISOString() };
		const rows = quietRows(110, (index) => (index === 0 ? created : {}));
		const service = new Service({ countsFirst: true }, undefined, rows);
		service.meanwhile = (number) => {
			if (number === 3) for (const id of service.ids.slice(0, 20)) service.delete(id);
		};
		const ids = new Set(idsOf((await findIn(service)).rows));
		expect(service.ids.filter((id) => !ids.has(id))).toEqual([]);
		expect(service.asked.map(({ sortBy }) => sortBy)).not.toContain('name');
	});
});

it('a limit that falls back to the whole list gives the rows that the service puts first', async () => {
	const rows = quietRows(400, (index) => {
		return { updated_at: new Date(START_MS - Math.floor(index / 110)).toISOString() };
	});
	await expectFirst(new Service({ ties: 'hidden', hiddenColumn: 'name' }, undefined, rows), 150);
});
