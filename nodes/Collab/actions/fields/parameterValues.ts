/**
 * Readers for what the user entered. An expression can give anything, so every value is checked here once;
 * a value that cannot be used is an error with the parameter's label, never ignored.
 */
import { invalidParameter } from '../../core/errors';
import { type Instant, instantFromMs, parseInstant } from '../../core/time';

/** Reads one parameter of the node, for the input item in question. */
export type Read = (name: string) => unknown;

/** Entered, but not set. */
export function isEmpty(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	return value === undefined || value === null;
}

export function oneOf<T extends string>(label: string, value: unknown, allowed: readonly T[]): T {
	const found = allowed.find((one) => one === value);
	if (found === undefined) throw invalidParameter(label, `one of ${allowed.join(', ')}`, value);
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
	if (typeof value !== 'object' || Array.isArray(value))
		throw invalidParameter(label, 'a collection', value);
	return { ...value };
}

export function wholeNumber(label: string, value: unknown, least: number, most = Infinity): number {
	const bounds = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
	const number = toNumber(value);
	if (!Number.isInteger(number) || number < least || number > most) {
		throw invalidParameter(label, `a whole number, ${bounds}`, value);
	}
	return number;
}

export function numberBetween(label: string, value: unknown, least: number, most: number): number {
	const number = toNumber(value);
	if (!(number >= least && number <= most))
		throw invalidParameter(label, `a number, ${least} to ${most}`, value);
	return number;
}

/** Webhooks, sheets and language models give numbers as text. NaN for everything that is no number. */
function toNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : NaN;
}

const A_DATE = 'a date, with or without a time, such as 2026-03-31T18:00';

/** A date, with or without a time. Without a time zone of its own, it is the time on a clock in `timeZone`. */
export function dateAndTime(label: string, value: unknown, timeZone: string): Instant {
	const instant = isDated(value) ? instantFromMs(value.valueOf()) : parseInstant(value, timeZone);
	if (!instant || Number.isNaN(instant.seconds)) throw invalidParameter(label, A_DATE, value);
	return instant;
}

/** A Date, or the DateTime that n8n's `$now` is and that n8n turns into text for some nodes only. */
function isDated(value: unknown): value is { valueOf(): number } {
	return (
		value instanceof Date || (typeof value === 'object' && value !== null && 'toMillis' in value)
	);
}
