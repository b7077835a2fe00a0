/** Whatever expressions and models give for parameters is used as it was meant, or refused in words. */
import fc from 'fast-check';
import { filters, readFilters } from '../../../nodes/Collab/fields/filters';
import { readItemFormat } from '../../../nodes/Collab/fields/output';
import { oneOf, type Read, wholeNumber } from '../../../nodes/Collab/fields/parameterValues';
import { readRequestOptions } from '../../../nodes/Collab/fields/requestOptions';
import type { Project } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { messageOf } from '../../../nodes/Collab/core/messages';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { cases } from '../../random';
import { orError } from '../errorIn';

const TEXTS =
	' Active|ALL|name |updated_at|DESC|asc|raw|selected|simplified| 7 |1e3|usr_1, usr_2|null|';
const NUMBERS = [0, 1, 49.6, -1, 1e21, 2 ** 53, Infinity, NaN, 5e-324];

/** Half of it is close to what is wanted, so that the other parameters are reached. */
const given = fc.oneof(
	fc.constantFrom<unknown>(...TEXTS.split('|'), ...NUMBERS, true, false, ['name', 'toString']),
	fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true, withSparseArray: true }),
);
const collection = (names: string[]) =>
	fc.oneof(given, fc.dictionary(fc.constantFrom(...names), given, { maxKeys: 2 }));
/** In every second case, so that the others are reached. */
const OFTEN = {
	output: 'selected',
	fields: ['__proto__'],
	addComputedFields: true,
};
/** Filters that the project below matches, or not. */
const someMatch = fc.record<Record<string, unknown>>(
	{
		nameContains: fc.constantFrom('ä', 'x'),
		projectIds: fc.constantFrom('p1, p2', 'p2'),
		dueWithinDays: fc.constantFrom(7, 0),
		minProgress: fc.constantFrom(0, '60%'),
	},
	{ requiredKeys: [] },
);
const parameters = fc.record<Record<string, unknown>>({
	...Object.fromEntries(['limit', 'order'].map((name) => [name, given])),
	...Object.fromEntries(
		Object.entries(OFTEN).map(([name, value]) => [name, fc.oneof(fc.constant(value), given)]),
	),
	filters: fc.oneof(collection((filters.options ?? []).map(({ name }) => name)), someMatch),
	options: collection(['maxConcurrentRequests', 'maxRetryWait', 'timeout']),
});

const at = evaluationTimeIn('UTC', Date.UTC(2026, 5, 15));
const project = JSON.parse(
	'{"id":"p1","name":"Ä","end_date":"2026-06-16","task_count":2,"completed_task_count":1,"__proto__":{"status":"active"}}',
) as Project;

/** What was read; undefined when it was refused as it should be. */
function attempt<T>(read: () => T): T | undefined {
	const result = orError(read);
	if (!(result instanceof CollabError)) return result;
	const [message, description] = messageOf(result);
	expect(message).toMatch(/^The parameter '[A-Z][A-Za-z ]+( \([A-Za-z%]+\))?' cannot be used$/);
	expect(description).toMatch(/^It must be .+\. It is /s);
	return undefined;
}

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most;

const CHECKS: Readonly<Record<string, (read: Read) => void>> = {
	limit: (read) => {
		const limit = attempt(() => wholeNumber('Limit', read('limit'), 1));
		if (limit === undefined) return;
		expect(limit).toBe(Math.round(Number(read('limit'))));
		expect(isWithin(limit, 1, Number.MAX_VALUE)).toBe(true);
	},
	order: (read) => {
		const order = attempt(() => oneOf('Order', read('order'), ['desc', 'asc']));
		if (order) expect(order).toBe(String(read('order')).trim().toLowerCase());
	},
	options: (read) => {
		for (const isTool of [false, true]) {
			const settings = attempt(() => readRequestOptions(read, isTool));
			if (!settings) continue;
			expect(isWithin(settings.maxConcurrentRequests, 1, isTool ? 4 : 16)).toBe(true);
			expect(isWithin(settings.maxRetryWaitMs, 0, 86_400_000)).toBe(true);
			expect(isWithin(settings.timeoutMs, 1, 86_400_000)).toBe(true);
		}
	},
	output: (read) => {
		const item = attempt(() => readItemFormat(read, at))?.(project) ?? project;
		expect([item.id, Object.getPrototypeOf(item)]).toEqual([project.id, Object.prototype]);
	},
	filters: (read) => {
		const isLetThrough = (value: unknown) =>
			attempt(() => {
				const { matches } = readFilters(() => value, { at, timeZone: 'Europe/Berlin' });
				return matches?.(project) ?? true;
			});
		const together = isLetThrough(read('filters'));
		const each = Object.entries<unknown>(Object(read('filters')) as Record<string, unknown>);
		const alone = each.map(([name, value]) => isLetThrough({ [name]: value }));
		// Two that are fine alone may contradict each other.
		if (together === undefined) return;
		expect(together).toBe(alone.every((isThrough) => isThrough === true));
	},
};

it.each(Object.entries(CHECKS))('%s: used as meant or refused, whatever is given', (_, check) => {
	fc.assert(
		fc.property(parameters, (values) => check((name) => values[name])),
		cases(100),
	);
});
