/** Services that do not turn their pages as they should: reading ends, with all projects or a clear error. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { cases } from '../../random';
import type { ListQuery, Page, Pagination, PageRequest } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { Service } from '../service';
import { findNewest, idsOf, quietRows } from './story';

type Answer = (window: PageRequest) => Page;

/** Wraps an honest service; `turn` counts its answers, the first is 1. */
type Oddity = (honest: Answer) => (window: PageRequest, turn: number) => Page;

class OddService extends Service {
	private readonly answers = new Map<string, ReturnType<Oddity>>();

	constructor(
		count: number,
		private readonly oddity: Oddity,
	) {
		super({}, undefined, quietRows(count));
	}

	override readonly fetchPage = async (query: ListQuery, window: PageRequest): Promise<Page> => {
		await setImmediate();
		const key = `${query.sortBy} ${query.order}`;
		const answer = this.answers.get(key) ?? this.oddity((asked) => this.answer(query, asked));
		this.answers.set(key, answer);
		this.sent += 1;
		return answer(window, this.sent);
	};
}

/** What is found, and how many requests it took; or the kind of the error. */
async function read(count: number, oddity: Oddity, limit = Infinity) {
	const service = new OddService(count, oddity);
	try {
		const { projects, isCountWrong } = await findNewest(service, limit);
		return { ids: idsOf(projects), isCountWrong, requests: service.sent };
	} catch (error) {
		if (!(error instanceof CollabError)) throw error;
		return { kind: error.kind, requests: service.sent };
	}
}

const GIVEN_UP = expect.stringMatching(/^list(KeptChanging|Unstable)$/) as string;

const saying =
	(change: (said: Pagination, turn: number) => Partial<Pagination>): Oddity =>
	(honest) =>
	(window, turn) => {
		const page = honest(window);
		const pagination = { ...page.pagination, ...change(page.pagination, turn) };
		return { ...page, pagination };
	};

const showing =
	(rowsOf: (honest: Answer, window: PageRequest, turn: number) => Page['projects']): Oddity =>
	(honest) =>
	(window, turn) => ({ ...honest(window), projects: rowsOf(honest, window, turn) });

const readable: Record<string, Oddity> = {
	'has_next for ever': saying(() => ({ hasNext: true })),
	'has_next never': saying(() => ({ hasNext: false })),
	'total_items of an hour ago, more than there are': saying(({ totalItems }) => ({
		totalItems: totalItems + 7,
	})),
	'total_items of an hour ago, fewer than there are': saying(({ totalItems }) => ({
		totalItems: Math.max(0, totalItems - 7),
	})),
	'another total_items each time': saying(({ totalItems }, turn) => ({
		totalItems: totalItems + (turn % 3),
	})),
	'at most 30 to a page, and it says so':
		(honest) =>
		({ page, perPage }) =>
			honest({ page, perPage: Math.min(perPage, 30) }),
	'at most 30 to a page, unsaid': (honest) => (window) => {
		const page = honest({ ...window, perPage: Math.min(window.perPage, 30) });
		return { ...page, pagination: { ...page.pagination, perPage: window.perPage } };
	},
	'an empty page in the middle, once': showing((honest, window, turn) =>
		turn === 3 ? [] : honest(window).projects,
	),
	'page 3 always empty': showing((honest, window) =>
		window.page === 3 ? [] : honest(window).projects,
	),
	'the same page twice in a row': (honest) => {
		let last: Page | undefined;
		return (window, turn) => {
			const page =
				turn === 4 && last ? { ...honest(window), projects: last.projects } : honest(window);
			last = page;
			return page;
		};
	},
	'rows left out of each page after it was cut': showing((honest, window) =>
		honest(window).projects.filter(({ id }) => !id.endsWith('7')),
	),
};

const hopeless: Record<string, Oddity> = {
	'the first page for ever': showing((honest, window) => honest({ ...window, page: 1 }).projects),
	'nothing beyond page 3': showing(
		(honest, window) => honest({ ...window, page: Math.min(window.page, 3) }).projects,
	),
};

/** Read where other pages serve; otherwise given up, or what there is comes with a count that is called wrong. */
const doubtful: Record<string, Oddity> = {
	'no rows on the last page': (honest) => (window) => {
		const page = honest(window);
		return page.pagination.hasNext ? page : { ...page, projects: [] };
	},
	'no rows but a total': showing(() => []),
	'no more than 300 rows to be had': showing((honest, window) => {
		const isTooFar = window.page * window.perPage > 300;
		return honest(isTooFar ? { ...window, page: 1 } : window).projects;
	}),
	'page 3 a repetition of page 2': showing(
		(honest, window) => honest({ ...window, page: window.page === 3 ? 2 : window.page }).projects,
	),
};

/** All that the service ever shows. */
const allOf = (count: number, name: string) => {
	const isHidden = (id: string) => name.startsWith('rows left out') && id.endsWith('7');
	return idsOf(quietRows(count)).filter((id) => !isHidden(id));
};

const COUNTS = [0, 1, 99, 100, 101, 215, 300, 1_234];

describe.each(Object.entries(readable))('a service with %s', (name, oddity) => {
	test.each(COUNTS)('of %i projects gives all', async (count) => {
		const { ids, requests } = await read(count, oddity);
		expect(ids).toEqual(allOf(count, name));
		// Three readings of pages of 30, and one in windows.
		expect(requests).toBeLessThanOrEqual(20 + Math.ceil((4 * count) / 30));
	});
});

describe.each(Object.entries(hopeless))('a service with %s', (_name, oddity) => {
	test('makes reading fail, after a bounded number of requests', async () => {
		const { kind, requests } = await read(1_234, oddity);
		expect(kind).toEqual(GIVEN_UP);
		expect(requests).toBeLessThan(400);
	});
});

describe('any oddity, at any length,', () => {
	const oddities = fc.constantFrom(...Object.entries({ ...readable, ...doubtful, ...hopeless }));
	const counts = fc.oneof(fc.constantFrom(...COUNTS), fc.nat(700));

	test.each([
		['read to its end', fc.constant(Infinity)],
		['read up to a limit', fc.integer({ min: 1, max: 400 })],
	])('%s, gives all, says that the count is wrong, or fails', async (_name, limits) => {
		const property = fc.asyncProperty(oddities, counts, limits, async (odd, count, limit) => {
			const [name, oddity] = odd;
			const { ids, isCountWrong, kind, requests } = await read(count, oddity, limit);
			const all = allOf(count, name);
			expect(requests).toBeLessThan(400);
			if (!ids) expect(kind).toEqual(GIVEN_UP);
			else if (isCountWrong) expect(all).toEqual(expect.arrayContaining(ids));
			else expect(ids).toEqual(all.slice(0, limit));
		});
		await fc.assert(property, cases(100));
	});
});
