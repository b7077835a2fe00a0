/** Decides in which order to read, so that reading can stop early, and what that order means for the result. */
import type { ListQuery, Project, SortOrder } from '../contract';
import { isTie, signOf } from '../order';
import { parseInstant } from '../time';
import { type Bound, type Bounds, boundsIn, type Predicate } from './predicate';

export interface QueryPlan {
	/** What to ask the service for: what was asked for, or the same in another order. */
	readonly list: ListQuery;
	/** Whether neither this row nor any after it can match; undefined when all of the list has to be read. */
	readonly isPast?: Predicate;
}

/**
 * Recent changes are few, so an After bound is read newest first, by the later of two. Without one, a Before bound
 * is read oldest first, by the earlier of two; unless a few rows are wanted newest first: these come right after the
 * rows that are too new, and in most accounts those are fewer than all older ones.
 */
export function planQuery(asked: ListQuery, filters: Bounds, limit: number): QueryPlan {
	const bounds = boundsIn(filters);
	const bound = firstIn('desc', bounds) ?? firstIn('asc', bounds);
	// The order of names is the service's own, so that nothing can be sorted by them here.
	if (!bound || asked.sortBy === 'name') return { list: asked };
	const { sortBy, order, at } = bound;
	const isAsked = sortBy === asked.sortBy && order === asked.order;
	const isNewestFirst = sortBy === asked.sortBy && asked.order === 'desc';
	if (isNewestFirst && order === 'asc' && limit < Infinity) return { list: asked };
	return {
		list: isAsked ? asked : { ...asked, sortBy, order },
		// A row without a date never ends the reading: the specification does not say where the service sorts it.
		isPast: (project) => {
			const value = parseInstant(project[sortBy]);
			return value !== undefined && signOf(order) * (Math.floor(value) - Math.floor(at)) > 0;
		},
	};
}

/** Of After bounds the later one, of Before bounds the earlier one. */
function firstIn(order: SortOrder, bounds: readonly Bound[]): Bound | undefined {
	const ofOrder = bounds.filter((bound) => bound.order === order);
	return ofOrder.sort((a, b) => signOf(order) * (a.at - b.at))[0];
}

/**
 * A copy, sorted by time, and by ID where times are equal. Keys are made once for each project and not in every
 * comparison: 100,000 projects take 1.7 million of these. Projects without a time count as newest.
 */
export function sortByTime(projects: readonly Project[], { sortBy, order }: ListQuery): Project[] {
	const sign = signOf(order);
	return projects
		.map((project) => ({ project, at: parseInstant(project[sortBy]) ?? Infinity }))
		.sort((a, b) => sign * (a.at - b.at || (a.project.id < b.project.id ? -1 : 1)))
		.map(({ project }) => project);
}

/** Undefined where it does not show which projects are the first: the service may have equal ones in another order. */
export function firstByTime(
	projects: readonly Project[],
	limit: number,
	list: ListQuery,
): Project[] | undefined {
	const sorted = sortByTime(projects, list);
	const values = sorted.map((row) => row[list.sortBy]);
	const isCut = sorted.length > limit;
	const haveTimes = values.every((value) => typeof value === 'string');
	const isTied = isTie(list.sortBy, values[limit - 1], values[limit]);
	return isCut && (isTied || !haveTimes) ? undefined : sorted;
}
