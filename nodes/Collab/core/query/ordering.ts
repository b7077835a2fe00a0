/** The service's order, for rows that were read in another one. */
import type { ListQuery, Project } from '../contract';
import { compareInstants, type Instant, parseInstant } from '../time';

/** Undefined for a project without a value. */
type Key = Instant | string | undefined;

interface Keyed {
	readonly project: Project;
	readonly key: Key;
}

/**
 * A sorted copy. Equal values by id, in the same direction. Keys are made once for each project and not in every
 * comparison: 100,000 projects take 1.7 million of these, and parsing dates is what takes time.
 *
 * @param nulls where projects without a value stand, when the service was seen to put them there; otherwise they come
 * after all others in ascending order, and before them in descending order
 */
export function sortProjects(
	projects: readonly Project[],
	{ sortBy, order }: Pick<ListQuery, 'sortBy' | 'order'>,
	nulls: 'first' | 'last' = order === 'asc' ? 'last' : 'first',
): Project[] {
	const keyOf = sortBy === 'name' ? nameOf : (project: Project) => parseInstant(project[sortBy]);
	const sign = order === 'asc' ? 1 : -1;
	const nullSign = nulls === 'last' ? 1 : -1;
	const compareNulls = (a: Key, b: Key) =>
		nullSign * (Number(a === undefined) - Number(b === undefined));
	return projects
		.map((project): Keyed => ({ project, key: keyOf(project) }))
		.sort(
			(a, b) =>
				compareNulls(a.key, b.key) ||
				sign * (compareKeys(a.key, b.key) || compareText(a.project.id, b.project.id)),
		)
		.map(({ project }) => project);
}

function nameOf({ name }: Project): string | undefined {
	return typeof name === 'string' ? name : undefined;
}

function compareKeys(a: Key, b: Key): number {
	if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
	if (typeof a === 'object' && typeof b === 'object') return compareInstants(a, b);
	return 0;
}

function compareText(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
