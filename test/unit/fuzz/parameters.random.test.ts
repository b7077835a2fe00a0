/** Whatever expressions and models give for parameters is used as it was meant, or refused in words. */
import fc from 'fast-check';
import { filters, readFilters } from '../../../nodes/Collab/actions/fields/filters';
import { readItemFormat } from '../../../nodes/Collab/actions/fields/output';
import { readRequestOptions } from '../../../nodes/Collab/actions/fields/requestOptions';
import { readLimit, readListQuery } from '../../../nodes/Collab/actions/project/list.operation';
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
	fc.constantFrom<unknown>(...TEXTS.split('|'), ...NUMBERS, true, false, ['name', '__proto__']),
	fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true, withSparseArray: true }),
);
const collection = (names: string[]) =>
	fc.oneof(given, fc.dictionary(fc.constantFrom(...names), given, { maxKeys: 2 }));
const NAMES = 'status sortBy order limit output fields addComputedFields'.split(' ');
const parameters = fc.record<Record<string, unknown>>({
	...Object.fromEntries(NAMES.map((name) => [name, given])),
	returnAll: fc.oneof(fc.constant(false), given),
	filters: collection((filters.options ?? []).map(({ name }) => name)),
	options: collection(['maxConcurrentRequests', 'maxRetryWait', 'timeout']),
});

const at = evaluationTimeIn('UTC', Date.UTC(2026, 5, 15));
const project = { id: 'proj_1', name: 'Ärger 🚀', status: 'active', end_date: null };

/** What was read; undefined when it was refused as it should be. */
function attempt<T>(read: () => T): T | undefined {
	const result = orError(read);
	if (!(result instanceof CollabError)) return result;
	const { message, description } = messageOf(result);
	expect(message).toMatch(/^The parameter '[A-Z][A-Za-z ]+( \([A-Za-z%]+\))?' cannot be used$/);
	expect(description).toMatch(/^It must be .+\. It is /s);
	return undefined;
}

it('a parameter is used as it was meant or refused, whatever is given', () => {
	const property = fc.property(parameters, (values) => {
		const read = (name: string) => values[name];
		const limit = attempt(() => readLimit(read));
		if (limit !== undefined && values['returnAll'] === false)
			expect([limit >= 1 && limit < Infinity, limit]).toEqual([
				true,
				Math.round(Number(values['limit'])),
			]);
		for (const [name, used] of Object.entries(attempt(() => readListQuery(read)) ?? {}))
			expect(used).toBe(String(values[name]).trim().toLowerCase());
		const {
			maxConcurrentRequests = 1,
			maxRetryWaitMs = 0,
			timeoutMs = 1,
		} = attempt(() => readRequestOptions(read)) ?? {};
		expect(maxConcurrentRequests >= 1 && maxConcurrentRequests <= 16).toBe(true);
		expect(maxRetryWaitMs >= 0 && timeoutMs >= 1).toBe(true);
		expect(Math.max(maxRetryWaitMs, timeoutMs)).toBeLessThanOrEqual(86_400_000);
		const item = attempt(() => readItemFormat(read, at))?.(project) ?? project;
		expect([item.id, Object.getPrototypeOf(item)]).toEqual([project.id, Object.prototype]);
		const filtering = attempt(() => readFilters(read, { at, timeZone: 'Europe/Berlin' }));
		expect(typeof (filtering?.matches?.(project) ?? true)).toBe('boolean');
	});
	fc.assert(property, cases(200));
});
