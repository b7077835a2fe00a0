import fc from 'fast-check';
import { cases } from '../random';
import {
	answer,
	countRows,
	NULLS,
	PER_PAGE_REPORTS,
	sortRows,
	STRICT,
	TIES,
	windowOf,
} from '../../dev/sandbox/projects/looseListing';
import type { Looseness, LooseQuery, Row } from '../../dev/sandbox/projects/looseListing';

const STAMPS = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
const QUERY: LooseQuery = {
	status: 'all',
	sortBy: 'created_at',
	order: 'asc',
	page: 1,
	perPage: 10,
};

const stamp = fc.option(fc.constantFrom(...STAMPS));
const rowsOf = fc
	.array(
		fc.record({
			name: fc.constantFrom('A', 'B', 'a'),
			status: fc.constantFrom('active', 'archived', 'completed'),
			created_at: stamp,
			updated_at: stamp,
			rank: fc.integer({ min: 0, max: 3 }),
		}),
		{ maxLength: 60 },
	)
	.map((rows) => rows.map((row, number): Row => ({ id: `p${number}`, ...row })));
const loosenessOf = fc.record<Looseness>({
	ties: fc.constantFrom(...TIES),
	hiddenColumn: fc.constantFrom('updated_at', 'rank'),
	nulls: fc.constantFrom(...NULLS),
	perPageReport: fc.constantFrom(...PER_PAGE_REPORTS),
	maxPerPage: fc.integer({ min: 1, max: 12 }),
	totalOffset: fc.integer({ min: -3, max: 3 }),
});
const queryOf = fc.record<LooseQuery>({
	status: fc.constantFrom('all', 'active', 'archived'),
	sortBy: fc.constantFrom('updated_at', 'created_at', 'name'),
	order: fc.constantFrom('asc', 'desc'),
	page: fc.constant(1),
	perPage: fc.integer({ min: 1, max: 15 }),
});

const selectRows = (...[rows, query, looseness, random]: Parameters<typeof windowOf<Row>>) =>
	windowOf(sortRows(rows, query, looseness), query, looseness, random);
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
const drawFrom = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;

function allPages(rows: Row[], query: LooseQuery, looseness: Looseness, random = drawFrom(7)) {
	const pages: Row[][] = [];
	for (let page = 1; ; page += 1) {
		const selected = selectRows(rows, { ...query, page }, looseness, random);
		if (selected.length === 0) return pages;
		pages.push(selected);
	}
}

/** A list with one row of each stamp, two with the middle one, and two without a stamp. */
const FEW: readonly Row[] = [
	{ id: 'b', created_at: STAMPS[1]!, updated_at: STAMPS[0]! },
	{ id: 'n1', created_at: null },
	{ id: 'a', created_at: STAMPS[1]!, updated_at: STAMPS[2]! },
	{ id: 'old', created_at: STAMPS[0]! },
	{ id: 'new', created_at: STAMPS[2]! },
	{ id: 'n2', created_at: null },
];

const listed = (order: 'asc' | 'desc', loose: Partial<Looseness>) =>
	ids(selectRows(FEW, { ...QUERY, order }, { ...STRICT, ...loose }, drawFrom(1))).join(' ');

it.each([
	['stable', 'asc', 'old a b new n1 n2'],
	['stable', 'desc', 'new b a old n2 n1'],
	['reverse', 'asc', 'old b a new n2 n1'],
	['reverse', 'desc', 'new a b old n1 n2'],
	['hidden', 'asc', 'old b a new n1 n2'],
	['hidden', 'desc', 'new a b old n2 n1'],
] as const)('puts equal values in %s order, %s', (ties, order, expected) => {
	expect(listed(order, { ties })).toBe(expected);
});

it.each([
	['first', 'asc', 'n1 n2 old a b new'],
	['first', 'desc', 'n2 n1 new b a old'],
	['last', 'asc', 'old a b new n1 n2'],
	['last', 'desc', 'new b a old n2 n1'],
	['postgresql', 'asc', 'old a b new n1 n2'],
	['postgresql', 'desc', 'n2 n1 new b a old'],
	['mysql', 'asc', 'n1 n2 old a b new'],
	['mysql', 'desc', 'new b a old n2 n1'],
] as const)('puts rows without a value %s in order %s', (nulls, order, expected) => {
	expect(listed(order, { nulls })).toBe(expected);
});

it('returns every row exactly once over its pages while ties keep their order', () => {
	fc.assert(
		fc.property(rowsOf, queryOf, loosenessOf, (rows, query, looseness) => {
			fc.pre(looseness.ties !== 'random');
			const pages = allPages(rows, query, looseness);
			const expected = rows.filter(({ status }) => [status, 'all'].includes(query.status));
			expect(ids(pages.flat()).sort()).toEqual(ids(expected).sort());
			expect(countRows(rows, query)).toBe(expected.length);
		}),
		cases(25),
	);
});

it('returns with random ties pages that each fit one valid order', () => {
	fc.assert(
		fc.property(
			rowsOf,
			queryOf,
			loosenessOf,
			fc.integer({ min: 1 }),
			(rows, query, loose, seed) => {
				const looseness = { ...loose, ties: 'random' as const };
				const valuesIn = (page: readonly Row[]) => page.map((row) => row[query.sortBy]);
				const pages = allPages(rows, query, looseness, drawFrom(seed));
				expect(pages.flatMap(valuesIn)).toEqual(valuesIn(sortRows(rows, query, looseness)));
				for (const page of pages) expect(new Set(ids(page)).size).toBe(page.length);
			},
		),
		cases(25),
	);
});

it('draws random ties anew for every request, from all rows that share the value', () => {
	const rows = Array.from({ length: 50 }, (_, number) => ({ id: `p${number}`, name: 'Same' }));
	const random = drawFrom(5);
	const request = () =>
		ids(selectRows(rows, { ...QUERY, sortBy: 'name' }, { ...STRICT, ties: 'random' }, random));
	const answers = Array.from({ length: 40 }, request);
	expect(new Set(answers.map((page) => page.join(' '))).size).toBe(40);
	expect(new Set(answers.flat()).size).toBe(50);
	expect(new Set(ids(rows)).size).toBe(50);
});

describe('the pagination of an answer', () => {
	const paginationOf = (loose: Partial<Looseness>, query: Partial<LooseQuery> = {}) => {
		const looseness = { ...STRICT, maxPerPage: 4, ...loose };
		const asked = { ...QUERY, ...query };
		return answer(6, selectRows(FEW, asked, looseness, drawFrom(1)), asked, looseness).pagination;
	};

	it.each([
		['asked', 10, 10],
		['clamped', 4, 4],
		['returned', 4, 2],
	] as const)('reports per_page as %s', (perPageReport, first, last) => {
		expect(paginationOf({ perPageReport }).per_page).toBe(first);
		expect(paginationOf({ perPageReport }, { page: 2 }).per_page).toBe(last);
	});

	it('follows the true number of rows', () => {
		expect(paginationOf({}, { page: 2 })).toEqual({
			page: 2,
			per_page: 4,
			total_items: 6,
			total_pages: 2,
			has_next: false,
			has_prev: true,
		});
	});

	it.each([
		[3, 9, 3, true],
		[-2, 4, 1, false],
		[-9, 0, 0, false],
	])('follows a count that is wrong by %d', (totalOffset, totalItems, totalPages, hasNext) => {
		expect(paginationOf({ totalOffset }, { page: totalOffset > 0 ? 2 : 1 })).toMatchObject({
			total_items: totalItems,
			total_pages: totalPages,
			has_next: hasNext,
		});
	});
});
