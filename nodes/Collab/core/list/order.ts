/** What is known here about the order of the service. */
import type { Project, SortField } from '../contract';
import { millisecondOf, parseInstant } from '../time';
import type { Pass } from './pass';

/**
 * Puts each row where a pass had it. One that this pass missed comes beside one with an equal value, since these may
 * come in any order; otherwise behind those that sort before it, as far as that is known here.
 */
export function inOrderOf(rows: readonly Project[], { places, query }: Pass): Project[] {
	const sign = query.order === 'asc' ? 1 : -1;
	const compare = (a: unknown, b: unknown) => sign * (difference(query.sortBy, a, b) ?? 0);
	const shown = [...places.values()].sort((a, b) => a.place - b.place);
	const placeFor = (value: unknown): number =>
		(
			shown.findLast((other) => other.value === value) ??
			shown.findLast((other) => compare(other.value, value) < 0)
		)?.place ?? -1;
	const placed = rows.map((row) => {
		const value = row[query.sortBy];
		return { row, ...(places.get(row.id) ?? { place: placeFor(value), value }) };
	});
	placed.sort((a, b) => a.place - b.place || compare(a.value, b.value));
	return placed.map(({ row }) => row);
}

/** Without capitals and accents, as databases compare names that they take for equal. */
const names = new Intl.Collator('und', { sensitivity: 'base' });

/** Whether a service may take two values for equal, and return their rows in any order. */
export function isTie(sortBy: SortField, a: unknown, b: unknown): boolean {
	return a === b || difference(sortBy, a, b) === 0;
}

/** Undefined where one is no name or no time: the specification does not say where these stand. */
function difference(sortBy: SortField, a: unknown, b: unknown): number | undefined {
	if (typeof a !== 'string' || typeof b !== 'string') return undefined;
	// Some databases leave out spaces at the end.
	if (sortBy === 'name') return names.compare(a.trimEnd(), b.trimEnd());
	const [at, other] = [a, b].map((value) => parseInstant(value));
	return at && other ? millisecondOf(at) - millisecondOf(other) : undefined;
}
