/**
 * Answers one list request over plain rows, as strictly or as loosely as services in the wild do.
 * Pure: randomness is passed in, so the same draws give the same answer.
 */
import { sortKeyOf } from './sortKey';

export type JsonValue =
	| string
	| number
	| boolean
	| null
	| readonly JsonValue[]
	| { readonly [key: string]: JsonValue };

export type Row = { readonly id: string } & { readonly [field: string]: JsonValue };

export interface Ordering {
	readonly status: 'all' | 'active' | 'archived';
	readonly sortBy: 'updated_at' | 'created_at' | 'name';
	readonly order: 'asc' | 'desc';
}

export interface LooseQuery extends Ordering {
	/** From 1. */
	readonly page: number;
	/** As asked for, before the service's limit. */
	readonly perPage: number;
}

export const TIES = ['stable', 'reverse', 'random', 'hidden'] as const;
export const NULLS = ['first', 'last', 'postgresql', 'mysql'] as const;
export const PER_PAGE_REPORTS = ['asked', 'clamped', 'returned'] as const;

export interface Looseness {
	/**
	 * Rows with equal sort values: by id in the direction of the order; by id in the opposite direction;
	 * shuffled anew for every request; by a hidden column in the direction of the order, then by id.
	 */
	readonly ties: (typeof TIES)[number];
	/** For `hidden`; by default updated_at. */
	readonly hiddenColumn?: string;
	/**
	 * Rows without a sort value: always first; always last; PostgreSQL (larger than every value: last in
	 * ascending order, first in descending); MySQL (smaller than every value: first and last).
	 */
	readonly nulls: (typeof NULLS)[number];
	/** What pagination.per_page holds: what was asked for, the number after the limit, or the number of rows in the answer. */
	readonly perPageReport: (typeof PER_PAGE_REPORTS)[number];
	/** The service never answers with more rows than this. */
	readonly maxPerPage: number;
	/** Added to the count in the answer, and to all that follows from it; never below 0. By default 0. */
	readonly totalOffset?: number;
}

export const STRICT: Required<Looseness> = {
	ties: 'stable',
	hiddenColumn: 'updated_at',
	nulls: 'last',
	perPageReport: 'clamped',
	maxPerPage: 100,
	totalOffset: 0,
};

export interface ListAnswer<R> {
	readonly data: R[];
	readonly pagination: {
		page: number;
		per_page: number;
		total_items: number;
		total_pages: number;
		has_next: boolean;
		has_prev: boolean;
	};
}

/** Gives a number from 0 up to, but not including, 1. */
export type Random = () => number;

interface Keyed<R> {
	readonly row: R;
	/** null for a row without a sort value. */
	readonly key: string | null;
}

/**
 * All rows of the status, in order. May be kept for as long as the rows do not change, with random ties, too:
 * they are shuffled by {@link windowOf}.
 */
export function sortRows<R extends Row>(
	rows: readonly R[],
	query: Ordering,
	looseness: Looseness,
): R[] {
	const keyed = rows.filter((row) => isIn(row, query)).map((row) => keyedBy(query, row));
	return keyed.sort(comparatorOf(query, looseness)).map(({ row }) => row);
}

/** The order of {@link sortRows}, for two rows at a time; 0 only for rows with the same ID. */
export function compareRows(query: Ordering, looseness: Looseness): (a: Row, b: Row) => number {
	const compare = comparatorOf(query, looseness);
	return (a, b) => compare(keyedBy(query, a), keyedBy(query, b));
}

/** Cuts one window out of rows that {@link sortRows} put in order. */
export function windowOf<R extends Row>(
	sorted: readonly R[],
	query: LooseQuery,
	looseness: Looseness,
	random: Random,
): R[] {
	const perPage = clamp(query, looseness);
	const first = (query.page - 1) * perPage;
	const end = Math.min(first + perPage, sorted.length);
	if (looseness.ties !== 'random') return sorted.slice(first, end);
	return shuffledWindow(sorted, { first, end, sortBy: query.sortBy }, random);
}

