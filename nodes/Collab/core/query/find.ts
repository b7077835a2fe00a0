/** Runs a query: reads as much of the list as it takes, and no more. */
import type { FetchPage, ListQuery, Project } from '../contract';
import { FirstRowsReader } from '../list/firstRows';
import { readWholeList } from '../list/wholeList';
import { sortProjects } from './ordering';
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

/** Is given projects that match, each once, with the number of their page or window. */
type Take = (projects: readonly Project[], number: number) => void;

interface Reading extends Progress {
	/** The order of the service in which the list was read. */
	readonly order: ListQuery;
	/** The first row in that order, where there is one. */
	readonly first: Project | undefined;
	/** Whether pages and windows hold the projects in that order. */
	readonly isInOrder: boolean;
	/** Whether reading stopped before rows that may match. */
	readonly isUnfinished: boolean;
	/** Whether rows that were read have left that part of the list since. */
	readonly haveRowsGone?: boolean;
}

/** Of a list with a limit that rows leave while it is read. */
const MAX_TRIES = 3;

/** The first `limit` projects that match, in the order asked for: what filtering the whole list and cutting it gives. */
export async function findProjects(
	fetchPage: FetchPage,
	query: ProjectQuery,
	limit: number,
): Promise<Found> {
	for (let tries = 0; ; tries++) {
		const pages: Project[][] = [];
		const take: Take = (projects, number) => void (pages[number] ??= []).push(...projects);
		const reading = await readMatching(fetchPage, query, limit, take);
		// A project that was removed meanwhile would take the place of one that lasts.
		if (reading.haveRowsGone && tries < MAX_TRIES) continue;
		return foundIn(pages.flat(), query, limit, reading);
	}
}

function foundIn(
	found: readonly Project[],
	{ list, matches }: ProjectQuery,
	limit: number,
	reading: Reading,
): Found {
	const { rowsRead, totalItems, isCountWrong, isUnfinished } = reading;
	// Without filters, the service's own count is how many match.
	const uncounted = matches === undefined ? totalItems : undefined;
	return {
		...{ rowsRead, totalItems, isCountWrong },
		projects: inOrder(found, list, reading).slice(0, limit),
		isCut: found.length > limit || isUnfinished,
		matchCount: found.length,
		total: isUnfinished ? uncounted : found.length,
	};
}

function inOrder(
	found: readonly Project[],
	list: ListQuery,
	{ order, isInOrder, first }: Reading,
): readonly Project[] {
	const isAsked = order.sortBy === list.sortBy && order.order === list.order;
	if (isAsked && isInOrder) return found;
	// Where the service put projects without a value, if it was asked for this order.
	const areNullsLast = isAsked ? typeof first?.[list.sortBy] === 'string' : undefined;
	return sortProjects(found, list, areNullsLast);
}

/** Every project that matches, in whatever order is read soonest. */
export async function forEachMatching(
	fetchPage: FetchPage,
	query: ProjectQuery,
	take: (projects: readonly Project[]) => void,
): Promise<Progress> {
	return await readMatching(fetchPage, query, Infinity, take);
}

async function readMatching(
	fetchPage: FetchPage,
	query: ProjectQuery,
	limit: number,
	take: Take,
): Promise<Reading> {
	const plan = planQuery(query.list, query.filters, limit);
	const isWhole = plan.isPast === undefined && limit === Infinity;
	if (isWhole) return await readAll(fetchPage, query, take);
	const wanted = plan.isReordered ? Infinity : limit;
	return await readFirst(fetchPage, query, { plan, wanted }, take);
}

/** A change moves a row in the order of `updated_at`, and none in that of `created_at`. */
async function readAll(
	fetchPage: FetchPage,
	{ list, matches = () => true, now }: ProjectQuery,
	take: Take,
): Promise<Reading> {
	const isCalm = list.sortBy !== 'updated_at';
	const order = isCalm ? list : ({ ...list, sortBy: 'created_at', order: 'asc' } as const);
	let first: Project | undefined;
	const takeMatching: Take = (rows, number) => {
		if (number === 1) first ??= rows[0];
		take(rows.filter(matches), number);
	};
	const { isOnePass, ...whole } = await readWholeList(fetchPage, order, now, takeMatching);
	return { ...whole, order, first, isInOrder: isOnePass, isUnfinished: false };
}

/** The first row past a time filter ends the reading: none after it matches. */
async function readFirst(
	fetchPage: FetchPage,
	query: ProjectQuery,
	{ plan, wanted }: { readonly plan: QueryPlan; readonly wanted: number },
	take: Take,
): Promise<Reading> {
	const { matches = () => true } = query;
	const { list: order, isPast = () => false } = plan;
	const isExtentKnown = query.matches === undefined;
	let given = 0;
	let windows = 0;
	let hasPassed = false;
	let first: Project | undefined;
	const reader = new FirstRowsReader(fetchPage, order, {
		...(isExtentKnown ? { wanted } : {}),
		take: (rows) => {
			const matching = rows.filter(matches);
			first ??= rows[0];
			take(matching, ++windows);
			given += matching.length;
			hasPassed ||= rows.some(isPast);
			return hasPassed || given >= wanted;
		},
	});
	const end = await reader.read();
	// Rows moved too fast, or the service counts more than it gives in this order.
	if (end === 'stuck' || (end === 'end' && reader.rows.next < reader.totalItems)) {
		const isNew = (row: Project) => !reader.rows.has(row);
		const takeNew: Take = (rows, number) => take(rows.filter(isNew), windows + number);
		const whole = await readAll(fetchPage, query, takeNew);
		const haveRowsGone = wanted < Infinity && whole.rowsRead > whole.totalItems;
		return { ...whole, order, first, isInOrder: false, haveRowsGone };
	}
	const { rows, totalItems } = reader;
	return {
		...{ rowsRead: rows.count, totalItems, isCountWrong: false },
		...{ order, first, isInOrder: !rows.hasMoved },
		isUnfinished: end === 'enough' && !hasPassed && rows.count < totalItems,
	};
}
