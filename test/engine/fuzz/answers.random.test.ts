import fc from 'fast-check';
import { bodyOf } from '../../unit/fuzz/account';
import { cases, Tally } from '../../random';
import { damage, mutation, SECRET, toText } from '../../unit/fuzz/mutations';
import { API_KEY, listFrom } from '../failures/failing';
import { scriptedServers, type Script } from '../harness/scriptedServer';
import { textIn } from '../harness/textIn';

const serve = scriptedServers();

/** Every answer is a page of at most 5 of so many projects, with that done to it. */
interface Fault {
	readonly total: number;
	readonly mutations: ReadonlyArray<(body: unknown) => void>;
	readonly harm: (bytes: Buffer) => Buffer;
	readonly status: number;
	readonly output: string;
}

const fault: fc.Arbitrary<Fault> = fc.record({
	total: fc.nat(12),
	mutations: fc.array(mutation, { maxLength: 2 }),
	harm: fc.oneof({ weight: 3, arbitrary: fc.constant((bytes: Buffer) => bytes) }, damage),
	status: fc.oneof(
		{ weight: 5, arbitrary: fc.constant(200) },
		fc.constantFrom(201, 206, 302, 400, 401, 403, 429, 500, 599),
	),
	output: fc.constantFrom('raw', 'simplified', 'selected'),
});

const misbehave =
	({ total, mutations, harm, status }: Fault): Script =>
	(response, { query }) => {
		const body = bodyOf(total, {
			page: Number(query['page']),
			perPage: Math.min(5, Number(query['per_page'])),
		});
		for (const mutate of mutations) mutate(body);
		response.writeHead(status, { 'Content-Type': 'application/json', Location: '/elsewhere' });
		response.end(harm(Buffer.from(toText(body))));
	};

it('gives a right result or a clear failure, whatever the service answers', async () => {
	const tally = new Tally('answers through the engine');
	await fc.assert(
		fc.asyncProperty(fault, async (given) => {
			const service = await serve(misbehave(given));
			const parameters = { returnAll: true, output: given.output };
			const { error, items, run, hints } = await listFrom(service.baseUrl, { parameters });
			await service.close();
			expect(textIn(run)).not.toContain(API_KEY);
			if (error) {
				expect(error.message).toMatch(/service|list of projects/);
				expect(error.description).toMatch(/\.$/);
				expect(error.context['itemIndex']).toBe(0);
				expect([error.message, error.description].join()).not.toContain(SECRET);
				expect(items).toEqual([]);
				return tally.count(error.message.replace(/:.*/, ''));
			}
			expect(JSON.stringify(run)).toContain('"status":"success"');
			// A project whose id was changed on the way looks like one more.
			expect(hints.length > 0 || items.length >= given.total).toBe(true);
			tally.count(hints.length > 0 ? 'with a hint' : 'right');
		}),
		cases(10),
	);
	tally.print();
}, 3_600_000);
