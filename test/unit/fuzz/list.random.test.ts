import fc from 'fast-check';
import { type ListQuery, parsePage, type Project } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { readWholeList } from '../../../nodes/Collab/core/list/wholeList';
import { cases, Tally } from '../../random';
import { orError } from '../errorIn';
import { idsOf, quietRows } from '../list/story';
import { Service } from '../service';
import { mutation, toText, type Mutation } from './mutations';

/** Far more than the bounds of reading so few rows allow. */
const MAX_REQUESTS = 400;

const QUERY: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };

const liar = fc.record({
	total: fc.oneof(fc.nat(8), fc.integer({ min: 95, max: 105 }), fc.nat(350)),
	/** The mutation of each answer, in the order in which they are asked for; undefined leaves one as it is. */
	lies: fc.array(fc.option(mutation, { nil: undefined, freq: 3 }), { minLength: 1, maxLength: 12 }),
	/** After the last: leave all answers as they are, or begin again. */
	isStubborn: fc.boolean(),
	/** Lies only where it would be believed. */
	isSubtle: fc.boolean(),
});

type Liar = typeof liar extends fc.Arbitrary<infer One> ? One : never;

async function readAll({ total, lies, isStubborn, isSubtle }: Liar) {
	const service = new Service({}, undefined, quietRows(total));
	service.damage = (body) => {
		const number = service.asked.length - 1;
		if (number >= MAX_REQUESTS) throw new Error('Reading does not end');
		const damaged = structuredClone(body);
		lies[isStubborn ? number % lies.length : number]?.(damaged);
		const sent: unknown = JSON.parse(toText(damaged));
		const isRefused = orError(() => parsePage(sent)) instanceof CollabError;
		return isSubtle && isRefused ? body : sent;
	};
	const ids: string[] = [];
	const take = (projects: readonly Project[]) => void ids.push(...idsOf(projects));
	const { isCountWrong } = await readWholeList(service.fetchPage, QUERY, () => service.nowMs, take);
	return { ids, isCountWrong };
}

const all = (total: number) => idsOf(quietRows(total));

it('gives every project once, says that something is wrong, or fails', async () => {
	const tally = new Tally('lists of mutated pages');
	await fc.assert(
		fc.asyncProperty(liar, async (service) => {
			try {
				const { ids, isCountWrong } = await readAll(service);
				expect(new Set(ids).size).toBe(ids.length);
				// A changed id looks like one more project.
				if (!isCountWrong) expect(ids.length).toBeGreaterThanOrEqual(service.total);
				const isWhole = ids.join() === all(service.total).join();
				tally.count(isCountWrong ? 'with a wrong count' : isWhole ? 'right' : 'with a strange id');
			} catch (error) {
				if (!(error instanceof CollabError)) throw error;
				expect(['malformed', 'listKeptChanging', 'listUnstable']).toContain(error.kind);
				tally.count(error.kind);
			}
		}),
		cases(20),
	);
	tally.print();
}, 3_600_000);

describe.each([2 ** 53 - 1, 1e6])('a list that is said to have %d rows and more pages', (many) => {
	const saying =
		(total_items: number): Mutation =>
		(body) =>
			Object.assign((body as { pagination: object }).pagination, { has_next: true, total_items });

	it.each([0, 6, 300])('fails soon, or comes with that said, when it has %d', async (total) => {
		// An empty page of a list without projects is right, whatever would be said next.
		for (const firstTotal of total === 0 ? [many] : [many, total]) {
			const lies = [saying(firstTotal), ...Array<Mutation>(MAX_REQUESTS).fill(saying(many))];
			const service = { total, lies, isStubborn: true, isSubtle: false };
			const outcome = await readAll(service).catch((error: unknown) => error);
			if (outcome instanceof CollabError) expect(outcome.kind).toBe('listKeptChanging');
			else expect(outcome).toEqual({ ids: all(total), isCountWrong: true });
		}
	});
});
