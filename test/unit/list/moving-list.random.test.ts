/**
 * Random histories find what chosen ones miss. A failing case is printed by fast-check with its seed; run it again with
 * SEED=<seed>.
 */
import fc from 'fast-check';
import type { FetchPage, ListQuery, Project } from '../../../nodes/Collab/core/contract';
import { readPages } from '../../../nodes/Collab/core/list/pages';
import { findProjects } from '../../../nodes/Collab/core/query/find';
import { type Change, CHANGES } from './account';
import {
	assertComplete,
	histories,
	type History,
	isKnowable,
	isQuiet,
	isWellOrdered,
	quietHistories,
	type Reader,
	run,
} from './histories';
import { cases } from '../../random';

const read: Reader = async (fetchPage, { query: list, limit, now }) => {
	const query = { list, filters: {}, matches: undefined, now };
	return (await findProjects(fetchPage, query, limit)).projects;
};

/** The usual way to read pages, which loses rows of a list that moves, or of one without a total order. */
const readOnePassAsAsked: Reader = async (fetchPage, { query, limit }) =>
	await readOnce(fetchPage, query, limit);

/** Nothing moves in this order but for projects that come and go; whether that was the whole list is not counted. */
const readOnePassByCreation: Reader = async (fetchPage, { query, limit }) =>
	await readOnce(fetchPage, { ...query, sortBy: 'created_at', order: 'asc' }, limit);

async function readOnce(fetchPage: FetchPage, query: ListQuery, limit: number) {
	const rows = new Map<string, Project>();
	await readPages(fetchPage, query, ({ projects }) => {
		for (const project of projects) rows.set(project.id, project);
		return projects.length > 0;
	});
	return [...rows.values()].slice(0, limit);
}

const ERRORS = ['listKeptChanging', 'listUnstable'];

function completeness(
	from: fc.Arbitrary<History>,
	reader: Reader,
	onError: (history: History) => void = () => undefined,
) {
	return fc.asyncProperty(from, async (history) => {
		const outcome = await run(history, reader);
		if (!outcome.error) return assertComplete(history, outcome);
		expect(ERRORS).toContain(outcome.error.kind);
		onError(history);
	});
}

/** An error is right, and so seldom that hardly anybody meets it. */
async function expectComplete(from: fc.Arbitrary<History>, count: number): Promise<void> {
	const tried = cases(count);
	let failed = 0;
	const property = completeness(from, read, (history) => {
		failed += 1;
		expect(isQuiet(history) && isWellOrdered(history)).toBe(false);
	});
	await fc.assert(property, tried);
	process.stderr.write(`${failed} of ${tried.numRuns} histories ended in an error\n`);
	expect(failed).toBeLessThanOrEqual(Math.max(3, tried.numRuns / 50));
}

describe('a list that is read while it changes', () => {
	test('has every project that existed all the time exactly once, or fails in words', async () => {
		await expectComplete(histories, 50);
	}, 3_600_000);

	test.each([
		['one pass as asked', readOnePassAsAsked],
		['one pass without the count proof', readOnePassByCreation],
	])('is lost by %s, and these histories notice', async (_name, wrongReader) => {
		const property = completeness(histories, wrongReader);
		const result = await fc.check(property, { ...cases(250), endOnFailure: true });
		expect(result.failed).toBe(true);
		expect(String(result.errorInstance)).toContain('Lost');
	});
});

describe('a quiet, well-ordered list', () => {
	const wellOrdered = quietHistories.filter(
		(history) => isWellOrdered(history) && history.service.dateSkewMs === 0,
	);
	/** Hardly any two values are equal, and none is missing. */
	const distinct = wellOrdered.map((history) => ({
		...history,
		account: { ...history.account, stamps: 100_000, names: 100_000, nullShare: 0 },
	}));

	test('comes out in the order of its values', async () => {
		const property = fc.asyncProperty(wellOrdered, async (history) => {
			const { query, limit } = history;
			const { projects, before, error } = await run(history, read);
			const values = (rows: readonly Project[]) =>
				rows.slice(0, limit).flatMap((row) => row[query.sortBy] ?? []);
			expect(error).toBeUndefined();
			expect(values(projects)).toEqual(values(before));
			if (limit === Infinity) expect(new Set(projects)).toEqual(new Set(before));
		});
		await fc.assert(property, cases(25));
	}, 600_000);

	test('comes out as the service gives it where that is the order in which it is read', async () => {
		const asRead = distinct.filter(
			({ query, limit }) => query.sortBy !== 'updated_at' || limit < Infinity,
		);
		const property = fc.asyncProperty(asRead, async (history) => {
			const { projects, before } = await run(history, read);
			expect(projects).toEqual(before.slice(0, history.limit));
		});
		await fc.assert(property, cases(25));
	}, 600_000);

	test('takes one request for each page, or a few more up to a limit', async () => {
		const property = fc.asyncProperty(distinct, async (history) => {
			const { before, requests } = await run(history, read);
			const { maxPerPage } = history.service.looseness;
			const pages = Math.max(1, Math.ceil(Math.min(before.length, history.limit) / maxPerPage));
			if (history.limit === Infinity) expect(requests).toBe(pages);
			else expect(requests).toBeLessThanOrEqual(pages === 1 ? 2 : 2 * pages);
		});
		await fc.assert(property, cases(25));
	}, 600_000);
});

test('a list of equal values in another order for every request comes out whole while nothing changes', async () => {
	const loose = quietHistories
		.filter((history) => !isWellOrdered(history))
		.map((history) => ({ ...history, limit: Infinity }));
	await expectComplete(loose, 25);
}, 600_000);

test('a limit above one page gives every project that is among the newest all the time', async () => {
	// So few requests that much has to happen between two of them, and few equal values: with many, the whole list is read.
	const limits = fc
		.record({
			history: histories,
			limit: fc.oneof(fc.integer({ min: 101, max: 110 }), fc.integer({ min: 101, max: 300 })),
			projectCount: fc.integer({ min: 110, max: 400 }),
			changes: fc.constantFrom<Change[]>(['delete', 'update'], ['archive', 'create'], [...CHANGES]),
			changesPerRequest: fc.constantFrom(0.3, 1, 3, 10),
		})
		.map(
			({ history: { account, service, ...history }, limit, projectCount, ...more }): History => ({
				...history,
				account: { ...account, projectCount, stamps: 100_000, nullShare: 0 },
				service: { ...service, ...more, looseness: { ...service.looseness, maxPerPage: 100 } },
				query: { status: history.query.status, sortBy: 'updated_at', order: 'desc' },
				limit,
			}),
		);
	await expectComplete(limits.filter(isKnowable), 100);
}, 600_000);
