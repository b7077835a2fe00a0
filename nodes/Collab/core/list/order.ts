/** What is known here about the order of the service. */
import type { JsonValue, Project, SortField } from '../contract';
import { type Instant, parseInstant } from '../time';
import type { Pass } from './pass';

/**
 * Puts each row where a pass had it, and one that this pass missed beside one with an equal value, since these may come in
 * any order. Undefined where there is no such row, or where an answer left out rows.
 */
export function arrange(
	rows: readonly Project[],
	{ isSound, firstCut, places }: Pass,
	sortBy: SortField,
): Project[] | undefined {
	const keyOf = (value: unknown) => {
		const at = sortBy === 'name' ? undefined : parseInstant(value);
		return at ? millisecondOf(at) : (value ?? null);
	};
	const missed = rows.filter(({ id }) => !places.has(id));
	const shown = missed.length > 0 ? [...places.values()] : [];
	const byKey = new Map(shown.map(({ place, value }) => [keyOf(value), place]));
	const canPlace = firstCut === Infinity && missed.every((row) => byKey.has(keyOf(row[sortBy])));
	if (!isSound || (missed.length > 0 && !canPlace)) return undefined;
	const placeOf = (row: Project) => places.get(row.id)?.place ?? byKey.get(keyOf(row[sortBy])) ?? 0;
	return rows
		.map((row) => ({ row, place: placeOf(row) }))
		.sort((a, b) => a.place - b.place)
		.map(({ row }) => row);
}

/** Without capitals and accents, as databases compare names that they take for equal. */
const names = new Intl.Collator('und', { sensitivity: 'base' });

/** Whether a service may take two values for equal, and return their rows in any order. */
export function isTie(sortBy: SortField, a?: JsonValue, b?: JsonValue): boolean {
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
