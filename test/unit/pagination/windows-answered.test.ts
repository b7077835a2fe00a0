/** What an answer says about page sizes and the end of the list, and when a pass is given up. */
import type { Page, PageRequest } from '../../../nodes/Collab/core/contract';
import {
	END_IS_SURE,
	endEvidenceAfter,
	isCutShort,
	isGettingFurther,
	locate,
	type PassCounters,
} from '../../../nodes/Collab/core/pagination/windows';

const window = (page: number, perPage: number): PageRequest => ({ page, perPage });

interface Shown {
	readonly rows: number;
	readonly perPage?: number;
	readonly totalItems?: number;
	readonly hasNext?: boolean;
}

function answerTo(asked: PageRequest, { rows, totalItems = 200, ...shown }: Shown) {
	const { perPage = asked.perPage, hasNext = true } = shown;
	const projects = Array.from({ length: rows }, (_, index) => ({ id: `p${index}` }));
	const pagination = { page: asked.page, perPage, totalItems, totalPages: 1, hasNext };
	const page: Page = { projects, pagination };
	return { window: asked, page, isRepeated: false };
}

describe('the page size that an answer shows', () => {
	const cut = { rows: 25, perPage: 25 };
	it.each<[string, PageRequest, Shown, number]>([
		['as asked for on a full page', window(1, 100), { rows: 100 }, 100],
		['the rows of a first page, where there are more', window(1, 100), { rows: 25 }, 25],
		[
			'three rows, where a last page reports them',
			window(1, 100),
			{ rows: 3, perPage: 3, hasNext: false },
			3,
		],
		['not of two rows', window(1, 100), { rows: 2, perPage: 2, hasNext: false }, 100],
		['the rows of a later page that reports them', window(2, 100), cut, 25],
		['as asked for on a later page that does not', window(2, 100), { rows: 25 }, 100],
		['as asked for on a later page without more', window(2, 100), { ...cut, hasNext: false }, 100],
		['as asked for on an empty page', window(2, 100), { rows: 0, perPage: 0 }, 100],
	])('%s', (_, asked, shown, perPage) => {
		const start = (asked.page - 1) * perPage;
		const located = { start, end: start + shown.rows, perPage };
		expect(locate(answerTo(asked, shown), 100)).toMatchObject(located);
	});

	it.each<[string, boolean, PageRequest, Shown]>([
		['has fewer rows than asked for', true, window(1, 100), { rows: 25 }],
		['is full', false, window(1, 100), { rows: 100 }],
		['is not the first', false, window(2, 100), { rows: 25 }],
		['is empty', false, window(1, 100), { rows: 0 }],
		['has all rows', false, window(1, 100), { rows: 25, totalItems: 25 }],
		['says that there is no other', false, window(1, 100), { rows: 25, hasNext: false }],
	])('is proven by a page that %s: %s', (_, isProven, asked, shown) => {
		expect(isCutShort(answerTo(asked, shown))).toBe(isProven);
	});
});

describe('how sure it is that the list ends with a page', () => {
	const short = { rows: 50, totalItems: 150, hasNext: false };
	const longer = { rows: 50, totalItems: 200, hasNext: true };
	it.each<[string, Shown, number, number]>([
		['sure where both signs agree', short, 50, END_IS_SURE],
		['sure on an empty page at the end', { ...short, rows: 0, totalItems: 100 }, 0, END_IS_SURE],
		['not at all on a full page', { ...short, rows: 100 }, 50, 0],
		['not at all on an empty page before the end', { ...short, rows: 0 }, 0, 0],
		['half, where only the total says so', { ...short, hasNext: true }, 50, 2],
		['half, where only has_next says so', { ...short, totalItems: 200 }, 50, 2],
		['not at all against both, where rows are new', longer, 50, 0],
		['a quarter more against both, where none is', longer, 0, 2],
		['half more against one, where none is', { ...short, hasNext: true }, 0, 3],
	])('%s', (_, shown, added, evidence) => {
		const answer = locate(answerTo(window(2, 100), shown), 100);
		expect(endEvidenceAfter(1, answer, added)).toBe(evidence);
	});
});

describe('a pass gets further', () => {
	const START_COUNTERS: PassCounters = {
		answers: 0,
		idleAnswers: 0,
		totalItems: 1_000,
		largestTotal: 1_000,
		totalBefore: 1_000,
		maxPerPage: 100,
	};
	it.each<[string, Partial<PassCounters>, number, 'answers' | 'idleAnswers', number]>([
		['24 answers without progress', {}, 0, 'idleAnswers', 24],
		['24 of them where rows were removed', { totalItems: 500 }, 0, 'idleAnswers', 24],
		['ten more for 500 rows added', { totalItems: 1_500 }, 0, 'idleAnswers', 34],
		['100 more at most', { totalItems: 10_000_000 }, 0, 'idleAnswers', 124],
		['four answers for each window of the list, and 64', {}, 0, 'answers', 104],
		['more of them for rows that the total leaves out', {}, 2_000, 'answers', 144],
	])('with at most %s', (_, counters, rowsRead, counted, most) => {
		const after = (count: number) =>
			isGettingFurther({ ...START_COUNTERS, ...counters, [counted]: count }, rowsRead);
		expect([after(most), after(most + 1)]).toEqual([true, false]);
	});

	it('with at most a hundred times the rows that the service counts, and 1,000', () => {
		const none = { ...START_COUNTERS, totalItems: 0, largestTotal: 0, totalBefore: 0 };
		expect([1_000, 1_001].map((rows) => isGettingFurther(none, rows))).toEqual([true, false]);
	});
});
