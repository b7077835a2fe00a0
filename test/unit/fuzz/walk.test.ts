import fc from 'fast-check';
import { parsePage, type Window } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { walk } from '../../../nodes/Collab/core/pagination/walk';
import { bodyOf, projectOf } from './account';
import { campaign, SummaryBuilder } from './campaign';
import { mutation, toText, type Mutation } from './mutations';

/** Far more than the bounds of a walk over so few rows allow. */
const MAX_REQUESTS = 2000;

interface Liar {
	readonly total: number;
	/** The mutation of each answer, in the order in which they are asked for; undefined leaves one as it is. */
	readonly lies: ReadonlyArray<Mutation | undefined>;
	/** After the last: leave all answers as they are, or begin again. */
	readonly isStubborn: boolean;
	/** Lies only where it would be believed. */
	readonly isSubtle: boolean;
	readonly readAhead: number;
}

const liar: fc.Arbitrary<Liar> = fc.record({
	total: fc.oneof(fc.nat(8), fc.integer({ min: 95, max: 105 }), fc.nat(350)),
	lies: fc.array(fc.option(mutation, { nil: undefined, freq: 3 }), { minLength: 1, maxLength: 12 }),
	isStubborn: fc.boolean(),
	isSubtle: fc.boolean(),
	readAhead: fc.constantFrom(1, 3, 8),
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

async function readAll({ total, lies, isStubborn, isSubtle, readAhead }: Liar) {
	let requests = 0;
	const fetchWindow = (window: Window) => {
		if (requests >= MAX_REQUESTS) throw new Error('The walk does not end');
		const lie = lies[isStubborn ? requests % lies.length : requests];
		requests++;
		const page = answerWith(lie, bodyOf(total, window));
		if (page instanceof CollabError && !isSubtle) return Promise.reject(page);
		return Promise.resolve(page instanceof CollabError ? parsePage(bodyOf(total, window)) : page);
	};
	const ids: string[] = [];
	let disagreed = false;
	for await (const batch of walk(fetchWindow, {
		sortBy: 'updated_at',
		limit: Infinity,
		readAhead,
	})) {
		ids.push(...batch.projects.map(({ id }) => id));
		disagreed = batch.totalsDisagreed;
	}
	return { ids, disagreed };
}

it('gives every project once, says that something is wrong, or fails', async () => {
	const tally = new SummaryBuilder('walks over mutated pages');
	await fc.assert(
		fc.asyncProperty(liar, async (service) => {
			try {
				const { ids, disagreed } = await readAll(service);
				expect(new Set(ids).size).toBe(ids.length);
				if (!disagreed) expect(ids).toHaveLength(service.total);
				const isWhole = ids.join() === allIds(service.total);
				tally.count(disagreed ? 'told to disagree' : isWhole ? 'right' : 'with a strange id');
			} catch (error) {
				if (!(error instanceof CollabError)) throw error;
				expect(['malformed', 'listKeptChanging']).toContain(error.kind);
				tally.count(error.kind);
			}
		}),
		campaign(800),
	);
	tally.print();
}, 3_600_000);

describe.each([2 ** 53 - 1, 1e6])('a list that is said to have %d rows and more pages', (total) => {
	it.each([0, 6, 300])('fails soon when it has %d', async (rows) => {
		for (const honestAnswers of [0, 1]) {
			let requests = 0;
			const fetchWindow = (window: Window) => {
				requests++;
				const body = bodyOf(rows, window);
				const isLie = requests > honestAnswers;
				Object.assign(body.pagination, { has_next: true, ...(isLie && { total_items: total }) });
				return Promise.resolve(parsePage(body));
			};
			await expect(readToEnd(walk(fetchWindow, { sortBy: 'updated_at' }))).rejects.toMatchObject({
				kind: 'listKeptChanging',
			});
			expect(requests).toBeLessThan(200);
		}
	});
});

async function readToEnd(batches: AsyncIterable<unknown>): Promise<void> {
	for await (const batch of batches) expect(batch).toBeDefined();
}

const allIds = (total: number) =>
	Array.from({ length: total }, (_row, number) => projectOf(number).id).join();
