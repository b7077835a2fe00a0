/**
 * Random histories find what chosen ones miss. A failing case is printed by fast-check with its seed; run it again with
 * SEED=<seed>.
 */
import fc from 'fast-check';
import type { FetchPage, ListQuery, Project } from '../../../nodes/Collab/core/contract';
import { readPages } from '../../../nodes/Collab/core/list/pages';
import { findProjects } from '../../../nodes/Collab/core/query/find';
import { instantFromMs } from '../../../nodes/Collab/core/time';
import type { Edit } from '../edits';
import { HOUR, START_MS } from '../service';
import {
	assertComplete,
	CHANGES,
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
	expectFew(failed, tried);
}

function expectFew(failed: number, { numRuns }: ReturnType<typeof cases>): void {
	process.stderr.write(`${failed} of ${numRuns} histories ended in an error\n`);
	expect(failed).toBeLessThanOrEqual(Math.max(3, numRuns / 50));
}

const idOf = ({ id }: Project) => id;

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

/** A list that is read from one end up to a time, in whatever order it is asked for. */
const searches = fc.record({
	history: histories,
	field: fc.constantFrom('updated', 'created'),
	side: fc.constantFrom('After', 'Before'),
	hours: fc.integer({ min: 1, max: 40 }),
});

test('a time filter finds every project that matched unchanged all the time exactly once, or fails in words', async () => {
	const tried = cases(50);
	let failed = 0;
	const property = fc.asyncProperty(searches, async ({ history, field, side, hours }) => {
		const atMs = START_MS - hours * HOUR;
		const matches = (row: Project) => {
			const stamp = row[`${field}_at`];
			if (typeof stamp !== 'string') return false;
			return side === 'After' ? Date.parse(stamp) > atMs : Date.parse(stamp) < atMs;
		};
		const filters = { [`${field}${side}`]: instantFromMs(atMs) };
		const reader: Reader = async (fetchPage, { query: list, now }) =>
			(await findProjects(fetchPage, { list, filters, matches, now }, Infinity)).projects;
		const { error, projects, before, steady } = await run(history, reader);
		if (error) {
			failed += 1;
			return expect(ERRORS).toContain(error.kind);
		}
		expect(projects.every(matches)).toBe(true);
		const firsts = new Set(before.filter((row) => matches(row) && steady.has(row.id)).map(idOf));
		assertComplete({ limit: Infinity }, { projects, firsts });
	});
	await fc.assert(property, tried);
	expectFew(failed, tried);
}, 3_600_000);

describe('a quiet, well-ordered list', () => {
	const wellOrdered = quietHistories.filter(
		(history) => isWellOrdered(history) && history.service.dateSkewMs === 0,
	);
	/** Hardly any two values are equal, and none is missing. */
	const distinct = wellOrdered.map(
		(history): History => ({
			...history,
			account: { ...history.account, stamps: 100_000, names: 100_000 },
			service: { ...history.service, nullShare: 0 },
		}),
	);

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

	test('takes one request for each page, or a few more up to a limit', async () => {
		const property = fc.asyncProperty(distinct, async (history) => {
			const { before, requests } = await run(history, read);
			const { maxPerPage } = history.service;
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
			projects: fc.integer({ min: 110, max: 400 }),
			changes: fc.constantFrom<Array<Edit['do']>>(
				['delete', 'touch'],
				['archive', 'create'],
				[...CHANGES],
			),
			changesPerRequest: fc.constantFrom(0.3, 1, 3, 10),
		})
		.map(
			({ history, projects, ...more }): History => ({
				...history,
				...more,
				account: { ...history.account, projects, stamps: 100_000 },
				service: { ...history.service, nullShare: 0, maxPerPage: 100 },
				query: { status: history.query.status, sortBy: 'updated_at', order: 'desc' },
			}),
		);
	await expectComplete(limits.filter(isKnowable), 100);
}, 600_000);
