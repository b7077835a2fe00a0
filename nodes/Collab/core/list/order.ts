/** What is known here about the order of the service. */
import type { Project, SortField } from '../contract';
import { type Instant, parseInstant } from '../time';
import type { Pass } from './pass';

/**
 * Puts each row where a pass had it, and one that this pass missed beside one with an equal value, since these may come in
 * any order. Undefined where there is no such row, where an answer left out rows, or where the first rows, as many as are
 * wanted, end among rows with the value of a missed one.
 */
export function arrange(
	rows: readonly Project[],
	{ isSound, firstCut, places }: Pass,
	sortBy: SortField,
	wanted = Infinity,
): Project[] | undefined {
	const keyOf = (value: unknown) => {
		const at = sortBy === 'name' ? undefined : parseInstant(value);
		return at ? millisecondOf(at) : (value ?? null);
	};
	const missed = rows.filter(({ id }) => !places.has(id));
	const shown = missed.length > 0 ? [...places.values()] : [];
	const placeOf = new Map(shown.map(({ place, value }) => [keyOf(value), place]));
	const canPlace = missed.every((row) => firstCut === Infinity && placeOf.has(keyOf(row[sortBy])));
	if (!isSound || !canPlace) return undefined;
	const placed = rows.map((row) => {
		const value = row[sortBy];
		return { row, ...(places.get(row.id) ?? { place: placeOf.get(keyOf(value)) ?? 0, value }) };
	});
	placed.sort((a, b) => a.place - b.place);
	// The last row that is wanted, and the first one that is not.
	const atEnd = placed.slice(wanted - 1, wanted + 1);
	const isAtEnd = (row: Project) => atEnd.every(({ value }) => isTie(sortBy, row[sortBy], value));
	const isOpen = atEnd.length === 2 && missed.some(isAtEnd);
	return isOpen ? undefined : placed.map(({ row }) => row);
}

/** Without capitals and accents, as databases compare names that they take for equal. */
const names = new Intl.Collator('und', { sensitivity: 'base' });

/** Whether a service may take two values for equal, and return their rows in any order. */
export function isTie(sortBy: SortField, a: unknown, b: unknown): boolean {
	if (a === b || typeof a !== 'string' || typeof b !== 'string') return a === b;
	// Some databases leave out spaces at the end.
	if (sortBy === 'name') return names.compare(a.trimEnd(), b.trimEnd()) === 0;
	const [at, other] = [a, b].map((value) => parseInstant(value));
	return at && other ? millisecondOf(at) === millisecondOf(other) : false;
}

/** A service may sort by milliseconds and show more digits. */
export function millisecondOf({ seconds, fraction }: Instant): number {
	return seconds * 1000 + Math.trunc(Number(`0.${fraction}`) * 1000);
}
