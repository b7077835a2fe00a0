/** Services that do not turn their pages as they should: reading ends, with all projects or a clear error. */
import fc from 'fast-check';
import { cases } from '../../random';
import type { FetchPage, Page, PageRequest, Pagination } from '../../../nodes/Collab/core/contract';
import { parsePage } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { Service } from '../service';
import { findIn, idsOf, quietRows } from './story';

/** What the service answers to the request with this number; the first is 1. */
type Oddity = (honest: (window: PageRequest) => Page, window: PageRequest, number: number) => Page;

const saying =
	(said: (pagination: Pagination, number: number) => Partial<Pagination>): Oddity =>
	(honest, window, number) => {
		const page = honest(window);
		return { ...page, pagination: { ...page.pagination, ...said(page.pagination, number) } };
	};
const counting = (count: (total: number, number: number) => number): Oddity =>
	saying(({ totalItems }, number) => ({ totalItems: count(totalItems, number) }));
/** The rows of another window. */
const showing =
	(pageOf: (page: number, number: number) => number): Oddity =>
	(honest, window, number) => {
		const { rows } = honest({ ...window, page: pageOf(window.page, number) });
		return { ...honest(window), rows };
	};
const NOWHERE = 1_000_000;
const upTo30 = ({ page, perPage }: PageRequest) => ({ page, perPage: Math.min(perPage, 30) });

const readable: Record<string, Oddity> = {
	'has_next for ever': saying(() => ({ hasNext: true })),
	'has_next never': saying(() => ({ hasNext: false })),
	'a total that is too high': counting((total) => total + 7),
	'a total that is too low': counting((total) => Math.max(0, total - 7)),
	'another total each time': counting((total, number) => total + (number % 3)),
	'at most 30 to a page, and it says so': (honest, window) => honest(upTo30(window)),
	'at most 30 to a page, unsaid': (honest, window) => {
		const page = honest(upTo30(window));
		return { ...page, pagination: { ...page.pagination, perPage: window.perPage } };
	},
	'an empty page in the middle, once': showing((page, number) => (number === 3 ? NOWHERE : page)),
	'the same page twice in a row': showing((page, number) => (number === 4 ? page - 1 || 1 : page)),
};

const hopeless: Record<string, Oddity> = {
	'the first page for ever': showing(() => 1),
	'nothing beyond page 3': showing((page) => Math.min(page, 3)),
};

/** Read where other pages serve; otherwise given up, or what there is comes with a count that is called wrong. */
const doubtful: Record<string, Oddity> = {
	'rows left out of each page after it was cut': (honest, window) => {
		const page = honest(window);
		return { ...page, rows: page.rows.filter(({ id }) => !id.endsWith('7')) };
	},
	'no rows but a total': showing(() => NOWHERE),
	'no more than 300 rows to be had': (honest, window, number) =>
		showing((page) => (page * window.perPage > 300 ? 1 : page))(honest, window, number),
	'more rows than can be counted': saying(() => ({ hasNext: true, totalItems: 2 ** 53 - 1 })),
	'page 3 a repetition of page 2': showing((page) => (page === 3 ? 2 : page)),
};

/** What is found, and how many requests it took; or the kind of the error. */
async function read(count: number, oddity: Oddity, limit = Infinity) {
	// Names with numbers follow the creation.
	const rows = quietRows(count, (index) => ({ name: `Project ${9_999 - index}` }));
	const service = new Service({}, undefined, rows);
	let requests = 0;
	const fetchPage: FetchPage = async (query, window) => {
		requests += 1;
		if (requests > 1_000) throw new Error('It does not end');
		const number = requests;
		await service.fetchPage(query, window);
		return oddity((other) => service.answer(query, other), window, number);
	};
	try {
		const { rows: projects, countsMore } = await findIn({ fetchPage }, { limit });
		return { ids: idsOf(projects), countsMore, requests };
	} catch (error) {
		if (!(error instanceof CollabError)) throw error;
		return { kind: error.kind, requests };
	}
}

const COUNTS = [0, 1, 99, 100, 101, 215, 300, 1_234];

/** All that the service ever shows. */
const allOf = (count: number, name: string) =>
	idsOf(quietRows(count)).filter((id) => !name.startsWith('rows left out') || !id.endsWith('7'));

describe.each(Object.entries(readable))('a service with %s', (name, oddity) => {
	test.each(COUNTS)('of %i projects gives all', async (count) => {
		const { ids, kind, requests } = await read(count, oddity);
		// An answer without rows that counts some is no list.
		if (count === 0 && name.includes('too high')) expect(kind).toBe('listUnstable');
		else expect(ids).toEqual(allOf(count, name));
		expect(requests).toBeLessThanOrEqual(20 + count / 25);
	});
});

test.each(Object.entries(hopeless))('a service with %s is given up', async (_name, oddity) => {
	const { kind, requests } = await read(1_234, oddity);
	expect(kind).toBe('listUnstable');
	// Up to four readings in windows, and ten of 13 pages.
	expect(requests).toBeLessThanOrEqual(265);
});

test.each([90, 0])('pages that end at 50, and count %i, are given up', async (totalItems) => {
	const cut: Oddity = (honest, window) => {
		const { rows, pagination } = honest(window);
		return { rows: rows.slice(0, 50), pagination: { ...pagination, totalItems } };
	};
	expect(await read(90, cut)).toMatchObject({ kind: 'listUnstable' });
});

test('a service that repeats its last page beyond its end gives all projects', async () => {
	const rows = quietRows(250);
	const service = new Service({ totalOffset: 60 }, undefined, rows);
	const clamped: FetchPage = async (query, window) => {
		const page = Math.min(window.page, Math.ceil(250 / window.perPage));
		const { rows: data, pagination } = await service.fetchPage(query, { ...window, page });
		const { perPage: per_page, totalItems: total_items } = pagination;
		const said = { page, per_page, total_items, has_next: page < 250 / window.perPage };
		return parsePage({ data, pagination: said }, window);
	};
	expect(idsOf((await findIn({ fetchPage: clamped })).rows)).toEqual(idsOf(rows));
});

test('any oddity, at any length and limit, gives all, says that the count is wrong, or fails', async () => {
	const oddities = fc.constantFrom(...Object.entries({ ...readable, ...doubtful, ...hopeless }));
	const counts = fc.oneof(fc.constantFrom(...COUNTS), fc.nat(700));
	const limits = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 400 }));
	const property = fc.asyncProperty(oddities, counts, limits, async (odd, count, limit) => {
		const { ids, countsMore, kind, requests } = await read(count, odd[1], limit);
		const all = allOf(count, odd[0]);
		expect(requests).toBeLessThanOrEqual(350);
		if (!ids) expect(kind).toBe('listUnstable');
		else if (countsMore) expect(all).toEqual(expect.arrayContaining(ids));
		else expect(ids).toEqual(all.slice(0, limit));
	});
	await fc.assert(property, cases(200));
});
