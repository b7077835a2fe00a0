/** What is known here about the order of a list as the service has it, and about the stamps in it. */
import { type ListQuery, ownField, type Row, type SortField, type SortOrder } from './contract';
import { CollabError } from './errors';
import { MS_PER_SECOND, parseInstant } from './time';

/** By which a comparison of values becomes one in that order. */
export const signOf = (order: SortOrder) => (order === 'asc' ? 1 : -1);
export const opposite = (order: SortOrder): SortOrder => (order === 'asc' ? 'desc' : 'asc');

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
 * Whether no two neighbors are the wrong way round by more than a second. This shows that a service ignores the order,
 * but spares one that rounds. The order of names is the service's own.
 */
export function isInOrder(rows: readonly Row[], { sortBy, order }: ListQuery): boolean {
	if (sortBy === 'name') return true;
	const times = rows.flatMap((row) => parseInstant(row[sortBy]) ?? []);
	const isBehind = (time: number, index: number) =>
		index === 0 || signOf(order) * (time - times[index - 1]!) >= -MS_PER_SECOND;
	return times.every(isBehind);
}

/**
 * Fails where rows have values in that field and none of them is a time: they must not pass for rows without one, or a
 * filter or a trigger would be silent for ever. It quotes the notation, not the value.
 */
export function assertStampsReadable(rows: readonly Row[], field: string): void {
	const values = rows.map((row) => ownField(row, field)).filter((value) => value !== null);
	if (values.length === 0 || values.some((value) => parseInstant(value) !== undefined)) return;
	const [value] = values;
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const found = text.slice(0, 40).replace(/\p{N}/gu, '0').replace(/\p{L}/gu, 'A');
	throw new CollabError('stampsUnreadable', { label: field, found });
}

/** Puts rows that a reading by name has not placed among those that it has, as dictionaries have it. */
export function withMissed(placed: readonly Row[], all: readonly Row[], order: SortOrder): Row[] {
	const nameOf = ({ name }: Row) => (typeof name === 'string' ? name : '');
	const inOrder = (a: Row, b: Row) => signOf(order) * names.compare(nameOf(a), nameOf(b));
	const rows = [...placed];
	const ids = new Set(placed.map(({ id }) => id));
	for (const row of all.filter(({ id }) => !ids.has(id)))
		rows.splice(rows.findLastIndex((other) => inOrder(other, row) <= 0) + 1, 0, row);
	return rows;
}
