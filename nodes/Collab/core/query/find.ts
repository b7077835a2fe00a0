/** Reading with filters: as much of the listing as it takes, and no more. */
import type { ListQuery, Page, Project, Window } from '../contract';
import type { Filters, Predicate } from './filters';
import { comparatorOf } from './ordering';
import { planReading, type ReadingPlan } from './queryPlan';
import { walk } from '../pagination/walk';

export type FetchListing = (listing: ListQuery, window: Window) => Promise<Page>;

export interface Query {
	readonly listing: ListQuery;
	readonly filters: Filters;
	/** What the filters let pass. */
	readonly matches: Predicate;
	readonly readAhead: number;
}

export interface Finding {
	/** Projects that match, in the order of reading; some batches have none. */
	readonly projects: readonly Project[];
	/** Rows read so far, matching or not. */
	readonly rowsRead: number;
	readonly totalItems: number;
	readonly totalsDisagreed: boolean;
	/** Whether nothing that was not read can match any more. */
	readonly isPast: boolean;
}

export interface Found extends Omit<Finding, 'isPast'> {
	/** Whether the limit left projects out that match, or that were not read and may match. */
	readonly isCut: boolean;
	/** Of the projects that were read, before the limit. */
	readonly matchCount: number;
}

/** The first `limit` projects that match, in the order asked for: what filtering the whole list and cutting it gives. */
export async function findProjects(
	fetch: FetchListing,
	query: Query,
	limit: number,
): Promise<Found> {
	const plan = planReading(query.listing, query.filters, limit);
	const wanted = plan.isReordered ? Infinity : limit;
	const projects: Project[] = [];
	let last = { rowsRead: 0, totalItems: 0, totalsDisagreed: false, isPast: false };
	for await (const finding of readMatching(fetch, query, plan, wanted)) {
		for (const project of finding.projects) projects.push(project);
		last = finding;
		if (projects.length >= wanted) break;
	}
	if (plan.isReordered) projects.sort(comparatorOf(query.listing));
	const { isPast, ...progress } = last;
	const isStopped = projects.length >= wanted && progress.rowsRead < progress.totalItems && !isPast;
	const isCut = projects.length > limit || isStopped;
	const matchCount = projects.length;
	return { ...progress, isCut, matchCount, projects: projects.slice(0, limit) };
}

/** Every project that matches, in whatever order is read soonest. */
export async function* eachMatching(fetch: FetchListing, query: Query): AsyncGenerator<Finding> {
	yield* readMatching(fetch, query, planReading(query.listing, query.filters, Infinity), Infinity);
}

/**
 * The walk's promise holds for the part that was read: every project that nobody touched meanwhile
 * and that stands before the last row came exactly once. So stopping at the first row that is past
 * a time filter leaves out none that matches it.
 */
async function* readMatching(
	fetch: FetchListing,
	{ matches, readAhead }: Query,
	{ listing, isPast }: ReadingPlan,
	wanted: number,
): AsyncGenerator<Finding> {
	// How far it goes is known for the whole list only; otherwise requests at once grow with what is read.
	const extent = isPast === undefined && wanted === Infinity ? { limit: Infinity } : {};
	const options = { sortBy: listing.sortBy, readAhead, ...extent };
	let rowsRead = 0;
	for await (const batch of walk(async (window) => await fetch(listing, window), options)) {
		rowsRead += batch.projects.length;
		const { totalItems, totalsDisagreed } = batch;
		const isEnough = isPast !== undefined && batch.projects.some(isPast);
		const projects = batch.projects.filter(matches);
		yield { projects, rowsRead, totalItems, totalsDisagreed, isPast: isEnough };
		if (isEnough) return;
	}
}
