/** Random histories of an account that is listed while it changes, and what reading it must give. */
import fc from 'fast-check';
import { NULLS, PER_PAGE_REPORTS, TIES } from '../looseListing';
import type { FetchPage, ListQuery, Project } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { Account, type AccountShape, CHANGES, randomFrom } from './account';
import { BusyService, type ServiceShape } from './busyService';

export interface ReaderOptions {
	readonly query: ListQuery;
	readonly limit: number;
	readonly now: () => number;
}

/** Reads a list: what the tests are about, or a wrong way to do it. */
export type Reader = (fetchPage: FetchPage, options: ReaderOptions) => Promise<readonly Project[]>;

export interface History {
	/** Decides which project changes, when, and which request is served next. */
	readonly seed: number;
	readonly account: AccountShape;
	readonly service: ServiceShape;
	readonly query: ListQuery;
	readonly limit: number;
}

const MS_PER_HOUR = 3_600_000;

const queries: fc.Arbitrary<ListQuery> = fc.record({
	status: fc.constantFrom('all', 'active', 'archived'),
	sortBy: fc.constantFrom('updated_at', 'created_at', 'name'),
	order: fc.constantFrom('desc', 'asc'),
});

/** Pages are small, so that a list of a few hundred projects has many. */
export const histories: fc.Arbitrary<History> = fc
	.record({
		seed: fc.nat(),
		account: fc.record({
			projectCount: fc.oneof(fc.nat(60), fc.nat(60), fc.nat(400)),
			stamps: fc.constantFrom(1, 5, 100, 100_000),
			names: fc.constantFrom(3, 100, 100_000),
			nullShare: fc.constantFrom(0, 0, 0.1, 0.9),
			precisionMs: fc.constantFrom(1, 1000),
		}),
		service: fc.record({
			looseness: fc.record({
				ties: fc.constantFrom(...TIES),
				hiddenColumn: fc.constantFrom('updated_at', 'member_count'),
				nulls: fc.constantFrom(...NULLS),
				perPageReport: fc.constantFrom(...PER_PAGE_REPORTS),
				maxPerPage: fc.constantFrom(9, 12, 20, 20, 100),
			}),
			changes: fc.subarray([...CHANGES]),
			changesPerRequest: fc.constantFrom(0.02, 0.1, 0.3, 0.3, 1),
			maxChanges: fc.constantFrom(1, 5, 50, 300),
			countsFirst: fc.boolean(),
			latencyMs: fc.constantFrom(1, 50, 500),
			dateSkewMs: fc.constantFrom(0, 0, MS_PER_HOUR, -MS_PER_HOUR),
		}),
		query: queries,
		limit: fc.oneof(
			{ weight: 4, arbitrary: fc.constant(Infinity) },
			{ weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }) },
		),
	})
	.filter(isKnowable);

export const quietHistories: fc.Arbitrary<History> = histories.map((history) => ({
	...history,
	service: { ...history.service, changes: [] },
}));

export interface Outcome {
	/** Projects that were in the list from before the first request to after the last. */
	readonly lasting: ReadonlySet<string>;
	/** Those that did not change meanwhile. */
	readonly steady: ReadonlySet<string>;
	/** Projects that were among the first `limit` all the time, unchanged. */
	readonly firsts: ReadonlySet<string>;
	/** The list before the first request. */
	readonly before: readonly Project[];
	readonly projects: readonly Project[];
	readonly requests: number;
	readonly error: CollabError | undefined;
}

/**
 * A service whose clock is ahead of its stamps makes new projects look old: where as many came as went, the count is right
 * and a project may be missing.
 */
export function isKnowable({ service: { changes, dateSkewMs } }: History): boolean {
	return dateSkewMs <= 0 || changes.length === 0;
}

export async function run(history: History, reader: Reader): Promise<Outcome> {
	const { query, limit } = history;
	const random = randomFrom(history.seed);
	const account = new Account(history.account, history.service.looseness, random);
	const service = new BusyService(account, history.service, random);
	const before = account.list(query);
	account.watchFirst(query, limit);
	let projects: readonly Project[] = [];
	let error: CollabError | undefined;
	try {
		projects = await reader(service.fetchPage, { query, limit, now: () => account.nowMs });
	} catch (thrown) {
		if (!(thrown instanceof CollabError)) throw thrown;
		error = thrown;
	}
	return {
		lasting: account.lastingIds(query.status),
		steady: account.steadyIds(query.status),
		firsts: account.firstIds,
		before,
		projects,
		requests: service.asked,
		error,
	};
}

/** Each project that lasted is there, and none twice; with a limit, each that was among the first, and no more than these. */
export function assertComplete({ limit }: History, { projects, lasting, firsts }: Outcome): void {
	const ids = new Set(projects.map(({ id }) => id));
	if (ids.size < projects.length) throw new Error('A project came twice');
	if (ids.size > limit) throw new Error('More than the limit');
	const lost = [...(limit === Infinity ? lasting : firsts)].filter((id) => !ids.has(id));
	if (lost.length > 0) throw new Error(`Lost: ${lost.join(', ')}`);
}

/** Whether equal values have a fixed order that no change moves by itself. */
export function isWellOrdered({ service: { looseness } }: History): boolean {
	return looseness.ties !== 'random';
}

export function isQuiet({ service: { changes } }: History): boolean {
	return changes.length === 0;
}
