/**
 * Random histories find what chosen ones miss. A failing case is printed by fast-check with its seed; run it again with
 * SEED=<seed>.
 */
import fc from 'fast-check';
import { paginate } from '../../../nodes/Collab/core/pagination/paginator';
import { readPass } from '../../../nodes/Collab/core/pagination/pass';
import { countWindows } from '../../../nodes/Collab/core/pagination/windows';
import {
	assertComplete,
	histories,
	type History,
	isQuiet,
	isWellOrdered,
	quietHistories,
	type Reader,
	run,
} from './histories';
import { cases } from '../../random';

/** Usual ways to read pages, which lose rows of a list that moves, or of one without a total order. */
const readDisjointPages: Reader = async function* (fetchPage, options) {
	const { query, maxPerPage: perPage, limit } = options;
	const seen = new Set<string>();
	for (let page = 1; ; page++) {
		const { projects, pagination } = await fetchPage(query, { page, perPage });
		const fresh = projects.filter(({ id }) => !seen.has(id)).slice(0, limit - seen.size);
		for (const { id } of fresh) seen.add(id);
		yield { projects: fresh };
		if (!pagination.hasNext || seen.size === limit) return;
	}
};

/** The overlap is checked; whether that was the whole list is not. */
const readOnce: Reader = async function* (fetchPage, options) {
	for await (const { newRows } of readPass(fetchPage, options)) yield { projects: newRows };
};

const ERRORS = ['listKeptChanging', 'listUnstable'];

function completeness(reader: Reader, onError: (history: History) => void = () => undefined) {
	return fc.asyncProperty(histories, async (history) => {
		const outcome = await run(history, reader);
		if (outcome.error) {
			expect(ERRORS).toContain(outcome.error.kind);
			onError(history);
			return;
		}
		assertComplete(history, outcome);
	});
}

describe('a list that is read while it changes', () => {
	test('has every project that existed all the time exactly once, or fails in words', async () => {
		const tried = cases(50);
		let failed = 0;
		const property = completeness(paginate, (history) => {
			failed += 1;
			expect(isQuiet(history) && isWellOrdered(history)).toBe(false);
		});
		await fc.assert(property, tried);
		process.stderr.write(`${failed} of ${tried.numRuns} histories ended in an error\n`);
		expect(failed).toBeLessThan(tried.numRuns / 50);
	}, 3_600_000);

	test.each([
		['disjoint pages', readDisjointPages],
		['one pass without the completeness check', readOnce],
	])('is lost by %s, and these histories notice', async (_name, wrongReader) => {
		const property = completeness(wrongReader);
		const result = await fc.check(property, { ...cases(250), endOnFailure: true });
		expect(result.failed).toBe(true);
		expect(String(result.errorInstance)).toContain('Lost');
	});
});

describe('a quiet, well-ordered list', () => {
	const wellOrdered = quietHistories.filter(
		(history) => isWellOrdered(history) && history.service.dateSkewMs === 0,
	);

	test('comes out as it is, in its order, with as few requests as can be', async () => {
		const property = fc.asyncProperty(wellOrdered, async (history) => {
			const { projects, before, requests, error } = await run(history, paginate);
			expect(error).toBeUndefined();
			expect(projects).toEqual(before.slice(0, history.limit));
			const { looseness } = history.service;
			const perPage = Math.min(history.maxPerPage, looseness.maxPerPage);
			// One row more has to fit: only a last page with room to spare shows that it is the last.
			const wanted = Math.min(before.length + 1, history.limit);
			// What the service cuts pages to, and how long the list is, is known only after the first answer.
			const isSurprising =
				looseness.maxPerPage < history.maxPerPage || before.length < history.limit;
			const surprises = isSurprising && history.limit < Infinity ? 1 : 0;
			const unsaid = looseness.maxPerPage < history.maxPerPage ? 1 : 0;
			const hidden = looseness.perPageReport === 'returned' ? 1 : 0;
			const allowed = countWindows(wanted, perPage) + surprises + unsaid + hidden;
			expect(requests).toBeLessThanOrEqual(allowed);
		});
		await fc.assert(property, cases(25));
	}, 600_000);
});

describe('a list of equal values in another order for every request', () => {
	const loose = quietHistories
		.filter((history) => !isWellOrdered(history))
		.map((history) => ({ ...history, limit: Infinity }));

	test('comes out whole while nothing changes', async () => {
		const tried = cases(25);
		let failed = 0;
		const property = fc.asyncProperty(loose, async (history) => {
			const outcome = await run(history, paginate);
			if (outcome.error) failed += 1;
			else assertComplete(history, outcome);
		});
		await fc.assert(property, tried);
		process.stderr.write(`${failed} of ${tried.numRuns} loose lists ended in an error\n`);
		expect(failed).toBeLessThan(tried.numRuns / 50);
	}, 600_000);
});
