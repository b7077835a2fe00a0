import fc from 'fast-check';
import {
	type ListQuery,
	parsePage,
	type PageRequest,
	type Project,
} from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { readWholeList } from '../../../nodes/Collab/core/list/wholeList';
import { bodyOf, projectOf } from './account';
import { cases, Tally } from '../../random';
import { mutation, toText, type Mutation } from './mutations';

/** Far more than the bounds of reading so few rows allow. */
const MAX_REQUESTS = 400;

const QUERY: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };

interface Liar {
	readonly total: number;
	/** The mutation of each answer, in the order in which they are asked for; undefined leaves one as it is. */
	readonly lies: ReadonlyArray<Mutation | undefined>;
	/** After the last: leave all answers as they are, or begin again. */
	readonly isStubborn: boolean;
	/** Lies only where it would be believed. */
	readonly isSubtle: boolean;
}

const liar: fc.Arbitrary<Liar> = fc.record({
	total: fc.oneof(fc.nat(8), fc.integer({ min: 95, max: 105 }), fc.nat(350)),
	lies: fc.array(fc.option(mutation, { nil: undefined, freq: 3 }), { minLength: 1, maxLength: 12 }),
	isStubborn: fc.boolean(),
	isSubtle: fc.boolean(),
});

function answerWith(lie: Mutation | undefined, body: unknown) {
	lie?.(body);
	try {
		return parsePage(JSON.parse(toText(body)));
	} catch (error) {
		if (error instanceof CollabError) return error;
		throw error;
	}
}

async function readAll({ total, lies, isStubborn, isSubtle }: Liar) {
	let requests = 0;
	const fetchPage = (_: ListQuery, window: PageRequest) => {
		if (requests >= MAX_REQUESTS) throw new Error('Reading does not end');
		const lie = lies[isStubborn ? requests % lies.length : requests];
		requests++;
		const page = answerWith(lie, bodyOf(total, window));
		if (page instanceof CollabError && !isSubtle) return Promise.reject(page);
		return Promise.resolve(page instanceof CollabError ? parsePage(bodyOf(total, window)) : page);
	};
	const ids: string[] = [];
	const take = (projects: readonly Project[]) => void ids.push(...projects.map(({ id }) => id));
	const { isCountWrong } = await readWholeList(fetchPage, QUERY, () => 0, take);
	return { ids, isCountWrong };
}

it('gives every project once, says that something is wrong, or fails', async () => {
	const tally = new Tally('lists of mutated pages');
	await fc.assert(
		fc.asyncProperty(liar, async (service) => {
			try {
				const { ids, isCountWrong } = await readAll(service);
				expect(new Set(ids).size).toBe(ids.length);
				// A changed id looks like one more project.
				if (!isCountWrong) expect(ids.length).toBeGreaterThanOrEqual(service.total);
				const isWhole = ids.join() === idsOf(service.total).join();
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
		(totalItems: number): Mutation =>
		(body) =>
			Object.assign((body as ReturnType<typeof bodyOf>).pagination, {
				has_next: true,
				total_items: totalItems,
			});

	it.each([0, 6, 300])('fails soon, or comes with that said, when it has %d', async (total) => {
		// An empty page of a list without projects is right, whatever would be said next.
		for (const firstTotal of total === 0 ? [many] : [many, total]) {
			const lies = [saying(firstTotal), ...Array<Mutation>(MAX_REQUESTS).fill(saying(many))];
			const service = { total, lies, isStubborn: true, isSubtle: false };
			const outcome = await readAll(service).catch((error: unknown) => error);
			if (outcome instanceof CollabError) expect(outcome.kind).toBe('listKeptChanging');
			else expect(outcome).toEqual({ ids: idsOf(total), isCountWrong: true });
		}
	});
});

const idsOf = (total: number) =>
	Array.from({ length: total }, (_row, number) => projectOf(number).id);
