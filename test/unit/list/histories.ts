/** Random histories of an account that is listed while it changes, and what reading it must give. */
import fc from 'fast-check';
import { COLLATIONS, comparisonOf, NULLS, STRICT, TIES } from '../../../dev/sandbox/listing';
import { PER_PAGE_REPORTS } from '../../../dev/sandbox/listing';
import type { FetchPage, ListQuery, Project } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { type Edit, editAny, fill, weighted } from '../edits';
import { DAY, draw, pick, randomFrom, SECOND, Service } from '../service';
import type { Stored, Versions } from '../versions';

/** Reads a list: what the tests are about, or a wrong way to do it. */
export type Reader = (
	fetchPage: FetchPage,
	options: { readonly query: ListQuery; readonly limit: number },
) => Promise<readonly Project[]>;

export const CHANGES = ['create', 'touch', 'delete', 'archive', 'restore', 'rename'] as const;

export const queries: fc.Arbitrary<ListQuery> = fc.record({
	status: fc.constantFrom('all', 'active', 'archived'),
	sortBy: fc.constantFrom('updated_at', 'created_at', 'name'),
	order: fc.constantFrom('desc', 'asc'),
});

/** Pages are small, so that a list of a few hundred projects has many. */
const anyHistory = fc.record({
	/** Decides which project changes, when, and which request is served next. */
	seed: fc.nat(),
	account: fc.record({
		projects: fc.oneof(fc.nat(60), fc.nat(60), fc.nat(400)),
		stamps: fc.constantFrom<number>(1, 5, 100, 100_000),
		/** How many different names there are. */
		names: fc.constantFrom<number>(3, 100, 100_000),
		/** The share without `updated_at`; a quarter of it has no `created_at`. */
		nullShare: fc.constantFrom<number>(0, 0, 0.1, 0.9),
	}),
	service: fc.record({
		ties: fc.constantFrom(...TIES),
		hiddenColumn: fc.constantFrom('updated_at', 'member_count'),
		nulls: fc.constantFrom(...NULLS),
		precision: fc.constantFrom('millisecond' as const, 'second' as const),
		perPageReport: fc.constantFrom(...PER_PAGE_REPORTS),
		maxPerPage: fc.constantFrom<number>(9, 12, 20, 20, 100),
		pageSizes: weighted<readonly number[]>([6, []], [1, [10, 25, 50, 100]]),
		collation: fc.constantFrom(...COLLATIONS),
		totalReport: weighted([10, 'list' as const], [1, 'page' as const], [1, 'zero' as const]),
		countsFirst: fc.boolean(),
		requestMs: fc.constantFrom<number>(1, 50, 500),
	}),
	/** How answers are wrong, and which share of those after the first. */
	falseAnswers: weighted<Service['behavior']['falseAnswers']>(
		[8, 'none'],
		[1, 'empty'],
		[1, 'cut'],
		[1, 'empty account'],
	),
	falseRate: fc.constantFrom<number>(0.05, 0.3, 1),
	/** What happens between any two requests. */
	changes: fc.subarray<Edit['do']>([...CHANGES]),
	/** On average. */
	changesPerRequest: fc.constantFrom<number>(0.02, 0.1, 0.3, 0.3, 1),
	/** After so many changes the account is quiet. */
	maxChanges: fc.constantFrom<number>(1, 5, 50, 300),
	query: queries,
	limit: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(Infinity) },
		{ weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }) },
	),
});

export type History = typeof anyHistory extends fc.Arbitrary<infer One> ? One : never;

export const histories = anyHistory.map(({ service, ...history }): History => {
	// Without a count, nothing shows that rows are missing: a service has one of these faults, and not both.
	const totalReport = history.falseAnswers === 'none' ? service.totalReport : 'list';
	// Where imported rows have one name, too, and first pages are sorted apart, no order shows them all.
	const names = service.ties === 'topN' ? 100_000 : history.account.names;
	const account = { ...history.account, names };
	return { ...history, account, service: { ...service, totalReport } };
});

export const isHonest = ({ falseAnswers, service }: History): boolean =>
	falseAnswers === 'none' && service.totalReport === 'list';

export const quietHistories = histories.map((history): History => ({ ...history, changes: [] }));

