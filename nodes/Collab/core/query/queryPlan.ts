/** In which order to read, so that reading can stop early, and what that order means for the result. */
import type { ListQuery, Project, SortOrder } from '../contract';
import type { Bounds, TimeField } from './predicate';
import { compareInstants, type Instant, parseInstant } from '../time';

export interface QueryPlan {
	/** What to ask the service for: what was asked for, or the same in another order. */
	readonly list: ListQuery;
	/** Whether neither this row nor any after it can match; undefined when all of the list has to be read. */
	readonly isPast: ((project: Project) => boolean) | undefined;
}

/** A time filter, in the order in which it ends the reading. */
interface Bound {
	readonly sortBy: TimeField;
	readonly order: SortOrder;
	readonly at: Instant;
}

/**
 * Recent changes are few, so an After bound is read newest first, by the later of two. Without one, a Before bound
 * is read oldest first, by the earlier of two; unless a few rows are wanted newest first: these come right after the
 * rows that are too new, and in most accounts those are fewer than all older ones.
 */
export function planQuery(asked: ListQuery, filters: Bounds, limit: number): QueryPlan {
	const { updatedAfter, updatedBefore, createdAfter, createdBefore } = filters;
	const bound =
		boundIn('desc', createdAfter, updatedAfter) ?? boundIn('asc', createdBefore, updatedBefore);
	// The order of names is the service's own, so that nothing can be sorted by them here.
	if (!bound || asked.sortBy === 'name' || isNearerFromNewest(bound, asked, limit)) {
		return { list: asked, isPast: undefined };
	}
	const { sortBy, order } = bound;
	const isAsked = sortBy === asked.sortBy && order === asked.order;
	const list = isAsked ? asked : { ...asked, sortBy, order };
	return { list, isPast: (project) => isPast(project, bound) };
}

/** A row without a date never ends the reading: the specification does not say where the service sorts it. */
function isPast(project: Project, { sortBy, order, at }: Bound): boolean {
	const value = parseInstant(project[sortBy]);
	if (!value) return false;
	return order === 'desc' ? compareInstants(value, at) <= 0 : compareInstants(value, at) >= 0;
}

function isNearerFromNewest(bound: Bound, asked: ListQuery, limit: number): boolean {
	const isOpposite = bound.sortBy === asked.sortBy && bound.order !== asked.order;
	return isOpposite && bound.order === 'asc' && limit !== Infinity;
}

/** Of After bounds the later one, of Before bounds the earlier one; of equal ones, that which fewer projects meet. */
function boundIn(order: SortOrder, created?: Instant, updated?: Instant): Bound | undefined {
	const sign = order === 'desc' ? -1 : 1;
	const bounds = [
		created && { sortBy: 'created_at' as const, order, at: created },
		updated && { sortBy: 'updated_at' as const, order, at: updated },
	].flatMap((bound) => bound ?? []);
	if (order === 'asc') bounds.reverse();
	return bounds.sort((a, b) => sign * compareInstants(a.at, b.at))[0];
}
