/** What is known here about the order of the service. */
import type { JsonValue, Project, SortField } from '../contract';
import { type Instant, parseInstant } from '../time';
import type { Pass } from './pass';

/**
 * Puts each row where a pass had it. One that was missed belongs beside a row with an equal value, for these may come in any
 * order; undefined where there is none, or where an answer left out rows.
 */
export function arrange(
	rows: readonly Project[],
	{ isSound, firstCut, places }: Pass,
	sortBy: SortField,
): Project[] | undefined {
	const keyOf = (row: Project): JsonValue => {
		const at = sortBy === 'name' ? undefined : parseInstant(row[sortBy]);
		return at ? millisecondOf(at) : (row[sortBy] ?? null);
	};
	const missed = rows.filter(({ id }) => !places.has(id));
	const seen = missed.length > 0 ? rows.filter(({ id }) => places.has(id)) : [];
	const byKey = new Map(seen.map((row) => [keyOf(row), places.get(row.id)!]));
	const canMiss = firstCut === Infinity && missed.every((row) => byKey.has(keyOf(row)));
	if (!isSound || (missed.length > 0 && !canMiss)) return undefined;
	return rows
		.map((row) => ({ row, place: places.get(row.id) ?? byKey.get(keyOf(row)) ?? 0 }))
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
