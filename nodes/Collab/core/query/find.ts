/** Runs a query: reads as much of the list as it takes, and no more. */
import type { FetchPage, ListQuery, Project } from '../contract';
import { AnchoredReader } from '../list/anchoredReader';
import { isTie } from '../list/placedRows';
import { type PassRows, readWholeList } from '../list/wholeList';
import { Arrangement, sortByTime } from './ordering';
import type { Bounds, Predicate } from './predicate';
import { planQuery, type QueryPlan } from './queryPlan';

export interface ProjectQuery {
	readonly list: ListQuery;
	readonly filters: Bounds;
	/** What the filters let pass; undefined without filters. */
	readonly matches: Predicate | undefined;
	/** This machine's clock, in milliseconds. */
	readonly now: () => number;
}

export interface Progress {
	/** Projects that were read, matching or not. */
	readonly rowsRead: number;
	/** As the service says. */
	readonly totalItems: number;
	/** The service's total is not what repeated readings of the list gave. */
	readonly isCountWrong: boolean;
}

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
	if (isWhole) return await findInAll(fetchPage, query, limit, 0);
	const { found, rowsRead } = await findFirst(fetchPage, query, plan, limit);
	return found ?? (await findInAll(fetchPage, query, limit, rowsRead));
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
	const takeAdded = ({ added }: PassRows) => take(added.filter(matches));
	return await readWholeList(fetchPage, calm(list), { now, take: takeAdded });
}

/** The order by creation, in which no change moves a row. */
const calm = (list: ListQuery): ListQuery =>
	list.sortBy === 'updated_at' ? { ...list, sortBy: 'created_at', order: 'asc' } : list;

/** Reads no further than it has to; finds nothing where that does not show which projects are the first. */
async function findFirst(
	fetchPage: FetchPage,
	{ list, matches }: ProjectQuery,
	plan: QueryPlan,
	limit: number,
): Promise<{ readonly found?: Found; readonly rowsRead: number }> {
	const wanted = plan.isReordered ? Infinity : limit;
	const isFiltered = matches !== undefined;
	const reading = await readFirst(fetchPage, plan, matches, wanted);
	const { end, found, progress, hasPassed } = reading;
	const { rowsRead, totalItems } = progress;
	const projects = plan.isReordered ? sortByTime(found, list) : found;
	if (end === 'stuck' || (plan.isReordered && !isCutSure(projects, limit, list)))
		return { rowsRead };
	const isUnfinished = end === 'enough' && !hasPassed && rowsRead < totalItems;
	return { found: foundIn(projects, limit, { ...progress, isUnfinished, isFiltered }), rowsRead };
}

/** Whether sorting by time shows which projects are the first: it does not tell in which order the service has equal ones. */
function isCutSure(projects: readonly Project[], limit: number, { sortBy }: ListQuery): boolean {
	const [last, next] = projects.slice(limit - 1, limit + 1);
	if (!last || !next) return true;
	const haveAllTimes = projects.every((project) => typeof project[sortBy] === 'string');
	return haveAllTimes && !isTie(sortBy, last[sortBy], next[sortBy]);
}

async function findInAll(
	fetchPage: FetchPage,
	{ list, matches = () => true, now }: ProjectQuery,
	limit: number,
	rowsReadBefore: number,
): Promise<Found> {
	// The first ones by time are known from that order alone; all can be sorted here.
	const query = limit === Infinity ? calm(list) : list;
	const arrangement = new Arrangement(query, matches);
	const canSort = limit === Infinity && list.sortBy !== 'name';
	let isArranged = false;
	const whole = await readWholeList(fetchPage, query, {
		now,
		hasRows: rowsReadBefore > 0,
		take: (rows) => arrangement.take(rows),
		isPlaced: (lasts, isSound) =>
			(isArranged = arrangement.arrange(lasts) && isSound && query === list) || canSort,
	});
	const found = arrangement.projects;
	const projects = isArranged ? found : sortByTime(found, list);
	const rowsRead = Math.max(whole.rowsRead, rowsReadBefore);
	return foundIn(projects, limit, { ...whole, rowsRead, isUnfinished: false, isFiltered: true });
}

/** @param isUnfinished whether reading stopped before rows that may match */
function foundIn(
	projects: readonly Project[],
	limit: number,
	reading: Progress & { readonly isUnfinished: boolean; readonly isFiltered: boolean },
): Found {
	const { rowsRead, totalItems, isCountWrong, isUnfinished, isFiltered } = reading;
	return {
		rowsRead,
		totalItems,
		isCountWrong,
		projects: projects.slice(0, limit),
		isCut: projects.length > limit || isUnfinished,
		matchCount: projects.length,
		// Without filters, the service's own count is how many match.
		total: isUnfinished ? (isFiltered ? undefined : totalItems) : projects.length,
	};
}

/** The first row past a time filter ends the reading: none after it matches. */
async function readFirst(
	fetchPage: FetchPage,
	{ list, isPast = () => false }: QueryPlan,
	matches: Predicate | undefined,
	wanted: number,
) {
	let given = 0;
	let hasPassed = false;
	const reader = new AnchoredReader(fetchPage, list, {
		...(matches ? { matches } : { wanted }),
		take: (rows) => {
			given += matches ? rows.filter(matches).length : rows.length;
			hasPassed ||= rows.some(isPast);
			return hasPassed || given >= wanted;
		},
	});
	const end = await reader.read();
	const { rows, totalItems } = reader;
	const progress: Progress = { rowsRead: rows.count, totalItems, isCountWrong: false };
	return { end, hasPassed, progress, found: rows.matching() };
}
