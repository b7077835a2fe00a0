/** Runs a query: reads as much of the list as it takes, and no more. */
import type { FetchPage, ListQuery, Project } from '../contract';
import { sortProjects } from './ordering';
import type { Bounds, Predicate } from './predicate';
import { type Batch, type ListOptions, paginate } from '../pagination/paginator';
import { planQuery, type QueryPlan } from './queryPlan';

export interface ProjectQuery {
	readonly list: ListQuery;
	readonly filters: Bounds;
	/** What the filters let pass; undefined without filters. */
	readonly matches: Predicate | undefined;
	/** Requests under way at once, at most. */
	readonly maxConcurrentRequests: number;
	/** This machine's clock, in milliseconds. */
	readonly now: () => number;
}

export interface Progress {
	/** Projects that were read so far, matching or not. */
	readonly rowsRead: number;
	/** As the service says. */
	readonly totalItems: number;
	/** The service's total is not what repeated readings of the list gave. */
	readonly isCountWrong: boolean;
}

export const NOTHING_READ: Progress = { rowsRead: 0, totalItems: 0, isCountWrong: false };

export interface Found extends Progress {
	/** In the order asked for. */
	readonly projects: readonly Project[];
	/** Whether the limit left projects out that match, or that were not read and may match. */
	readonly isCut: boolean;
	/** Of the projects that were read, before the limit. */
	readonly matchCount: number;
	/** How many match; undefined where reading ended before that was known. */
	readonly total: number | undefined;
}

/** The first `limit` projects that match, in the order asked for: what filtering the whole list and cutting it gives. */
export async function findProjects(
	fetchPage: FetchPage,
	query: ProjectQuery,
	limit: number,
): Promise<Found> {
	const plan = planQuery(query.list, query.filters, limit);
	const wanted = plan.isReordered ? Infinity : limit;
	const projects: Project[] = [];
	let { isReordered } = plan;
	/** How many of them came in the service's order. */
	let inOrder = 0;
	let last: Reached = { ...NOTHING_READ, isPast: false };
	for await (const match of readMatching(fetchPage, query, plan, wanted)) {
		for (const project of match.projects) projects.push(project);
		isReordered ||= match.isReordered && match.projects.length > 0;
		if (!isReordered) inOrder = projects.length;
		last = match;
	}
	const sorted = isReordered
		? sortProjects(projects, query.list, areNullsLast(projects.slice(0, inOrder), query.list))
		: projects;
	const { rowsRead, totalItems, isCountWrong } = last;
	const matchCount = projects.length;
	const isUnfinished = isStopped(query, last, matchCount, wanted);
	return {
		projects: sorted.slice(0, limit),
		rowsRead,
		totalItems,
		isCountWrong,
		isCut: matchCount > limit || isUnfinished,
		matchCount,
		total: isUnfinished ? totalWithout(query.matches, totalItems) : matchCount,
	};
}

/** Without filters, the service's own count is how many match. */
const totalWithout = (matches: Predicate | undefined, totalItems: number) =>
	matches === undefined ? totalItems : undefined;

/** Whether reading stopped at the limit, before rows that may match. */
function isStopped(
	{ matches }: ProjectQuery,
	{ rowsRead, totalItems, isPast }: Reached,
	matchCount: number,
	wanted: number,
): boolean {
	// Without filters, a limit may cut off rows that the last window had.
	const given = matches ? rowsRead : matchCount;
	return matchCount >= wanted && given < totalItems && !isPast;
}

/** Every project that matches, in whatever order is read soonest. */
export async function* eachMatching(
	fetchPage: FetchPage,
	query: ProjectQuery,
): AsyncGenerator<Progress & { readonly projects: readonly Project[] }> {
	const plan = planQuery(query.list, query.filters, Infinity);
	yield* readMatching(fetchPage, query, plan, Infinity);
}

interface Reached extends Progress {
	/** Whether nothing that was not read can match any more. */
	readonly isPast: boolean;
}

interface Match extends Reached, Pick<Batch, 'isReordered'> {
	/** Projects that match; some batches have none. */
	readonly projects: readonly Project[];
}

/** The first row past a time filter ends the reading: none after it matches. */
async function* readMatching(
	fetchPage: FetchPage,
	query: ProjectQuery,
	plan: QueryPlan,
	wanted: number,
): AsyncGenerator<Match> {
	const { matches = () => true, maxConcurrentRequests, now } = query;
	let matchCount = 0;
	let isPast = false;
	const isEnough = () => isPast || matchCount >= wanted;
	const options: ListOptions = {
		query: plan.list,
		maxConcurrentRequests,
		now,
		...extentOf(query, plan, wanted),
		isEnough,
	};
	for await (const batch of paginate(fetchPage, options)) {
		isPast ||= plan.isPast !== undefined && batch.projects.some(plan.isPast);
		const projects = batch.projects.filter(matches);
		matchCount += projects.length;
		yield { ...batch, projects, isPast };
	}
}

/** Where the service put the projects without a value; undefined where it gave none in its order. */
function areNullsLast(inOrder: readonly Project[], { sortBy }: ListQuery): boolean | undefined {
	const index = inOrder.findIndex((project) => typeof project[sortBy] !== 'string');
	return index < 0 ? undefined : index > 0;
}

/** How far reading goes is known without filters, or for the whole list; otherwise it may end at any row. */
function extentOf({ matches }: ProjectQuery, { isPast }: QueryPlan, wanted: number) {
	if (matches === undefined) return { limit: wanted };
	return isPast === undefined && wanted === Infinity ? { limit: Infinity } : {};
}
