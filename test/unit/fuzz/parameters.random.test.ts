import fc from 'fast-check';
import { readAuthentication } from '../../../nodes/Collab/actions/fields/authentication';
import { filters, readFilters } from '../../../nodes/Collab/actions/fields/filters';
import { readItemFormat } from '../../../nodes/Collab/actions/fields/output';
import { readRequestOptions } from '../../../nodes/Collab/actions/fields/requestOptions';
import { readLimit, readListQuery } from '../../../nodes/Collab/actions/project/list.operation';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { messageOf } from '../../../nodes/Collab/core/messages';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { cases } from '../../random';
import { orError } from '../errorIn';

const choices =
	'50 0 1e3 all active updated_at name desc oAuth2 apiKey raw selected simplified'.split(' ');
const names = ['id', 'name', '__proto__', 'constructor', 'toString', 'hasOwnProperty', ''];
const numbers = [0, -0, 1, 50, -1, 0.5, 1e21, 2 ** 53, Infinity, -Infinity, NaN, 5e-324];

/** What an expression can give; half of it close to what is wanted, so that the other parameters are reached. */
const given = fc.oneof(
	fc.constantFrom<unknown>(...choices, ...numbers, ' 7 ', true, false),
	fc.array(fc.constantFrom(...names), { maxLength: 4 }),
	fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true, withSparseArray: true }),
);
const optionsOf = (inner: readonly string[]) =>
	fc.oneof(given, fc.dictionary(fc.constantFrom(...inner), given, { maxKeys: 2 }));

const PARAMETERS = 'authentication status sortBy order returnAll limit output fields'.split(' ');

const parameters = fc.record<Record<string, unknown>>({
	...Object.fromEntries([...PARAMETERS, 'addComputedFields'].map((name) => [name, given])),
	filters: optionsOf((filters.options ?? []).map(({ name }) => name)),
	options: optionsOf(['maxConcurrentRequests', 'maxRetryWait', 'timeout']),
});

const at = evaluationTimeIn('UTC', Date.UTC(2026, 5, 15));
const stamps = { updated_at: '2026-01-01T00:00:00Z', end_date: null };
const project = { id: 'proj_1', name: 'Ärger 🚀', status: 'active', ...stamps };

/** What was read; undefined when it was refused as it should be. */
function attempt<T>(read: () => T): T | undefined {
	const given = orError(read);
	if (!(given instanceof CollabError)) return given;
	const { message, description } = messageOf(given);
	expect(given).toMatchObject({ kind: 'parameterRefused' });
	expect(message).toMatch(/^The parameter '[A-Z][A-Za-z ]+( \([A-Za-z%]+\))?' cannot be used$/);
	expect(description).toMatch(/^It must be /);
	return undefined;
}

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most;

it('a parameter is used as it is or refused, whatever an expression gives', () => {
	const property = fc.property(parameters, (values) => {
		const read = (name: string) => values[name];
		const limit = attempt(() => readLimit(read)) ?? Infinity;
		if (limit !== Infinity) expect([limit >= 1, limit]).toEqual([true, Number(values['limit'])]);
		const { status, sortBy, order } = values;
		const query = attempt(() => readListQuery(read)) ?? { status, sortBy, order };
		expect(query).toEqual({ status, sortBy, order });
		const settings = attempt(() => readRequestOptions(read));
		if (settings) {
			expect(isWithin(settings.maxConcurrentRequests, 1, 16)).toBe(true);
			expect(isWithin(settings.maxRetryWaitMs, 0, 86_400_000)).toBe(true);
			expect(isWithin(settings.timeoutMs, 1, 86_400_000)).toBe(true);
		}
		attempt(() => readAuthentication(read));
		const item = attempt(() => readItemFormat(read, at))?.(project);
		if (item) {
			expect([item['id'], Object.getPrototypeOf(item)]).toEqual([project.id, Object.prototype]);
			expect(Object.values(item).some((value) => typeof value === 'function')).toBe(false);
		}
		const filtering = attempt(() => readFilters(read, { at, timeZone: 'Europe/Berlin' }));
		expect(typeof (filtering?.matches?.(project) ?? true)).toBe('boolean');
	});
	fc.assert(property, cases(75));
});
