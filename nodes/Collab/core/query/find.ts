/** Runs a query: reads as much of the list as it takes, and no more. */
import type { FetchPage, ListQuery, Project } from '../contract';
import { AnchoredReader } from '../list/anchoredReader';
import { readWholeList, type WholeList } from '../list/wholeList';
import type { Bounds, Predicate } from './predicate';
import { firstByTime, planQuery, type QueryPlan, sortByTime } from './queryPlan';

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
	const isWhole = plan.isPast === undefined && limit === Infinity;
	const first = isWhole ? undefined : await readFirst(fetchPage, query, plan, limit);
	if (first?.projects) return foundIn(first.projects, limit, first, first.total);
	return await findInAll(fetchPage, query, limit, first?.rowsRead);
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
	const takeAdded = (added: readonly Project[]) => take(added.filter(matches));
	return await readWholeList(fetchPage, calm(list), { now, take: takeAdded });
}

/** The order by creation, in which no change moves a row. */
const calm = (list: ListQuery): ListQuery =>
	list.sortBy === 'updated_at' ? { ...list, sortBy: 'created_at', order: 'asc' } : list;

/** Reads no further than it has to; gives no projects where that does not show which are the first. */
async function readFirst(
	fetchPage: FetchPage,
	{ list, matches }: ProjectQuery,
	plan: QueryPlan,
	limit: number,
): Promise<Progress & Partial<Pick<Found, 'projects' | 'total'>>> {
	const isReordered = plan.list !== list;
	const wanted = isReordered ? Infinity : limit;
	let hasPassed = false;
	const reader: AnchoredReader = new AnchoredReader(fetchPage, plan.list, {
		...(matches ? { matches } : { wanted }),
		take: (_added, page) => {
			// The first row past a time filter ends the reading: none after it matches.
			hasPassed = page.projects.some(plan.isPast ?? (() => false));
			return hasPassed || (rows.count >= wanted && rows.matching().length >= wanted);
		},
	});
	const { rows } = reader;
	const end = await reader.read();
	const matching = rows.matching();
	const projects = isReordered ? firstByTime(matching, limit, list) : matching;
	const read = { rowsRead: rows.count, totalItems: reader.totalItems, isCountWrong: false };
	if (!['enough', 'end'].includes(end) || !projects) return read;
	const isCounted = end === 'end' || hasPassed || rows.count >= read.totalItems;
	// Without filters, the service's own count is how many match.
	const total = isCounted ? projects.length : matches ? undefined : read.totalItems;
	return { ...read, projects, total };
}

async function findInAll(
	fetchPage: FetchPage,
	{ list, matches = () => true, now }: ProjectQuery,
	limit: number,
	rowsReadBefore?: number,
): Promise<Found> {
	// The first ones by last change are known from that order alone; all can be sorted here.
	const isSortedHere = limit === Infinity && list.sortBy === 'updated_at';
	const whole = await readWholeList(fetchPage, isSortedHere ? calm(list) : list, {
		now,
		hasRows: rowsReadBefore !== undefined,
		keeps: matches,
		needsOrder: !isSortedHere,
	});
	const projects = isSortedHere ? sortByTime(whole.projects, list) : whole.projects;
	const rowsRead = Math.max(whole.rowsRead, rowsReadBefore ?? 0);
	return foundIn(projects, limit, { ...whole, rowsRead }, projects.length);
}

/** @param total how many match; undefined where reading ended before that was known */
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
