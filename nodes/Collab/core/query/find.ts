/** Runs a query: reads as much of the list as it takes, and no more. */
import type { FetchPage, ListQuery, Project } from '../contract';
import { AnchoredReader, type ReadingEnd } from '../list/anchoredReader';
import { readWholeList, type WholeList } from '../list/wholeList';
import type { Bounds, Predicate } from './predicate';
import { firstByTime, planQuery, type QueryPlan, sortByTime } from './queryPlan';

/** An order which no change moves; its first page shows whether projects are being created. */
const LATEST_FIRST = { sortBy: 'created_at', order: 'desc' } as const;

export interface ProjectQuery {
	readonly list: ListQuery;
	readonly filters: Bounds;
	/** What the filters let pass; undefined without filters. */
	readonly matches: Predicate | undefined;
	/** This machine's clock, in milliseconds. */
	readonly now: () => number;
}

/** How much of the list was read. */
export type Progress = Omit<WholeList, 'projects'>;

export interface Found extends Progress {
	/** They are in the order asked for. */
	readonly projects: readonly Project[];
	/** Whether the limit left projects out that match, or that were not read and may match. */
	readonly isCut: boolean;
	/** Of the projects that were read, before the limit. */
	readonly matchCount: number;
	/** How many match; undefined where reading ended before that was known. */
	readonly total: number | undefined;
}

/** The first `limit` projects that match, in the order asked for: what filtering and cutting the whole list gives. */
export async function findProjects(
	fetchPage: FetchPage,
	query: ProjectQuery,
	limit: number,
): Promise<Found> {
	const plan = planQuery(query.list, query.filters, limit);
	if (!plan.isPast && limit === Infinity) return await findInAll(fetchPage, query, limit, false);
	const first = await findFirst(fetchPage, query, plan, limit);
	return first ?? (await findInAll(fetchPage, query, limit, true));
}

/** Every project that matches, in whatever order is read soonest; of a whole list, page by page. */
export async function forEachMatching(
	fetchPage: FetchPage,
	query: ProjectQuery,
	take: (projects: readonly Project[]) => void,
): Promise<Progress> {
	const { list, filters, matches = () => true, now } = query;
	if (planQuery(list, filters, Infinity).isPast) {
		const found = await findProjects(fetchPage, query, Infinity);
		take(found.projects);
		return found;
	}
	const keep = (added: readonly Project[]) => {
		take(added.filter(matches));
		return [];
	};
	const options = { now, hadRows: false, keep, inOrder: false };
	return await readWholeList(fetchPage, { ...list, ...LATEST_FIRST }, options);
}

/** Reads no further than it has to; undefined where that does not show which projects are the first. */
async function findFirst(
	fetchPage: FetchPage,
	{ list, matches }: ProjectQuery,
	plan: QueryPlan,
	limit: number,
): Promise<Found | undefined> {
	const isReordered = plan.list !== list;
	const wanted = isReordered ? Infinity : limit;
	let hasPassed = false;
	const reader: AnchoredReader = new AnchoredReader(fetchPage, plan.list, {
		...(matches ? { matches } : { wanted }),
		take: (_added, page) => {
			// The first row past a time filter ends the reading: none after it matches.
			hasPassed = page.rows.some(plan.isPast ?? (() => false));
			return hasPassed || (rows.count >= wanted && rows.matching().length >= wanted);
		},
	});
	const { rows } = reader;
	const end = await reader.read();
	const matching = rows.matching();
	const projects = isReordered ? firstByTime(matching, limit, list) : matching;
	if (!showsFirst(end, reader) || !projects) return undefined;
	const { totalItems } = reader;
	const isCounted = end === 'end' || hasPassed || rows.count >= totalItems;
	// Without filters, the service's own count is how many match.
	const total = isCounted ? projects.length : matches ? undefined : totalItems;
	const progress = { rowsRead: rows.count, totalItems, isCountWrong: false };
	return foundIn(projects, limit, progress, total);
}

/** An end before a row that was read comes from an old copy of the list. */
const showsFirst = (end: ReadingEnd, { rows, showsAll }: AnchoredReader) =>
	end === 'enough' || (end === 'end' && rows.areAllPlaced && showsAll);

async function findInAll(
	fetchPage: FetchPage,
	{ list, matches = () => true, now }: ProjectQuery,
	limit: number,
	hadRows: boolean,
): Promise<Found> {
	// The first ones by a time are known from that order alone; all can be sorted here.
	const isSortedHere = limit === Infinity && list.sortBy !== 'name';
	const whole = await readWholeList(fetchPage, isSortedHere ? { ...list, ...LATEST_FIRST } : list, {
		now,
		hadRows,
		keep: (added) => added.filter(matches),
		inOrder: !isSortedHere,
	});
	const projects = isSortedHere ? sortByTime(whole.projects, list) : whole.projects;
	return foundIn(projects, limit, whole, projects.length);
}

function foundIn(
	projects: readonly Project[],
	limit: number,
	progress: Progress,
	total: number | undefined,
): Found {
	return {
		...progress,
		projects: projects.slice(0, limit),
		isCut: total === undefined || total > limit,
		matchCount: projects.length,
		total,
	};
}