/** Reads, and says which projects have to be there: those that were among the first `limit` all the time, unchanged. */
export async function run(history: History, reader: Reader) {
	const { query, limit } = history;
	const service = serviceOf(history);
	const { versions } = service;
	const fromSeq = versions.latestSeq;
	/** The list before the first request. */
	const before = [...service.list(query)];
	let projects: readonly Project[] = [];
	let error: CollabError | undefined;
	try {
		projects = await reader(service.fetchInAnyOrder, { query, limit });
	} catch (thrown) {
		if (!(thrown instanceof CollabError)) throw thrown;
		error = thrown;
	}
	const later = versions.all.slice(fromSeq);
	const isListed = (row?: Stored) => row && (query.status === 'all' || row.status === query.status);
	const idsWithout = (gone: ReadonlyArray<{ readonly id: string }>) => {
		const ids = new Set(gone.map(({ id }) => id));
		return new Set(before.map(({ id }) => id).filter((id) => !ids.has(id)));
	};
	/** Without a limit, those that were in the list from before the first request to after the last. */
	const lasting = () => idsWithout(later.filter(({ row }) => !isListed(row)));
	const firsts = limit === Infinity ? lasting() : firstsOf(versions, fromSeq, history);
	/** Projects that did not change. */
	const steady = idsWithout(later);
	return { firsts, steady, before, projects, requests: service.asked.length, error };
}

export type Outcome = Awaited<ReturnType<typeof run>>;

/** Collations differ in which of them they take for equal, and in what comes first. */
const SPELLINGS = ['Project', 'project', 'Próject', 'Prøject', 'PROJECT', 'Æon', 'aeon', '-x'];

function serviceOf({ seed, account, service: behavior, ...history }: History): Service {
	const random = randomFrom(seed);
	const service = new Service(behavior, random);
	service.nameOf = () => `${pick(SPELLINGS, random)} ${draw(random, account.names)}`;
	fill(service, account, DAY, account.nullShare);
	// The last change was some seconds ago.
	service.nowMs += 5 * SECOND;
	const { changes, changesPerRequest, maxChanges } = history;
	let changed = 0;
	const changeSome = () => {
		if (changes.length === 0) return;
		for (let due = changesPerRequest; due >= 1 || random() < due; due -= 1) {
			if (changed++ >= maxChanges) return;
			service.nowMs += behavior.requestMs * random();
			editAny(service, changes, random);
		}
	};
	service.meanwhile = changeSome;
	service.beforeAnswer = (number) => {
		// An empty account that is one at the first answer is believed.
		if (number === 2) service.behave({ falseAnswers: history.falseAnswers });
		if (behavior.countsFirst) changeSome();
	};
	service.behave({ falseRate: history.falseRate });
	return service;
}

/**
 * Where projects both leave a list and come to it while it is read whole, as many at the very end of a limit may be displaced
 * by ones that were never there at the same time.
 */
function displacedBy(versions: Versions, fromSeq: number): number {
	const later = versions.all.slice(fromSeq);
	const left = later.filter(({ id }) => versions.of(id).length > 1).length;
	const came = later.filter(({ row }) => row !== undefined).length;
	return Math.min(left, came);
}

/** Without those of which a project with an equal value is not among the first: their order is open. */
function firstsOf(
	versions: Versions,
	fromSeq: number,
	{ query, limit, service }: History,
): Set<string> {
	const table = versions.replicaAt(Infinity, fromSeq);
	const sure = limit - displacedBy(versions, fromSeq);
	const firstNow = () => {
		const list = table.sorted(query, { ...STRICT, ...service });
		const cut = list[sure]?.[query.sortBy];
		const first = list.slice(0, Math.max(0, sure));
		const compare = comparisonOf(query, service);
		const isEqual = (value: unknown) =>
			value === cut ||
			(typeof value === 'string' && typeof cut === 'string' && compare(value, cut) === 0);
		const isCertain = (row: Stored) => list.length <= sure || !isEqual(row[query.sortBy]);
		return first.filter(isCertain).map(({ id }) => id);
	};
	let firsts = new Set(firstNow());
	for (const { id: changed, row } of versions.all.slice(fromSeq)) {
		table.set(changed, row);
		firsts = new Set(firstNow().filter((id) => firsts.has(id) && id !== changed));
	}
	return firsts;
}

/** Each project that lasted is there, and none twice; with a limit, each that was among the first, and no more than these. */
export function assertComplete(
	{ limit }: Pick<History, 'limit'>,
	{ projects, firsts }: Pick<Outcome, 'projects' | 'firsts'>,
): void {
	const ids = new Set(projects.map(({ id }) => id));
	if (ids.size < projects.length) throw new Error('A project came twice');
	if (ids.size > limit) throw new Error('More than the limit');
	const lost = [...firsts].filter((id) => !ids.has(id));
	if (lost.length > 0) throw new Error(`Lost: ${lost.join(', ')}`);
}

/** Whether equal values have a fixed order that no change moves by itself. */
export const isWellOrdered = ({ service }: History) => !/random|topN/.test(service.ties);
