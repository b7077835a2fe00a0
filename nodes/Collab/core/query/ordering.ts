/** The service's order, for rows that were read in another one. */
import type { ListQuery, Project } from '../contract';
import { compareInstants, parseInstant } from '../time';

type Compare = (a: Project, b: Project) => number;

/** Equal values by id, in the same direction; projects without a value come after all others, ascending. */
export function comparatorOf({ sortBy, order }: ListQuery): Compare {
	const compare = sortBy === 'name' ? compareNames : compareTimes(sortBy);
	const sign = order === 'asc' ? 1 : -1;
	return (a, b) => sign * (compare(a, b) || compareText(a.id, b.id));
}

function compareNames({ name: a }: Project, { name: b }: Project): number {
	if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
	return Number(typeof a !== 'string') - Number(typeof b !== 'string');
}

function compareTimes(field: 'updated_at' | 'created_at'): Compare {
	return (a, b) => {
		const [left, right] = [parseInstant(a[field]), parseInstant(b[field])];
		if (left && right) return compareInstants(left, right);
		return Number(!left) - Number(!right);
	};
}

function compareText(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
