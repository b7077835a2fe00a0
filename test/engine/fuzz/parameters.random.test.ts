import fc from 'fast-check';
import { bodyOf } from '../../unit/fuzz/account';
import { cases, Tally } from '../../random';
import { API_KEY, listFrom } from '../failures/failing';
import { answer, scriptedServers } from '../harness/scriptedServer';
import { textIn } from '../harness/textIn';

const TOTAL = 120;

const serve = scriptedServers();

/** What people write into an expression field, and what comes out of it by mistake. */
const expression = fc.constantFrom(
	...['null', 'undefined', 'NaN', '""', '"50"', '" all "', '[]', '[1]', '["name"]', '{}'],
	...['{ a: 1 }', '0', '-1', '1', '7', '1.5', '1e21', '-1e21', 'Infinity', '2 ** 53', 'true'],
	...['false', '"true"', '$json.missing', '$json.missing.deeper', 'new Date()', '$now', '$today'],
	...['new Date("x")', '"2026-13-45"', '() => 1', '"all"', '"archived"', '"name"', '"asc"'],
	...['["__proto__"]', '["constructor", "name"]', '"__proto__"', '[null]', '"x".repeat(99999)'],
	...['$input.all()', '$json', '"\\u0000"', '"../../admin"', '"all&per_page=1000"'],
);

const odd: fc.Arbitrary<unknown> = fc.oneof(
	expression.map((text) => `={{ ${text} }}`),
	fc.constantFrom(null, '', 'unknown', 0, -1, 0.5, 17, 1e9, 1e300, [], ['nonsense', '__proto__']),
);

const usual = fc.record({
	returnAll: fc.boolean(),
	limit: fc.constantFrom(1, 7, 50, 150, 1e300),
	status: fc.constantFrom('all', 'active'),
	sortBy: fc.constantFrom('updated_at', 'name'),
	order: fc.constantFrom('asc', 'desc'),
	output: fc.constantFrom('raw', 'simplified', 'selected'),
	fields: fc.constantFrom(['name'], [], ['constructor', '__proto__']),
});
const names = ['returnAll', 'limit', 'status', 'sortBy', 'order', 'output', 'fields'];
const optionNames = ['maxConcurrentRequests', 'timeout', 'maxRetryWait'];

const oddOnes = (of: readonly string[]) =>
	fc.dictionary(fc.constantFrom(...of), odd, { maxKeys: 1 });

const parameters = fc
	.tuple(usual, oddOnes(names))
	.map(([good, bad]): Record<string, unknown> => ({ ...good, ...bad }));

const options = fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, oddOnes(optionNames));

/** What a run without an error gives; undefined where an expression decides. */
function expectedCount({ returnAll, limit }: Record<string, unknown>): number | undefined {
	if (returnAll === true) return TOTAL;
	return returnAll === false && typeof limit === 'number' ? Math.min(limit, TOTAL) : undefined;
}

it('gives a right result or a clear error, whatever the expressions give', async () => {
	const summary = new Tally('parameters through the engine');
	const service = await serve((response, { query }) => {
		const window = { page: Number(query['page']), perPage: Number(query['per_page']) };
		answer(response, 200, bodyOf(TOTAL, window));
	});
	await fc.assert(
		fc.asyncProperty(parameters, options, async (given, more) => {
			const settings = { parameters: given, options: more } as Parameters<typeof listFrom>[1];
			const { error, items, run } = await listFrom(service.baseUrl, settings);
			expect(textIn(run)).not.toContain(API_KEY);
			if (error) {
				// The second is n8n's own, about an expression that gives a function.
				expect(error.description ?? error.message).toMatch(/^It must be |^this is a function/);
				expect(error.context['itemIndex']).toBe(0);
				expect(items).toEqual([]);
				return summary.count(error.message);
			}
			expect(JSON.stringify(run)).toContain('"status":"success"');
			expect(items).toHaveLength(expectedCount(given) ?? items.length);
			expect(items.every(({ json: { id } }) => typeof id === 'string' && id !== '')).toBe(true);
			summary.count('right');
		}),
		cases(10),
	);
	const strange = service.requests.filter(
		({ query }) => !/^[1-9]\d{0,2}$/.test(query['per_page'] ?? ''),
	);
	expect(strange).toEqual([]);
	summary.print();
}, 3_600_000);
