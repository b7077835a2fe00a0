/** Random histories find what chosen ones miss. A case that fails is printed with its seed: play it with SEED=<seed>. */
import fc from 'fast-check';
import type { Project } from '../../../nodes/Collab/core/contract';
import { findRows } from '../../../nodes/Collab/core/query/find';
import { cases } from '../../random';
import type { Edit } from '../edits';
import { draw, HOUR, pick, randomFrom, START_MS } from '../service';
import * as given from './histories';
import { assertComplete, type History, type Outcome, type Reader, run } from './histories';

const read: Reader = async (fetchPage, { query: list, limit }) => {
	const query = { list, filters: {}, matches: undefined };
	return (await findRows(fetchPage, query, limit)).rows;
};

/** Complete, or an error, which is right, and so seldom that hardly anybody meets it. */
async function expectComplete(
	histories: fc.Arbitrary<History>,
	count: number,
	{ readerOf = () => read, assert = assertComplete, least = 3 }: Partial<Expectation> = {},
): Promise<void> {
	const tried = cases(count);
	let failed = 0;
	const property = fc.asyncProperty(histories, async (history) => {
		const outcome = await run(history, readerOf(history));
		if (!outcome.error) return assert(history, outcome);
		expect(outcome.error.kind).toBe('listUnstable');
		if (!given.isHonest(history)) return;
		failed += 1;
		expect(history.changes.length === 0 && given.isWellOrdered(history)).toBe(false);
	});
	await fc.assert(property, tried);
	expect(failed).toBeLessThanOrEqual(Math.max(least, tried.numRuns / 100));
}

interface Expectation {
	readonly readerOf: (history: History) => Reader;
	readonly assert: (history: History, outcome: Outcome) => void;
	/** So many failures are never too many; otherwise one of a hundred. */
	readonly least: number;
}

/**
 * Whether the service tells a full page from the whole list. One that counts first, with pages smaller than asked for,
 * does not: a project may come between.
 */
const isTold = ({ service }: History) => !service.countsFirst || service.maxPerPage === 100;

describe('a list that is read while it changes', () => {
	test('has every project that existed all the time exactly once, or fails in words', async () => {
		await expectComplete(given.histories, 50);
	}, 3_600_000);

	test('hardly ever fails where a status changes with each request', async () => {
		const busy = given.histories.filter(given.isHonest).map((history): History => {
			const { account, query, service } = history;
			const status = query.status === 'all' ? 'active' : query.status;
			return {
				...history,
				account: { ...account, projects: 30 + account.projects, stamps: 100_000, nullShare: 0 },
				// Pages are a tenth of real ones, so requests are ten times as slow: no page of projects shares a second.
				service: { ...service, pageSizes: [], requestMs: 500 },
				limit: Infinity,
				changes: ['archive', 'restore', 'create', 'delete', 'touch'],
				changesPerRequest: 1,
				maxChanges: 300,
				query: { ...query, status },
			};
		});
		await expectComplete(busy.filter(isTold), 100, { least: 1 });
	}, 600_000);
});

/** A time filter, which the seed of a history decides. */
function timeFilterOf({ seed }: History) {
	const random = randomFrom(seed);
	const field = pick(['updated', 'created'] as const, random);
	const side = pick(['After', 'Before'] as const, random);
	const boundMs = START_MS - (1 + draw(random, 40)) * HOUR;
	const matches = (row: Project) => {
		const stamp = row[`${field}_at`];
		if (typeof stamp !== 'string') return false;
		const ms = Date.parse(stamp);
		return side === 'After' ? ms > boundMs : ms < boundMs;
	};
	return { filters: { [`${field}${side}`]: boundMs }, matches };
}

test('a time filter finds every project that matched unchanged all the time exactly once, or fails in words', async () => {
	const readerOf =
		(history: History): Reader =>
		async (fetchPage, { query: list }) =>
			(await findRows(fetchPage, { list, ...timeFilterOf(history) }, Infinity)).rows;
	const assert = (history: History, { projects, before, steady }: Outcome) => {
		const { matches } = timeFilterOf(history);
		expect(projects.every(matches)).toBe(true);
		const all = before.filter((row) => matches(row) && steady.has(row.id)).map(({ id }) => id);
		assertComplete({ limit: Infinity }, { projects, firsts: new Set(all) });
	};
	await expectComplete(given.histories.filter(isTold), 50, { readerOf, assert });
}, 3_600_000);

test('a quiet, well-ordered list comes out in the order of its values; where these differ, with one request for each page, or a few more up to a limit', async () => {
	const wellOrdered = given.quietHistories.filter(given.isWellOrdered);
	const distinct = wellOrdered.map(({ account: { projects }, ...more }): History => {
		return { ...more, account: { projects, stamps: 100_000, names: 100_000, nullShare: 0 } };
	});
	const property = fc.asyncProperty(fc.oneof(wellOrdered, distinct), async (history) => {
		const { query, limit } = history;
		const { projects, before, error, requests } = await run(history, read);
		if (error && !given.isHonest(history)) return;
		const values = (rows: readonly Project[]) =>
			rows.slice(0, limit).flatMap((row) => row[query.sortBy] ?? []);
		expect(error).toBeUndefined();
		if (limit === Infinity) expect(new Set(projects)).toEqual(new Set(before));
		if (!given.isHonest(history)) return;
		expect(values(projects)).toEqual(values(before));
		// Of equal values at a limit, those that come first are known only where pages overlap.
		const isExact = limit < Infinity && history.service.pageSizes.length === 0;
		if (isExact) expect(projects).toEqual(before.slice(0, limit));
		expectFewRequests(history, before.length, requests);
	});
	await fc.assert(property, cases(50));
}, 600_000);

function expectFewRequests({ account, limit, service }: History, count: number, requests: number) {
	if (service.pageSizes.length > 0 || account.nullShare > 0) return;
	if (account.names < 100_000 || account.stamps < 100_000) return;
	const pages = Math.max(1, Math.ceil(Math.min(count, limit) / service.maxPerPage));
	// Windows overlap, and small ones by a larger share: 30 pages of nine rows take up to 63.
	expect(requests).toBeLessThanOrEqual(1 + 2.2 * pages);
}

test('a list of equal values in another order for every request comes out whole while nothing changes', async () => {
	const loose = given.quietHistories.filter((history) => !given.isWellOrdered(history));
	const whole = loose.map((history) => ({ ...history, limit: Infinity }));
	await expectComplete(whole, 25);
}, 600_000);

test('a limit above one page gives every project that is among the newest all the time', async () => {
	// So few requests that much has to happen between two of them, and few equal values: with many, the whole list is read.
	const limits = fc
		.record({
			history: given.histories,
			limit: fc.oneof(fc.integer({ min: 101, max: 110 }), fc.integer({ min: 101, max: 300 })),
			projects: fc.integer({ min: 110, max: 400 }),
			changes: fc.constantFrom<Array<Edit['do']>>(
				['delete', 'touch'],
				['archive', 'create'],
				[...given.CHANGES],
			),
			changesPerRequest: fc.constantFrom(0.3, 1, 3, 10),
		})
		.map(({ history, projects, ...more }): History => {
			const { account, service, query } = history;
			return {
				...history,
				...more,
				account: { ...account, projects, stamps: 100_000, nullShare: 0 },
				service: { ...service, maxPerPage: 100 },
				query: { ...query, sortBy: 'updated_at', order: 'desc' },
			};
		});
	await expectComplete(limits, 100);
}, 600_000);
