/** Random histories of an account that is listed while it changes, and what a walk must make of them. */
import fc from 'fast-check';

import type { ListQuery } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import type { walk } from '../../../nodes/Collab/core/pagination/walk';
import { Account, type Change, randomFrom } from './account';
import { BusyService } from './service';

export type Walker = typeof walk;

export interface History {
	/** Decides which project changes, when, and which request is served next. */
	readonly seed: number;
	readonly projectCount: number;
	/** Different times, and names, among the projects: few make many ties. */
	readonly stamps: number;
	readonly listing: ListQuery;
	readonly changes: readonly Change[];
	readonly changesPerRequest: number;
	readonly perPage: number;
	/** What the service cuts per_page to. */
	readonly maxPerPage: number;
	readonly readAhead: number;
	readonly limit: number | undefined;
}

const CHANGES: readonly Change[] = ['create', 'update', 'delete', 'archive', 'rename'];

export const listings: fc.Arbitrary<ListQuery> = fc.record({
	status: fc.constantFrom('all', 'active', 'archived'),
	sortBy: fc.constantFrom('updated_at', 'created_at', 'name'),
	order: fc.constantFrom('desc', 'asc'),
});

/** Pages are small, so that a list of a few hundred projects has many. */
export const histories: fc.Arbitrary<History> = fc.record({
	seed: fc.nat(),
	projectCount: fc.oneof(fc.nat(60), fc.nat(600)),
	stamps: fc.constantFrom(1, 5, 100, 1000),
	listing: listings,
	changes: fc.subarray([...CHANGES], { minLength: 1 }),
	changesPerRequest: fc.constantFrom(0.05, 0.3, 1, 1, 2),
	perPage: fc.integer({ min: 10, max: 20 }),
	maxPerPage: fc.constantFrom(9, 12, 100, 100),
	readAhead: fc.constantFrom(1, 2, 8, 16),
	limit: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }) },
	),
});

export const quietHistories: fc.Arbitrary<History> = histories.map((history) => ({
	...history,
	changes: [],
	changesPerRequest: 0,
}));

export interface Outcome {
	/** Projects that were listed all the time and never changed. */
	readonly untouched: ReadonlySet<string>;
	/** The list before the first request. */
	readonly listBefore: readonly string[];
	readonly ids: readonly string[];
	readonly requests: number;
	readonly mostAtOnce: number;
	readonly failure: CollabError | undefined;
}

export async function live(history: History, walker: Walker): Promise<Outcome> {
	const { listing, perPage, readAhead, limit } = history;
	const random = randomFrom(history.seed);
	const account = new Account(history.projectCount, listing, random, history.stamps);
	const churn = { changes: history.changes, rate: history.changesPerRequest };
	const service = new BusyService(account, churn, random, history.maxPerPage);
	const listBefore = account.list().map(({ id }) => id);
	const ids: string[] = [];
	let failure: CollabError | undefined;
	try {
		const options = { sortBy: listing.sortBy, perPage, readAhead, limit };
		for await (const batch of walker(service.fetchWindow, options)) {
			ids.push(...batch.projects.map(({ id }) => id));
		}
	} catch (error) {
		if (!(error instanceof CollabError)) throw error;
		failure = error;
	}
	const untouched = new Set(listBefore.filter((id) => !account.touched.has(id)));
	const { mostAtOnce, asked } = service;
	return { untouched, listBefore, ids, requests: asked.length, mostAtOnce, failure };
}

/** Whether so much may change while a window's neighbour is read that nobody could follow. */
export function isTooBusy({ changesPerRequest, readAhead, perPage, maxPerPage }: History): boolean {
	return changesPerRequest * readAhead > Math.min(perPage, maxPerPage) / 8;
}

export function assertComplete({ limit = Infinity }: History, outcome: Outcome): void {
	const seen = new Set(outcome.ids);
	if (seen.size < outcome.ids.length) throw new Error('A project came twice');
	if (outcome.ids.length > limit) throw new Error('More than the limit');
	if (outcome.ids.length === limit) return;
	const lost = [...outcome.untouched].filter((id) => !seen.has(id));
	if (lost.length > 0) throw new Error(`Lost: ${lost.join(', ')}`);
}