/** The service's JSON. `total` is what was counted; everything but `data` follows from it, right or wrong. */
export function answer<R>(
	total: number,
	selected: readonly R[],
	query: Pick<LooseQuery, 'page' | 'perPage'>,
	looseness: Looseness,
): ListAnswer<R> {
	const perPage = clamp(query, looseness);
	const totalItems = Math.max(0, total + (looseness.totalOffset ?? 0));
	const totalPages = Math.ceil(totalItems / perPage);
	const reports = { asked: query.perPage, clamped: perPage, returned: selected.length };
	return {
		data: [...selected],
		pagination: {
			page: query.page,
			per_page: reports[looseness.perPageReport],
			total_items: totalItems,
			total_pages: totalPages,
			has_next: query.page < totalPages,
			has_prev: query.page > 1 && totalPages > 0,
		},
	};
}

export function isIn(row: Row, { status }: Pick<Ordering, 'status'>): boolean {
	return status === 'all' || row['status'] === status;
}

function keyedBy<R extends Row>({ sortBy }: Ordering, row: R): Keyed<R> {
	return { row, key: sortKeyOf(row[sortBy], sortBy) };
}

function clamp({ perPage }: Pick<LooseQuery, 'perPage'>, { maxPerPage }: Looseness): number {
	return Math.min(perPage, maxPerPage);
}

function comparatorOf(
	{ order }: Ordering,
	looseness: Looseness,
): (a: Keyed<Row>, b: Keyed<Row>) => number {
	const sign = order === 'asc' ? 1 : -1;
	const nullSign = nullsFirst(order, looseness) ? -1 : 1;
	const compareTies = tieComparator(looseness);
	return (a, b) => {
		if (a.key === b.key) return sign * compareTies(a.row, b.row);
		if (a.key === null) return nullSign;
		if (b.key === null) return -nullSign;
		return sign * compareText(a.key, b.key);
	};
}

function nullsFirst(order: Ordering['order'], { nulls }: Looseness): boolean {
	if (nulls === 'first' || nulls === 'last') return nulls === 'first';
	return (nulls === 'postgresql') === (order === 'desc');
}

function tieComparator({ ties, hiddenColumn = 'updated_at' }: Looseness) {
	if (ties === 'reverse') return (a: Row, b: Row) => compareText(b.id, a.id);
	if (ties !== 'hidden') return (a: Row, b: Row) => compareText(a.id, b.id);
	return (a: Row, b: Row) =>
		compareHidden(a[hiddenColumn], b[hiddenColumn]) || compareText(a.id, b.id);
}

function compareHidden(a: JsonValue | undefined, b: JsonValue | undefined): number {
	if (typeof a === 'number' && typeof b === 'number') return a - b;
	return compareText(textOf(a), textOf(b));
}

function textOf(value: JsonValue | undefined): string {
	return typeof value === 'string' ? value : '';
}

function compareText(a: string, b: string): number {
	if (a < b) return -1;
	return a > b ? 1 : 0;
}

/** Draws the window's part of each run of equal sort values from the whole run. */
function shuffledWindow<R extends Row>(
	sorted: readonly R[],
	{ first, end, sortBy }: { first: number; end: number; sortBy: Ordering['sortBy'] },
	random: Random,
): R[] {
	const keyAt = (at: number) => sortKeyOf(sorted[at]?.[sortBy], sortBy);
	const drawn: R[] = [];
	for (let at = first; at < end; at = first + drawn.length) {
		let start = at;
		while (start > 0 && keyAt(start - 1) === keyAt(at)) start -= 1;
		let stop = at + 1;
		while (stop < sorted.length && keyAt(stop) === keyAt(at)) stop += 1;
		drawn.push(...drawRows(sorted.slice(start, stop), Math.min(stop, end) - at, random));
	}
	return drawn;
}

/** The first `count` of the rows after a shuffle (Fisher and Yates), without shuffling the rest. */
function drawRows<R>(rows: R[], count: number, random: Random): R[] {
	for (let at = 0; at < count; at += 1) {
		const from = at + Math.floor(random() * (rows.length - at));
		[rows[at], rows[from]] = [rows[from]!, rows[at]!];
	}
	return rows.slice(0, count);
}
