import { cases } from '../../random';
import {
	COMPLETE,
	COMPLETE_OR_ERROR,
	importInBulks,
	listAll,
	start,
	touchSomething,
} from './listing';

/** How many accounts of each kind are read. */
const SEEDS = cases(1).numRuns;
const SORTS = ['created_at', 'updated_at', 'name'] as const;
const ORDERS = ['desc', 'asc'] as const;

describe('a list that does not change is complete when the service', () => {
	it.each(['stable', 'reverse', 'hidden', 'random'] as const)(
		'puts equal values in the order: %s',
		async (ties) => {
			const sandbox = await start({ projects: 420, ties });
			importInBulks(sandbox, 3);
			for (const sortBy of SORTS) {
				for (const order of ORDERS) {
					expect([sortBy, order, await listAll(sandbox, { sortBy, order })]).toEqual([
						sortBy,
						order,
						COMPLETE,
					]);
				}
			}
		},
	);

	it.each(['first', 'last', 'postgresql', 'mysql'] as const)(
		'puts projects without updated_at: %s',
		async (nulls) => {
			for (const ties of ['stable', 'random'] as const) {
				const sandbox = await start({ projects: 330, withoutUpdatedAt: 0.5, nulls, ties });
				for (const order of ORDERS) {
					expect(await listAll(sandbox, { sortBy: 'updated_at', order })).toEqual(COMPLETE);
				}
			}
		},
	);

	it.each(['asked', 'clamped', 'returned'] as const)(
		'reports per_page as %s',
		async (perPageReport) => {
			for (const projects of [0, 1, 99, 100, 101, 137, 250]) {
				const sandbox = await start({ projects, perPageReport });
				expect([projects, await listAll(sandbox)]).toEqual([projects, COMPLETE]);
				sandbox.configure({ maxPerPage: 30 });
				expect([projects, await listAll(sandbox)]).toEqual([projects, COMPLETE]);
			}
		},
	);

	it.each([-150, -120, -50, -3, -1, 1, 3, 120])(
		'reports a total that is wrong by %d',
		async (totalOffset) => {
			const sandbox = await start({ projects: 250, totalOffset });
			expect(await listAll(sandbox)).toEqual(COMPLETE);
		},
	);

	it.each(['gzip', 'br', 'deflate'] as const)('compresses as %s', async (compression) => {
		const sandbox = await start({ projects: 250, compression });
		expect(await listAll(sandbox)).toEqual(COMPLETE);
	});

	it.each([-86_400_000, 86_400_000])('has a clock that is %d ms wrong', async (dateOffsetMs) => {
		const sandbox = await start({ projects: 250, dateOffsetMs });
		expect(await listAll(sandbox)).toEqual(COMPLETE);
	});
});

describe('a list that changes is complete, or the run ends in an error, when the service', () => {
	it.each([100, 200, 137])(
		'counts first, and of %d projects some are created before it selects',
		async (projects) => {
			for (let seed = 1; seed <= SEEDS; seed += 1) {
				const sandbox = await start({ projects, seed, createBeforeSelectRate: 0.3 });
				expect([seed, await listAll(sandbox)]).toEqual([seed, COMPLETE]);
			}
		},
	);

	it('sorts equal values by updated_at while projects change', async () => {
		for (let seed = 1; seed <= SEEDS; seed += 1) {
			const options = { projects: 420, seed, ties: 'hidden' as const };
			const sandbox = await start({ ...options, beforeSelect: touchSomething(seed) });
			importInBulks(sandbox, 3);
			const result = await listAll(sandbox, { sortBy: 'created_at' });
			expect([seed, result]).toMatchObject([seed, COMPLETE]);
		}
	});

	it('reports totals that are some changes old', async () => {
		for (let seed = 1; seed <= SEEDS; seed += 1) {
			const sandbox = await start({
				projects: 199,
				seed,
				createBeforeSelectRate: 0.5,
				staleTotalChanges: 2,
			});
			expect([seed, await listAll(sandbox)]).toEqual([seed, COMPLETE]);
		}
	});

	it('answers from replicas that lag', async () => {
		for (let seed = 1; seed <= SEEDS; seed += 1) {
			const options = { projects: 300, seed, replicaLagChanges: 3 };
			const sandbox = await start({ ...options, beforeSelect: touchSomething(seed) });
			expect([seed, await listAll(sandbox)]).toMatchObject([seed, COMPLETE_OR_ERROR]);
		}
	});
});
