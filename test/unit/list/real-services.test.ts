/** Services that people have: databases with a collation, sizes and counts of their own, and answers that are wrong for a while. */
import type { FetchPage, ListQuery, Project } from '../../../nodes/Collab/core/contract';
import { findProjects } from '../../../nodes/Collab/core/query/find';
import { instantFromMs } from '../../../nodes/Collab/core/time';
import { type Behavior, SECOND, Service } from '../service';
import type { Stored } from '../versions';
import { findNewest, idsOf, msAt, quietRows } from './story';

const BY_NAME: ListQuery = { status: 'all', sortBy: 'name', order: 'asc' };
const NEWEST_FIRST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };
const find = async (service: Service, list: ListQuery, limit = Infinity) =>
	await findProjects(
		service.fetchPage,
		{ list, filters: {}, matches: undefined, now: () => service.nowMs },
		limit,
	);
const serviceOf = (count: number, behavior: Partial<Behavior> = {}) =>
	new Service(behavior, undefined, quietRows(count));
const stampOf = (second: number) => new Date(msAt(second)).toISOString();

/** So many projects changed at once, the newest first; all others have times of their own. */
const withEqualStamps = (count: number, equal: number): Stored[] =>
	quietRows(count).map((row, index) => (index < equal ? { ...row, updated_at: stampOf(0) } : row));

/** The first `sound` answers are as the service has them; `change` makes the others. */
function answering(
	{ fetchPage }: Service,
	change: (...page: Parameters<FetchPage>) => (projects: readonly Project[]) => Project[],
	sound = 0,
): FetchPage {
	let answers = 0;
	return async (query, window) => {
		const page = await fetchPage(query, window);
		if (answers++ < sound) return page;
		return { ...page, projects: change(query, window)(page.projects) };
	};
}

describe('a limit gives the rows that the service puts first, in its order', () => {
	it.each(['icu', 'general', 'accentless'] as const)(
		'where a database sorts names by its collation: %s',
		async (collation) => {
			// Character codes put capitals first. A window ends among the four that share a name.
			const rows = quietRows(1_000).map((row, index) => {
				const number = index >= 192 && index < 196 ? 192 : index;
				const name = `${number % 2 === 0 ? 'P' : 'p'}roject ${String(number).padStart(4, '0')}`;
				return { ...row, name };
			});
			const service = new Service({ collation }, undefined, rows);
			const { projects } = await find(service, BY_NAME, 500);
			expect(idsOf(projects)).toEqual(idsOf(service.list(BY_NAME).slice(0, 500)));
		},
	);

	it.each([101, 120, 140])('where it knows certain page sizes only, of %i', async (count) => {
		const service = serviceOf(count, { pageSizes: [10, 25, 50, 100] });
		expect(idsOf((await findNewest(service, 150)).projects)).toEqual(idsOf(quietRows(count)));
	});

	it('where it makes its pages smaller midway', async () => {
		const service = serviceOf(400);
		service.beforeAnswer = (number) => service.behave({ maxPerPage: number > 1 ? 50 : 100 });
		const { projects } = await findNewest(service, 250);
		expect(idsOf(projects)).toEqual(idsOf(quietRows(400)).slice(0, 250));
	});

	it.each(['page', 'zero'] as const)(
		'where its total is that of the answer, or none: %s',
		async (totalReport) => {
			const service = serviceOf(1_000, { totalReport, maxPerPage: 50 });
			const { projects } = await findNewest(service, 200);
			expect(idsOf(projects)).toEqual(idsOf(quietRows(1_000)).slice(0, 200));
		},
	);

	it('where an answer has a row twice', async () => {
		const service = serviceOf(300);
		const twice = answering(service, () => (rows) => [...rows.slice(0, 3), ...rows.slice(2)]);
		const { projects } = await findNewest({ fetchPage: twice, nowMs: service.nowMs }, 50);
		expect(new Set(idsOf(projects)).size).toBe(projects.length);
		expect(idsOf(projects)).toEqual(idsOf(quietRows(50)));
	});

	it('where so many have equal values that the list is read whole', async () => {
		const rows = withEqualStamps(500, 130);
		const service = new Service({ ties: 'reverse' }, undefined, rows);
		const { projects } = await findNewest(service, 150);
		expect(idsOf(projects)).toEqual(idsOf(service.list(NEWEST_FIRST).slice(0, 150)));
	});
});

it('Updated After gives all where rows share a millisecond that the database sorts by, and show more digits', async () => {
	const rows = quietRows(300).map((row, index) => ({ ...row, updated_at: stampOf(-(index >> 4)) }));
	for (const seed of Array(20).keys()) {
		const service = new Service({ ties: 'random' }, undefined, rows);
		for (let drawn = 0; drawn < seed; drawn += 1) service.random();
		const shown = answering(service, () => (page) => page.map(withMicroseconds));
		const filters = { updatedAfter: instantFromMs(msAt(-16.5)) };
		const matches = ({ updated_at: at }: Stored) =>
			typeof at === 'string' && Date.parse(at) > msAt(-16.5);
		const query = { list: NEWEST_FIRST, filters, matches, now: () => service.nowMs };
		const { projects } = await findProjects(shown, query, Infinity);
		expect(projects).toHaveLength(16 * 17);
	}
});

