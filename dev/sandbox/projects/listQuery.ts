import type { LooseQuery } from './looseListing';
import { SORT_FIELDS, SORT_ORDERS, STATUS_FILTERS } from './record';

export class MalformedQuery extends Error {
	override readonly name = 'MalformedQuery';
}

type Query = Readonly<Record<string, unknown>>;

const POSITIVE_INTEGER = /^0*[1-9]\d{0,8}$/;

/** Section 4.1 of the specification, with its defaults; for `status` and `sort_by` it names none. */
export function parseListQuery(query: Query): LooseQuery {
	return {
		page: parseCount(query, 'page', 1),
		perPage: parseCount(query, 'per_page', 20),
		status: parseChoice(query, 'status', STATUS_FILTERS, 'all'),
		sortBy: parseChoice(query, 'sort_by', SORT_FIELDS, 'updated_at'),
		order: parseChoice(query, 'order', SORT_ORDERS, 'desc'),
	};
}

function parseCount(query: Query, name: string, byDefault: number): number {
	const value = query[name];
	if (value === undefined) return byDefault;
	if (typeof value === 'string' && POSITIVE_INTEGER.test(value)) return Number(value);
	throw new MalformedQuery(`"${name}" must be a positive whole number.`);
}

function parseChoice<T extends string>(
	query: Query,
	name: string,
	choices: readonly T[],
	byDefault: T,
): T {
	const value = query[name];
	if (value === undefined) return byDefault;
	const chosen = choices.find((choice) => choice === value);
	if (chosen !== undefined) return chosen;
	throw new MalformedQuery(`"${name}" must be one of: ${choices.join(', ')}.`);
}
