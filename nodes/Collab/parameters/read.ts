/**
 * What the user entered, checked. An expression can give anything, so every value is looked at
 * here once; a value that cannot be used fails with the parameter's label, never silently.
 */
import type { StatusFilter, SortField, SortOrder } from '../core/contract';
import { CollabError } from '../core/errors';
import type { Output } from '../core/query/itemFormat';
import type { TokenChoice } from '../core/requests/revocation';
import type { Authentication, RequestSettings } from '../client/transport';

/** Reads one parameter of the node, for the input item in question. */
export type Read = (name: string) => unknown;

const AUTHENTICATIONS: readonly Authentication[] = ['oAuth2', 'apiKey'];
const STATUSES: readonly StatusFilter[] = ['all', 'active', 'archived'];
const SORT_FIELDS: readonly SortField[] = ['updated_at', 'created_at', 'name'];
const ORDERS: readonly SortOrder[] = ['desc', 'asc'];
const TOKEN_CHOICES: readonly TokenChoice[] = ['both', 'refreshToken', 'accessToken'];
const OUTPUTS: ReadonlyArray<Output['kind']> = ['simplified', 'raw', 'selected'];

export const readAuthentication = (read: Read) =>
	oneOf('Authentication', read('authentication'), AUTHENTICATIONS);

export const readStatus = (read: Read) => oneOf('Status', read('status'), STATUSES);

export const readListing = (read: Read) => ({
	status: readStatus(read),
	sortBy: oneOf('Sort By', read('sortBy'), SORT_FIELDS),
	order: oneOf('Order', read('order'), ORDERS),
});

/** How many projects are wanted; infinite for all. */
export function readLimit(read: Read): number {
	const returnAll = trueOrFalse('Return All', read('returnAll'));
	return returnAll ? Infinity : wholeNumber('Limit', read('limit'), 1);
}

export function readOutput(read: Read): Output {
	const kind = oneOf('Output', read('output'), OUTPUTS);
	if (kind !== 'selected') return { kind };
	const fields = read('fields');
	if (!Array.isArray(fields) || !fields.every((field) => typeof field === 'string')) {
		throw unusable('Fields', 'a list of field names');
	}
	return { kind, fields };
}

export const readTokenChoice = (read: Read) => oneOf('Tokens', read('tokens'), TOKEN_CHOICES);

/** Whether the computed fields are wanted. */
export const readAddComputed = (read: Read) =>
	trueOrFalse('Add Computed Fields', read('addComputedFields'));

export function readRequestOptions(read: Read): RequestSettings {
	const given = readCollection('Options', read('options'));
	return {
		requestsAtOnce: wholeNumber('Requests at Once', given['requestsAtOnce'] ?? 8, 1, 16),
		maxWaitMs: 1000 * seconds('Max Wait', given['maxWait'] ?? 300, 0),
		timeoutMs: 1000 * seconds('Timeout', given['timeout'] ?? 30, 0.001),
	};
}

export function readCollection(label: string, value: unknown): Readonly<Record<string, unknown>> {
	if (typeof value !== 'object' || Array.isArray(value)) throw unusable(label, 'a collection');
	return { ...value };
}

export function oneOf<T extends string>(label: string, value: unknown, allowed: readonly T[]): T {
	const found = allowed.find((one) => one === value);
	if (found === undefined) throw unusable(label, `one of ${allowed.join(', ')}`);
	return found;
}

function wholeNumber(label: string, value: unknown, least: number, most = Infinity): number {
	const bounds = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
	const number = toNumber(value);
	if (!Number.isInteger(number) || number < least || number > most) {
		throw unusable(label, `a whole number, ${bounds}`);
	}
	return number;
}

function seconds(label: string, value: unknown, least: number): number {
	return numberBetween(label, value, least, 86_400, 'a number of seconds, ');
}

export function numberBetween(
	label: string,
	value: unknown,
	least: number,
	most: number,
	what = 'a number, ',
): number {
	const number = toNumber(value);
	if (!(number >= least && number <= most)) throw unusable(label, `${what}${least} to ${most}`);
	return number;
}

/** Webhooks, sheets and language models give numbers as text. NaN for everything that is no number. */
function toNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : NaN;
}

export function trueOrFalse(label: string, value: unknown): boolean {
	if (typeof value !== 'boolean') throw unusable(label, 'true or false');
	return value;
}

export function unusable(label: string, wanted: string): CollabError {
	return new CollabError(
		'parameterRefused',
		`The parameter "${label}" cannot be used`,
		`It must be ${wanted}. If it is an expression, look at what it gives for this item.`,
	);
}