/** The digits after the millisecond differ from project to project. */
function withMicroseconds(row: Project): Project {
	const digits = row.id.slice(-3);
	const { updated_at: at } = row as Stored;
	return { ...row, updated_at: typeof at === 'string' ? at.replace('Z', `${digits}Z`) : null };
}

const TEN = Array.from({ length: 10 }, (_, index) => index + 1);
const TWO_OF_TEN = TEN.flatMap((first) =>
	TEN.filter((next) => next > first).map((next) => [first, next]),
);

describe('no list is short without a word', () => {
	it.each([Infinity, 220])('where any two answers are empty, up to %d', async (limit) => {
		for (const [first, second] of TWO_OF_TEN) {
			const service = serviceOf(250, { dateSkewMs: undefined });
			service.beforeAnswer = (number) => {
				const isEmpty = number === first || number === second;
				service.behave({ falseAnswers: isEmpty ? 'empty' : 'none' });
			};
			const { projects } = await orKind(findNewest(service, limit));
			if (Array.isArray(projects)) expect(projects).toHaveLength(Math.min(250, limit));
			else expect(projects).toBe('listCutShort');
		}
	});

	it('where answers are empty from the second request on', async () => {
		const service = serviceOf(250);
		service.beforeAnswer = (number) => {
			service.behave({ falseAnswers: number > 1 ? 'empty' : 'none' });
		};
		expect((await orKind(findNewest(service))).projects).toBe('listCutShort');
	});

	it.each([Infinity, 150])(
		'where the account looks empty from the second request on, up to %d',
		async (limit) => {
			const service = serviceOf(250);
			service.beforeAnswer = (number) => {
				service.behave({ falseAnswers: number > 1 ? 'empty account' : 'none' });
			};
			expect((await orKind(findNewest(service, limit))).projects).toBe('listCutShort');
		},
	);

	it('where a tenth of all answers have holes', async () => {
		for (const seed of Array(12).keys()) {
			const service = serviceOf(1_000, {
				falseAnswers: 'cut',
				falseRate: 0.1,
				dateSkewMs: undefined,
			});
			for (let drawn = 0; drawn < seed; drawn += 1) service.random();
			const { projects } = await orKind(findNewest(service));
			if (Array.isArray(projects)) expect(projects).toHaveLength(1_000);
			else expect(projects).toMatch(/^list/);
		}
	});

	it('where it has certain page sizes and a project is deleted meanwhile', async () => {
		for (const [deletedAt, id] of [2, 3, 4].flatMap((at) =>
			[1, 100, 299].map((index) => [at, index]),
		)) {
			const service = serviceOf(300, { pageSizes: [10, 25, 50, 100] });
			const gone = idsOf(quietRows(300))[id!]!;
			service.beforeAnswer = (number) => {
				if (number === deletedAt) service.delete(gone);
			};
			const ids = new Set(idsOf((await findNewest(service)).projects));
			const lasting = idsOf(quietRows(300)).filter((other) => other !== gone);
			expect(lasting.filter((other) => !ids.has(other))).toEqual([]);
		}
	});
});

async function orKind(finding: Promise<{ readonly projects: readonly Project[] }>) {
	return await finding.catch(({ kind }: { kind: string }) => ({ projects: kind }));
}

describe('the number of requests is bounded', () => {
	it.each([
		// One window, the whole list once, and a second pass where equal values leave the first one unproven.
		[10_000, 120, 150, 102],
		[10_000, 99, 50, 1],
	])('of %i with %i equal stamps, for a limit of %i: %i', async (count, equal, limit, most) => {
		const service = new Service({}, undefined, withEqualStamps(count, equal));
		expect((await findNewest(service, limit)).projects).toHaveLength(limit);
		expect(service.asked.length).toBeLessThanOrEqual(most);
	});

	it('to one more pass where one project has no created_at', async () => {
		const [first, ...others] = quietRows(1_000);
		const rows = [{ ...first!, created_at: null }, ...others];
		const service = new Service({}, undefined, rows);
		expect((await findNewest(service)).projects).toHaveLength(1_000);
		expect(service.asked.length).toBeLessThanOrEqual(20);
	});

	it('to one more pass where the newest is younger than the first answer', async () => {
		const service = serviceOf(999);
		service.create('newest');
		expect((await find(service, BY_NAME)).projects).toHaveLength(1_000);
		expect(service.asked.length).toBeLessThanOrEqual(20);
	});

	it('to one more pass where the Date of the service is behind its stamps', async () => {
		const service = serviceOf(1_000, { dateSkewMs: -1_000_000 * SECOND * 100 });
		expect((await findNewest(service)).projects).toHaveLength(1_000);
		expect(service.asked.length).toBeLessThanOrEqual(20);
	});

	it('to whole pages in whole lists, whatever happens meanwhile', async () => {
		const service = serviceOf(1_000);
		service.meanwhile = (number) => {
			if (number % 3 === 0 && number < 30)
				service.delete(`proj_${String(number).padStart(6, '0')}`);
		};
		await findNewest(service);
		expect(new Set(service.asked.map(({ perPage }) => perPage))).toEqual(new Set([100]));
	});
});
