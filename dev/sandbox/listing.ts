/**
 * Answers one list request over plain rows, as strictly or as loosely as services in the wild do. The sandbox and the fake
 * service of the unit tests are both made of it.
 */
export const SORT_FIELDS = ['created_at', 'updated_at', 'name'] as const;
export const STATUS_FILTERS = ['all', 'active', 'archived'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;

export interface Ordering {
	readonly status: (typeof STATUS_FILTERS)[number];
	readonly sortBy: (typeof SORT_FIELDS)[number];
	readonly order: (typeof SORT_ORDERS)[number];
}

export interface PageRequest {
	/** The first page is 1. */
	readonly page: number;
	readonly perPage: number;
}

export interface Row {
	readonly id: string;
	readonly status?: unknown;
	readonly name?: unknown;
	readonly created_at?: unknown;
	readonly updated_at?: unknown;
}

export const TIES = ['stable', 'reverse', 'random', 'topN', 'hidden'] as const;
export const NULLS = ['first', 'last', 'postgresql', 'mysql'] as const;
export const COLLATIONS = ['binary', 'icu', 'general', 'accentless'] as const;
export const PER_PAGE_REPORTS = ['asked', 'clamped', 'returned'] as const;
export type FalseAnswers = 'none' | 'empty' | 'cut' | 'empty account' | 'part';

export interface Looseness {
	/** Equal sort values: by ID; backwards; shuffled for each request; backwards on first pages; by a hidden column, then ID. */
	readonly ties: (typeof TIES)[number];
	readonly hiddenColumn: string;
	/** Rows without a sort value; for PostgreSQL they are larger than all others, for MySQL smaller. */
	readonly nulls: (typeof NULLS)[number];
	/**
	 * How names compare: by code unit; as ICU does, where capitals and accents decide last; as MySQL's older collations do, where
	 * they and spaces at the end do not count; as its newer ones do, where ø equals o and æ equals ae, too.
	 */
	readonly collation: (typeof COLLATIONS)[number];
	/** pagination.per_page holds what was asked for, that after the limit, or the number of rows in the answer. */
	readonly perPageReport: (typeof PER_PAGE_REPORTS)[number];
	/** pagination.total_items counts the rows of the list, those of the answer, or is always 0. */
	readonly totalReport: 'list' | 'page' | 'zero';
	readonly maxPerPage: number;
	/** The only sizes of a page that the service knows: for others it takes the next smaller one. Empty for any size. */
	readonly pageSizes: readonly number[];
	readonly totalOffset: number;
}

export const STRICT: Looseness = {
	ties: 'stable',
	hiddenColumn: 'updated_at',
	nulls: 'last',
	collation: 'binary',
	perPageReport: 'clamped',
	totalReport: 'list',
	maxPerPage: 100,
	pageSizes: [],
	totalOffset: 0,
};

/** Gives a number from 0 up to, but not including, 1. */
export type Random = () => number;

const icu = new Intl.Collator('und');
const withoutAccents = new Intl.Collator('und', { sensitivity: 'base' });

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** One weight for each letter, as utf8mb4_general_ci has it. */
const generalKey = (name: string) =>
	name.normalize('NFD').replace(/\p{M}/gu, '').trimEnd().toUpperCase();

const COMPARE: Readonly<Record<Looseness['collation'], (a: string, b: string) => number>> = {
	binary: compareText,
	icu: (a, b) => icu.compare(a, b) || compareText(a, b),
	general: (a, b) => compareText(generalKey(a), generalKey(b)),
	accentless: (a, b) => withoutAccents.compare(a, b),
};

/** Compares text as the service sorts the field: names by its collation, timestamps (in UTC) as instants. */
export const comparisonOf = ({ sortBy }: Ordering, { collation }: Pick<Looseness, 'collation'>) =>
	sortBy === 'name' ? COMPARE[collation] : compareText;

/** Names as they are, timestamps such that their code-unit order is that of the instants; null without a value. */
export function sortKeyOf(value: unknown, field: Ordering['sortBy']): string | null {
	if (typeof value !== 'string') return null;
	return field === 'name' ? value : value.replace(/(?:(\.\d*[1-9])0*|\.0*)?(?:Z|\+00:00)$/, '$1');
}

/** All rows of the status, in order; {@link windowOf} moves equal ones. */
export function sortRows<R extends Row>(
	rows: readonly R[],
	ordering: Ordering,
	{ ties, hiddenColumn, nulls, collation }: Looseness,
): R[] {
	const { status, sortBy, order } = ordering;
	const sign = order === 'asc' ? 1 : -1;
	const tieSign = ties === 'reverse' ? -sign : sign;
	const nullSign = { first: -1, last: 1, postgresql: sign, mysql: -sign }[nulls];
	const compare = comparisonOf(ordering, { collation });
	const keyed = rows
		.filter((row) => status === 'all' || row.status === status)
		.map((row) => {
			const hidden = ties === 'hidden' ? JSON.stringify(row[hiddenColumn as keyof R]) : '';
			return { row, key: sortKeyOf(row[sortBy], sortBy), tie: `${hidden} ${row.id}` };
		});
	keyed.sort((a, b) => {
		if (a.key === b.key) return tieSign * compareText(a.tie, b.tie);
		if (a.key === null) return nullSign;
		if (b.key === null) return -nullSign;
		return sign * compare(a.key, b.key) || tieSign * compareText(a.tie, b.tie);
	});
	return keyed.map(({ row }) => row);
}

/** The rows that a page has when so many were asked for. */
export function pageSizeFor(asked: number, { maxPerPage, pageSizes }: Looseness): number {
	const size = Math.min(asked, maxPerPage);
	if (pageSizes.length === 0) return size;
	return Math.max(Math.min(...pageSizes), ...pageSizes.filter((known) => known <= size));
}

/** Cuts one window out of rows that {@link sortRows} put in order. */
export function windowOf<R extends Row>(
	sorted: readonly R[],
	{ page, perPage, ...ordering }: Ordering & PageRequest,
	looseness: Looseness,
	random: Random,
): R[] {
	const size = pageSizeFor(perPage, looseness);
	const end = page * size;
	// Databases that sort without an index sort first pages apart, up to their end.
	const isTopN = looseness.ties === 'topN' && end < sorted.length / 4;
	if (!isTopN && looseness.ties !== 'random') return sorted.slice(end - size, end);
	const rows = isTopN ? sorted.slice(0, end) : sorted;
	const place = isTopN ? (at: number) => -at : random;
	return withEqualsMoved(rows, ordering, looseness, place).slice(end - size, end);
}

function withEqualsMoved<R extends Row>(
	sorted: readonly R[],
	ordering: Ordering,
	looseness: Looseness,
	placeOf: (at: number) => number,
): R[] {
	const compare = comparisonOf(ordering, looseness);
	let run = 0;
	let last: string | null = null;
	const placed = sorted.map((row, at) => {
		const key = sortKeyOf(row[ordering.sortBy], ordering.sortBy);
		const isEqual = key === last || (key !== null && last !== null && compare(key, last) === 0);
		if (!isEqual) run += 1;
		last = key;
		return { row, run, place: placeOf(at) };
	});
	return placed.sort((a, b) => a.run - b.run || a.place - b.place).map(({ row }) => row);
}

/** The service's JSON. `total` is what was counted; everything but `data` follows from it, right or wrong. */
export function answer<R>(
	total: number,
	data: readonly R[],
	{ page, perPage: asked }: PageRequest,
	looseness: Looseness = STRICT,
) {
	const { perPageReport, totalReport, totalOffset } = looseness;
	const perPage = pageSizeFor(asked, looseness);
	const counted = Math.max(0, total + totalOffset);
	const totalItems = { list: counted, page: data.length, zero: 0 }[totalReport];
	const pages = Math.ceil(counted / perPage);
	const pagination = {
		page,
		per_page: { asked, clamped: perPage, returned: data.length }[perPageReport],
		total_items: totalItems,
		total_pages: Math.ceil(totalItems / perPage),
		has_next: page < pages,
		has_prev: page > 1 && pages > 0,
	};
	return { data, pagination };
}

/** A part is about every second row, always the same ones; it is counted as if there were no others. */
export const visible = <R extends Row>(rows: readonly R[], how: FalseAnswers): readonly R[] =>
	how === 'part' ? rows.filter(({ id }) => id.charCodeAt(id.length - 1) % 2 === 0) : rows;

/** Falsifies an answer as a stale cache, a cut connection to the database or a new, empty replica does. */
export function falsified<R>(
	{ data, pagination }: ReturnType<typeof answer<R>>,
	how: FalseAnswers,
): ReturnType<typeof answer<R>> {
	if (how === 'none' || how === 'part') return { data, pagination };
	const rows = data.slice(0, how === 'cut' ? data.length >> 1 : 0);
	if (how !== 'empty account') return { data: rows, pagination };
	const none = { total_items: 0, total_pages: 0, has_next: false, has_prev: false };
	return { data: rows, pagination: { ...pagination, ...none } };
}
