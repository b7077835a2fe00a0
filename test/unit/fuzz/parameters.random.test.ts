import fc from 'fast-check';
import { readAuthentication } from '../../../nodes/Collab/actions/fields/authentication';
import { filters, readFilters } from '../../../nodes/Collab/actions/fields/filters';
import { readLimit } from '../../../nodes/Collab/actions/fields/limit';
import { readItemFormat } from '../../../nodes/Collab/actions/fields/output';
import type { Read } from '../../../nodes/Collab/actions/fields/parameterValues';
import { readRequestOptions } from '../../../nodes/Collab/actions/fields/requestOptions';
import { readListQuery } from '../../../nodes/Collab/actions/project/list.operation';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { messageOf } from '../../../nodes/Collab/core/messages';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { itemFormatter } from '../../../nodes/Collab/core/query/itemFormat';
import { cases, Tally } from '../../random';
import { orError } from '../errorIn';
import { projectOf } from './account';

type Values = Readonly<Record<string, unknown>>;

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

const options = fc.oneof(
	given,
	fc.record(
		{ maxConcurrentRequests: given, maxRetryWait: given, timeout: given },
		{ requiredKeys: [] },
	),
);

const context = { at: evaluationTimeIn('UTC', Date.UTC(2026, 5, 15)), timeZone: 'Europe/Berlin' };

const filterNames = (filters.options ?? []).map(({ name }) => name);

const entered = fc.oneof(
	{ weight: 1, arbitrary: given },
	{ weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...filterNames), given, { maxKeys: 2 }) },
);

const PARAMETERS = [
	...['authentication', 'status', 'sortBy', 'order', 'returnAll', 'limit', 'output', 'fields'],
	'addComputedFields',
];

const parameters = fc.record({
	...Object.fromEntries(PARAMETERS.map((name) => [name, given])),
	filters: entered,
	options,
});

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

/** How each part of the parameters is read, and what holds for what is used. */
const READERS: ReadonlyArray<(read: Read, values: Values) => unknown> = [
	(read, values) => {
		const limit = attempt(() => readLimit(read));
		if (limit === undefined || limit === Infinity) return limit;
		expect(Number.isInteger(limit) && limit >= 1).toBe(true);
		expect(limit).toBe(Number(values['limit']));
		return limit;
	},
	(read, values) => {
		const listing = attempt(() => readListQuery(read));
		const { status, sortBy, order } = values;
		if (listing) expect(listing).toEqual({ status, sortBy, order });
		return listing;
	},
	(read) => {
		const settings = attempt(() => readRequestOptions(read));
		if (!settings) return undefined;
		const { maxConcurrentRequests, maxRetryWaitMs, timeoutMs } = settings;
		expect([1 <= maxConcurrentRequests, maxConcurrentRequests <= 16]).toEqual([true, true]);
		expect([0 <= maxRetryWaitMs, maxRetryWaitMs <= 86_400_000]).toEqual([true, true]);
		expect([1 <= timeoutMs, timeoutMs <= 86_400_000]).toEqual([true, true]);
		return settings;
	},
	(read) => attempt(() => readAuthentication(read)),
	(read) => {
		const format = attempt(() => readItemFormat(read, context.at));
		if (format) expect(format(projectOf(1))['id']).toBe(projectOf(1).id);
		return format;
	},
	(read) => {
		const filtering = attempt(() => readFilters(read, context));
		if (filtering?.matches) expect(typeof filtering.matches(projectOf(1))).toBe('boolean');
		return filtering;
	},
];

it('is used as it is or refused, whatever an expression gives', () => {
	const tally = new Tally('fuzzed parameters');
	const property = fc.property(parameters, (values: Values) => {
		for (const reader of READERS) {
			const used = reader((name) => values[name], values);
			tally.count(used === undefined ? 'refused' : 'used');
		}
	});
	fc.assert(property, cases(75));
	tally.print();
});

it('gives items of JSON alone, whatever the fields are called', () => {
	const extra = fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), { noNullPrototype: true });
	const chosen = fc.array(fc.oneof(fc.constantFrom(...names), fc.string()), { maxLength: 6 });
	fc.assert(
		fc.property(chosen, extra, (fields, more) => {
			const project = { ...projectOf(1), ...more, id: 'proj_1' };
			const item = itemFormatter({ kind: 'selected', fields })(project);
			expect(item['id']).toBe('proj_1');
			expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
			expect(Object.keys(item).sort()).toEqual([...new Set(['id', ...fields])].sort());
			expect(Object.values(item).some((value) => typeof value === 'function')).toBe(false);
		}),
		cases(75),
	);
});
