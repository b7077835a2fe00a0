import { changedAt } from './options';
import type { Page, Project, SortOrder, Window } from '../contract';
import { compareInstants, type Instant } from '../time';

/** The listing of all projects by `updated_at`, whatever their status. */
export interface ProjectSource {
	/** All rows in this order from the given one on (0 is the first), without gaps. */
	walk(order: SortOrder, firstRow: number): AsyncIterable<Batch>;
	/** One window. */
	page(order: SortOrder, window: Window): Promise<Page>;
}

export interface Batch {
	readonly projects: readonly Project[];
	readonly servedAtMs?: number | undefined;
}

/** Newest first, a poll stops soon, as a rule; oldest first, it reads as much as it can, and need not begin slowly. */
export const extentOf = (order: SortOrder): { readonly limit?: number } =>
	order === 'asc' ? { limit: Infinity } : {};

/** Closer than this, reading on costs no more than looking for a better place to begin. */
const CLOSE_ENOUGH_ROWS = 100;

/** A million projects take five rounds; halving would take fourteen, one after the other. */
const LOOKS_AT_ONCE = 7;

/**
 * All rows from an instant on, oldest first. The place is looked for first. While one looks, rows leave it for
 * the end of the list and others move up, so the first row must lie before the start; if not, it begins further back.
 */
export async function* walkFrom(
	source: ProjectSource,
	start: Instant | undefined,
): AsyncGenerator<Batch> {
	let firstRow = start ? await seekRow(source, start) : 0;
	for (let step = CLOSE_ENOUGH_ROWS; ; step *= 2) {
		let isRightPlace = firstRow === 0;
		for await (const batch of source.walk('asc', firstRow)) {
			isRightPlace ||= isBefore(batch.projects[0], start);
			if (!isRightPlace) break;
			yield batch;
		}
		if (isRightPlace) return;
		firstRow = Math.max(0, firstRow - step);
	}
}

/** A row before the instant and not far from it. Rows without a date count as not before it: that begins too early at worst. */
async function seekRow(source: ProjectSource, start: Instant): Promise<number> {
	const first = await source.page('asc', { page: 1, perPage: 1 });
	if (!isBefore(first.projects[0], start)) return 0;
	let before = 0;
	let after = first.pagination.totalItems;
	while (after - before > CLOSE_ENOUGH_ROWS) {
		const rows = rowsBetween(before, after);
		const pages = await Promise.all(
			rows.map(async (row) => await source.page('asc', { page: row + 1, perPage: 1 })),
		);
		const beforeCount = pages.findIndex(({ projects }) => !isBefore(projects[0], start));
		const reached = beforeCount === -1 ? rows.length : beforeCount;
		before = rows[reached - 1] ?? before;
		after = rows[reached] ?? after;
	}
	return before;
}

function rowsBetween(before: number, after: number): number[] {
	const step = (after - before) / (LOOKS_AT_ONCE + 1);
	return Array.from({ length: LOOKS_AT_ONCE }, (_, look) => before + Math.floor((look + 1) * step));
}

function isBefore(project: Project | undefined, start: Instant | undefined): boolean {
	const at = project && changedAt(project);
	return at !== undefined && start !== undefined && compareInstants(at, start) < 0;
}
