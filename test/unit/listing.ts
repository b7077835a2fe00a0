/** Answers one list request over plain rows, as strictly or as loosely as services in the wild do. */
import type { ListQuery, PageRequest, Project } from '../../nodes/Collab/core/contract';

export const TIES = ['stable', 'reverse', 'random', 'hidden'] as const;
export const NULLS = ['first', 'last', 'postgresql', 'mysql'] as const;
export const PER_PAGE_REPORTS = ['asked', 'clamped', 'returned'] as const;

export interface Looseness {
	/** Equal sort values: by ID; by ID backwards; shuffled anew for every request; by a hidden column, then by ID. */
	readonly ties: (typeof TIES)[number];
	readonly hiddenColumn: string;
	/** Rows without a sort value; for PostgreSQL they are larger than all others, for MySQL smaller. */
	readonly nulls: (typeof NULLS)[number];
	/** What pagination.per_page holds: what was asked for, that after the limit, or the number of rows in the answer. */
	readonly perPageReport: (typeof PER_PAGE_REPORTS)[number];
	readonly maxPerPage: number;
	/** Added to the count. */
	readonly totalOffset: number;
}

export const STRICT: Looseness = {
	ties: 'stable',
	hiddenColumn: 'updated_at',
	nulls: 'last',
	perPageReport: 'clamped',
	maxPerPage: 100,
	totalOffset: 0,
};

/** Gives a number from 0 up to, but not including, 1. */
export type Random = () => number;

/** Its code-unit order is the order of the field: names as they are, timestamps (in UTC) as instants; null without a value. */
export function sortKeyOf(value: unknown, field: ListQuery['sortBy']): string | null {
	if (typeof value !== 'string') return null;
	return field === 'name' ? value : value.replace(/(?:(\.\d*[1-9])0*|\.0*)?(?:Z|\+00:00)$/, '$1');
}

/** All rows of the status, in order; {@link windowOf} shuffles equal ones. */
export function sortRows<R extends Project>(
	rows: readonly R[],
	{ status, sortBy, order }: ListQuery,
	{ ties, hiddenColumn, nulls }: Looseness,
): R[] {
	const sign = order === 'asc' ? 1 : -1;
	const tieSign = ties === 'reverse' ? -sign : sign;
	const nullSign = { first: -1, last: 1, postgresql: sign, mysql: -sign }[nulls];
	const keyed = rows
		.filter((row) => status === 'all' || row['status'] === status)
		.map((row) => {
			const hidden = ties === 'hidden' ? JSON.stringify(row[hiddenColumn]) : '';
			return { row, key: sortKeyOf(row[sortBy], sortBy), tie: `${hidden} ${row.id}` };
		});
	keyed.sort((a, b) => {
		if (a.key === b.key) return tieSign * compareText(a.tie, b.tie);
		if (a.key === null) return nullSign;
		return b.key === null ? -nullSign : sign * compareText(a.key, b.key);
	});
	return keyed.map(({ row }) => row);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Cuts one window out of rows that {@link sortRows} put in order. */
export function windowOf<R extends Project>(
	sorted: readonly R[],
	{ page, perPage, sortBy }: ListQuery & PageRequest,
	{ ties, maxPerPage }: Looseness,
	random: Random,
): R[] {
	const size = Math.min(perPage, maxPerPage);
	const rows = ties === 'random' ? withEqualsShuffled(sorted, sortBy, random) : sorted;
	return rows.slice((page - 1) * size, page * size);
}

function withEqualsShuffled<R extends Project>(
	sorted: readonly R[],
	sortBy: ListQuery['sortBy'],
	random: Random,
): R[] {
	let run = 0;
	let last: string | null = null;
	const placed = sorted.map((row) => {
		const key = sortKeyOf(row[sortBy], sortBy);
		if (key !== last) run += 1;
		last = key;
		return { row, place: run + random() };
	});
	return placed.sort((a, b) => a.place - b.place).map(({ row }) => row);
}

/** The service's JSON. `total` is what was counted; everything but `data` follows from it, right or wrong. */
export function answer<R>(
	total: number,
	data: readonly R[],
	{ page, perPage: asked }: PageRequest,
	{ maxPerPage, perPageReport, totalOffset }: Looseness,
) {
	const perPage = Math.min(asked, maxPerPage);
	const totalItems = Math.max(0, total + totalOffset);
	const totalPages = Math.ceil(totalItems / perPage);
	const pagination = {
		page,
		per_page: { asked, clamped: perPage, returned: data.length }[perPageReport],
		total_items: totalItems,
		total_pages: totalPages,
		has_next: page < totalPages,
		has_prev: page > 1,
	};
	return { data, pagination };
}
