/**
 * Random histories find what stories miss. A failing case is printed by fast-check with its seed; run
 * it again with WALK_SEED=<seed>.
 */
import fc from 'fast-check';

import { countWindows } from '../../../nodes/Collab/core/pagination/windows';
import { walk } from '../../../nodes/Collab/core/pagination/walk';
import {
	assertComplete,
	histories,
	isTooBusy,
	live,
	quietHistories,
	type History,
	type Walker,
} from './histories';
import { walkDisjointPages, walkUnchecked } from './wrongWalkers';

const seed = Number(process.env['WALK_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

beforeAll(() => {
	process.stderr.write(`Histories of this run: WALK_SEED=${seed}\n`);
});

const MOVING_CASES = 4_000;

const QUIET_CASES = 1_000;

function completeness(walker: Walker, onGivingUp: (history: History) => void = () => undefined) {
	return fc.asyncProperty(histories, async (history) => {
		const outcome = await live(history, walker);
		if (outcome.failure) {
			expect(outcome.failure.kind).toBe('listKeptChanging');
			onGivingUp(history);
			return;
		}
		assertComplete(history, outcome);
		expect(outcome.mostAtOnce).toBeLessThanOrEqual(history.readAhead);
	});
}

describe('a list that changes while it is read', () => {
	test('gives every project that nobody touched exactly once', async () => {
		const givenUp: History[] = [];
		const property = completeness(walk, (history) => {
			givenUp.push(history);
			expect(isTooBusy(history)).toBe(true);
		});
		await fc.assert(property, { seed, numRuns: MOVING_CASES });
		expect(givenUp.length).toBeLessThan(MOVING_CASES / 100);
	}, 120_000);

	test.each([
		['disjoint pages', walkDisjointPages],
		['overlapping pages that are not checked', walkUnchecked],
	])('is lost by %s, and that is noticed', async (_name, wrongWalker) => {
		const result = await fc.check(completeness(wrongWalker), {
			seed,
			numRuns: 500,
			endOnFailure: true,
		});
		expect(result.failed).toBe(true);
		expect(String(result.errorInstance)).toContain('Lost');
	});
});

describe('a list that holds still', () => {
	test('comes out as it is, in its order, with as few requests as can be', async () => {
		const property = fc.asyncProperty(quietHistories, async (history) => {
			const { ids, listBefore, requests, failure } = await live(history, walk);
			expect(failure).toBeUndefined();
			expect(ids).toEqual(listBefore.slice(0, history.limit));
			const perPage = Math.min(history.perPage, history.maxPerPage);
			// What the service cuts pages to, and how long the list is, is known only after the first answer.
			const isSurprising =
				history.perPage > history.maxPerPage || ids.length < (history.limit ?? 0);
			const surprises = isSurprising ? 1 : 0;
			expect(requests).toBeLessThanOrEqual(countWindows(ids.length, perPage) + surprises);
		});
		await fc.assert(property, { seed, numRuns: QUIET_CASES });
	}, 60_000);
});
