/** Services that do not turn their pages as they should: reading ends, with all projects or a clear error. */
import fc from 'fast-check';
import { cases } from '../../random';
import type { ListQuery, Page, Pagination, PageRequest } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { idsOf, ListService, quietRows } from './listService';

type Answer = (window: PageRequest) => Page;

/** Wraps an honest service; `turn` counts its answers, the first is 1. */
type Oddity = (honest: Answer) => (window: PageRequest, turn: number) => Page;

class OddService extends ListService {
	private readonly answers = new Map<string, ReturnType<Oddity>>();

	constructor(
		count: number,
		private readonly oddity: Oddity,
	) {
		super(quietRows(count));
	}

	override answer(query: ListQuery, window: PageRequest): Page {
		const key = `${query.sortBy} ${query.order}`;
		const answer = this.answers.get(key) ?? this.oddity((asked) => super.answer(query, asked));
		this.answers.set(key, answer);
		return answer(window, this.asked.length);
	}
}

async function read(count: number, oddity: Oddity) {
	const service = new OddService(count, oddity);
	const ids = await service.list();
	return { ids, requests: service.asked.length, all: idsOf(quietRows(count)) };
}

const saying =
	(change: (said: Pagination, turn: number) => Partial<Pagination>): Oddity =>
	(honest) =>
	(window, turn) => {
		const page = honest(window);
		const pagination = { ...page.pagination, ...change(page.pagination, turn) };
		return { ...page, pagination };
	};

const readable: Record<string, Oddity> = {
	'has_next for ever': saying(() => ({ hasNext: true })),
	'has_next never': saying(() => ({ hasNext: false })),
	'no last page by its own count': saying(({ totalItems, perPage, page }) => ({
		totalPages: Math.floor(totalItems / perPage),
		hasNext: page < Math.floor(totalItems / perPage),
	})),
	'a page too many by its own count': saying(({ totalPages }) => ({ totalPages: totalPages + 1 })),
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
	'an empty page in the middle, once': (honest) => (window, turn) =>
		turn === 3 ? { ...honest(window), projects: [] } : honest(window),
	'page 3 always empty': (honest) => (window) =>
		window.page === 3 ? { ...honest(window), projects: [] } : honest(window),
	'the same page twice in a row': (honest) => {
		let last: Page | undefined;
		return (window, turn) => {
			const page =
				turn === 4 && last ? { ...honest(window), projects: last.projects } : honest(window);
			last = page;
			return page;
		};
	},
	'rows left out of each page after it was cut': (honest) => (window) => {
		const page = honest(window);
		return { ...page, projects: page.projects.filter(({ id }) => !id.endsWith('7')) };
	},
};

const hopeless: Record<string, Oddity> = {
	'the first page for ever': (honest) => (window) => ({
		...honest(window),
		projects: honest({ ...window, page: 1 }).projects,
	}),
	'nothing beyond page 3': (honest) => (window) => ({
		...honest(window),
		projects: honest({ ...window, page: Math.min(window.page, 3) }).projects,
	}),
	'no rows on the last page': (honest) => (window) => {
		const page = honest(window);
		return page.pagination.hasNext ? page : { ...page, projects: [] };
	},
	'no rows but a total': (honest) => (window) => ({ ...honest(window), projects: [] }),
	'new rows for ever and a small total': (honest) => {
		let made = 0;
		return (window) => {
			const page = honest(window);
			const last = page.projects.slice(0, 1);
			const rows = Array.from({ length: window.perPage - last.length }, () => ({
				id: `new_${++made}`,
			}));
			const pagination = { ...page.pagination, hasNext: true, totalItems: 20 };
			return { projects: [...last, ...rows], pagination };
		};
	},
};

/** Read where other pages serve, given up where they do not. */
const doubtful: Record<string, Oddity> = {
	'no more than 300 rows to be had': (honest) => (window) => {
		const page = honest(window);
		const isTooFar = window.page * window.perPage > 300;
		const first = honest({ ...window, page: 1 });
		return isTooFar ? { ...page, projects: first.projects } : page;
	},
	'page 3 a repetition of page 2': (honest) => (window) =>
		window.page === 3
			? { ...honest(window), projects: honest({ ...window, page: 2 }).projects }
			: honest(window),
};

const COUNTS = [0, 1, 99, 100, 101, 215, 300, 1_234];

describe.each(Object.entries(readable))('a service with %s', (name, oddity) => {
	test.each(COUNTS)('of %i projects gives all', async (count) => {
		if (name.includes('more than') && count === 0) return;
		const { ids, all, requests } = await read(count, oddity);
		const visible = name.startsWith('rows left out') ? all.filter((id) => !id.endsWith('7')) : all;
		expect([...ids].sort()).toEqual([...visible].sort());
		expect(new Set(ids).size).toBe(ids.length);
		const perPage = name.includes('30') ? 20 : 75;
		// A larger total is called wrong once two further passes prove that there is no more.
		const passes = visible.length < all.length || name.includes('more than') ? 3 : 1;
		expect(requests).toBeLessThanOrEqual(25 + passes * Math.ceil(count / perPage));
	});
});

describe.each(Object.entries(doubtful))('a service with %s', (_name, oddity) => {
	test.each(COUNTS)('of %i projects gives all or fails', async (count) => {
		try {
			const { ids, all } = await read(count, oddity);
			expect([...ids].sort()).toEqual(all);
		} catch (error) {
			if (!(error instanceof CollabError)) throw error;
			expect(['listKeptChanging', 'listUnstable']).toContain(error.kind);
		}
	});
});

describe.each(Object.entries(hopeless))('a service with %s', (_name, oddity) => {
	test('makes reading fail, after a bounded number of requests', async () => {
		const service = new OddService(1_234, oddity);
		const failed = service.list();
		await expect(failed).rejects.toThrow(CollabError);
		await expect(failed).rejects.toMatchObject({
			kind: expect.stringMatching(/^list(KeptChanging|Unstable)$/) as string,
		});
		expect(service.asked.length).toBeLessThan(130);
	});
});

test('any oddity, at any length, gives all or fails', async () => {
	const lies = fc.constantFrom(...Object.entries({ ...readable, ...doubtful, ...hopeless }));
	const property = fc.asyncProperty(lies, fc.nat(700), async ([name, oddity], count) => {
		if (name.startsWith('rows left out')) return;
		try {
			const { ids, all } = await read(count, oddity);
			expect(new Set(ids)).toEqual(new Set([...all, ...ids.filter((id) => id.startsWith('new_'))]));
		} catch (error) {
			expect(error).toBeInstanceOf(CollabError);
		}
	});
	await fc.assert(property, cases(25));
});
