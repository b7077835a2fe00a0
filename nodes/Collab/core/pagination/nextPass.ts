/** How a list is read once more when one pass did not give all of it. */
import type { ListQuery, Project, SortField, StatusFilter } from '../contract';

/** A change of `updated_at` moves a row, of the name seldom, of `created_at` never. */
const CALM_FIRST: readonly SortField[] = ['created_at', 'name', 'updated_at'];

/**
 * How to read a list once more: in an order that was not used yet, by the field with the shortest run of equal values
 * (a bulk import shares its stamps, not its names). After all of them, over again.
 *
 * @param used the queries of the passes so far, at least one
 */
export function planNextPass(
	projects: readonly Project[],
	status: StatusFilter,
	used: readonly ListQuery[],
): ListQuery {
	const runs = new Map(CALM_FIRST.map((field) => [field, longestRun(projects, field)]));
	const fields = [...CALM_FIRST].sort((a, b) => (runs.get(a) ?? 0) - (runs.get(b) ?? 0));
	const queries = fields.flatMap((sortBy) =>
		(['asc', 'desc'] as const).map((order): ListQuery => ({ status, sortBy, order })),
	);
	const uses = ({ sortBy, order }: ListQuery) =>
		used.filter((query) => query.sortBy === sortBy && query.order === order).length;
	return queries.reduce((best, query) => (uses(query) < uses(best) ? query : best));
}

/** How many projects share one value of the field, at most. */
function longestRun(projects: readonly Project[], field: SortField): number {
	const counts = new Map<unknown, number>();
	for (const project of projects) counts.set(project[field], (counts.get(project[field]) ?? 0) + 1);
	return Array.from(counts.values()).reduce((longest, count) => Math.max(longest, count), 0);
}
