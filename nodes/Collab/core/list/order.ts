/** What is known here about the order of the service. */
import type { ListQuery, Row, SortField, SortOrder } from '../contract';
import { MS_PER_SECOND, parseInstant } from '../time';

/** Without capitals and accents, as databases compare names that they take for equal. */
const names = new Intl.Collator('und', { sensitivity: 'base' });

/**
 * Whether a service may take two values for equal, and return their rows in any order. Where one is no name or no time,
 * only the same ones are: the specification does not say where these stand.
 */
export function isTie(sortBy: SortField, a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (sortBy === 'name') {
		// Some databases leave out spaces at the end.
		const areNames = typeof a === 'string' && typeof b === 'string';
		return areNames && names.compare(a.trimEnd(), b.trimEnd()) === 0;
	}
	// A service may sort by milliseconds and show more digits.
	const [at = NaN, other = NaN] = [a, b].map((value) => parseInstant(value));
	return Math.floor(at) === Math.floor(other);
}

/**
 * Whether no two neighbors are visibly the wrong way round: by more than a second, since a service may sort by other
 * digits than it shows. The order of names is the service's own.
 */
export function isInOrder(rows: readonly Row[], { sortBy, order }: ListQuery): boolean {
	if (sortBy === 'name') return true;
	const times = rows.flatMap((row) => parseInstant(row[sortBy]) ?? []);
	const sign = order === 'asc' ? 1 : -1;
	const isBehind = (time: number, index: number) =>
		index === 0 || sign * (time - times[index - 1]!) >= -MS_PER_SECOND;
	return times.every(isBehind);
}

/** How services sort names: by code points, or as dictionaries do. */
const COLLATIONS = [(a: string, b: string) => (a < b ? -1 : Number(a > b)), names.compare];

/**
 * Puts rows that a reading by name has missed among those that it has: as the collation has it by which the fewest of
 * the service's own neighbors stand the wrong way round.
 */
export function withMissed(
	placed: readonly Row[],
	missed: readonly Row[],
	order: SortOrder,
): Row[] {
	const nameOf = ({ name }: Row) => (typeof name === 'string' ? name : '');
	const sign = order === 'asc' ? 1 : -1;
	const wrongBy = (compare: (a: string, b: string) => number) =>
		placed.filter(
			(row, index) => index > 0 && sign * compare(nameOf(placed[index - 1]!), nameOf(row)) > 0,
		).length;
	const [compare] = COLLATIONS.toSorted((a, b) => wrongBy(a) - wrongBy(b));
	const inOrder = (a: Row, b: Row) => sign * compare!(nameOf(a), nameOf(b));
	const rows = [...placed];
	for (const row of missed.toSorted(inOrder))
		rows.splice(rows.findLastIndex((other) => inOrder(other, row) <= 0) + 1, 0, row);
	return rows;
}
