import { changedAt } from './options';
import type { Page, Project, SortOrder, Window } from '../contract';
import { compareInstants, type Instant } from '../instants';

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

/** Closer than this, reading on costs no more than looking for a better place to begin. */
const CLOSE_ENOUGH_ROWS = 100;

/**
 * All rows from an instant on, oldest first. The place is looked for by halving. While one looks, rows leave it for
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
		const middle = Math.floor((before + after) / 2);
		const page = await source.page('asc', { page: middle + 1, perPage: 1 });
		if (isBefore(page.projects[0], start)) before = middle;
		else after = middle;
	}
	return before;
}

function isBefore(project: Project | undefined, start: Instant | undefined): boolean {
	const at = project && changedAt(project);
	return at !== undefined && start !== undefined && compareInstants(at, start) < 0;
}
