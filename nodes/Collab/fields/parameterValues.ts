/** Readers for what was entered: a value that cannot be used is an error with the parameter's label, never ignored. */
import { invalidParameter } from '../core/errors';
import { parseInstant } from '../core/time';

/** Reads one parameter of the node, for the input item in question. */
export type Read = (name: string) => unknown;

/** Entered, but not set. */
export function isEmpty(value: unknown): boolean {
	// Trimmed first: spaces around a pattern in one step take quadratic time.
	if (typeof value === 'string') return /^(\[\s*\])?$/.test(value.trim());
	return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Also without the brackets of a list of one: expressions and language models give texts as JSON. */
export const withoutQuotes = (text: string) =>
	text.replace(/^\s*(\[\s*)?["'`“”‘’]|["'`“”‘’]\s*(\]\s*)?$/g, '').trim();

/** Capitals and quotes do not matter: they also give labels. */
export function oneOf<T extends string>(
	label: string,
	value: unknown,
	allowed: readonly T[],
	advice = '',
): T {
	const text = typeof value === 'string' ? withoutQuotes(value) : undefined;
	const found = allowed.find((one) => one.toLowerCase() === text?.toLowerCase());
	if (found === undefined)
		throw invalidParameter(label, `one of ${allowed.join(', ')}${advice}`, value);
	return found;
}

export function trueOrFalse(label: string, value: unknown): boolean {
	if (typeof value !== 'boolean') throw invalidParameter(label, 'true or false', value);
	return value;
}

export function listOfNames(label: string, value: unknown): string[] {
	if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
		throw invalidParameter(label, 'a list of field names', value);
	}
	return value;
}

export function collection(label: string, value: unknown): Readonly<Record<string, unknown>> {
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw invalidParameter(label, 'a collection', value);
	return { ...value };
}

export function numberBetween(label: string, value: unknown, least: number, most = Infinity) {
	const number = toNumber(value);
	if (number >= least && number <= most && number < Infinity) return number;
	const bounds = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
	throw invalidParameter(label, `a number, ${bounds}`, value);
}

/** A fraction is rounded: a calculation may give 49.999. */
export const wholeNumber = (...range: Parameters<typeof numberBetween>) =>
	Math.round(numberBetween(...range));

/** Webhooks, sheets and language models give numbers as text. NaN for everything that is no number. */
function toNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : NaN;
}

/** Reads n8n's `$now`, a Date, or whatever `parseInstant` takes. A time without a zone is one on a clock in `timeZone`. */
export function dateAndTime(label: string, value: unknown, timeZone: string): number {
	const isObject = value instanceof Date || 'toMillis' in Object(value);
	const time = isObject ? Number(value) : parseInstant(value, timeZone);
	if (time !== undefined && !Number.isNaN(time)) return time;
	throw invalidParameter(label, 'a date, with or without a time, such as 2026-03-31T18:00', value);
}
