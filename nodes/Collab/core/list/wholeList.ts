/**
 * Reads all of a list while it may be changing: every project that exists from the first request to the last, changed
 * meanwhile or not, exactly once; or fails with kind `listKeptChanging` or `listUnstable`.
 */
import type { FetchPage, ListQuery, Page, Project } from '../contract';
import { CollabError } from '../errors';
import { Completeness } from './completeness';
import { FirstRowsReader } from './firstRows';
import { readPages } from './pages';

export interface WholeList {
	/** Distinct rows. */
	readonly rowsRead: number;
	/** As the service says. */
	readonly totalItems: number;
	/** Repeated readings agree with each other, and not with the service's count. */
	readonly isCountWrong: boolean;
	/** Whether one pass was enough, so that the rows of each page stand in the order of the query. */
	readonly isOnePass: boolean;
}

const MAX_PASSES = 12;

/** No change moves a row in this order. */
const BY_CREATION = { sortBy: 'created_at', order: 'asc' } as const;

/**
 * The orders of further passes. Equal values may come in another order with each request: a bulk import shares its stamps,
 * not its names. Both directions, so that a service that leaves out pages is not believed.
 */
const FURTHER_ORDERS = [
	{ sortBy: 'name', order: 'desc' },
	BY_CREATION,
	{ sortBy: 'name', order: 'asc' },
	{ sortBy: 'created_at', order: 'desc' },
	{ sortBy: 'updated_at', order: 'asc' },
	{ sortBy: 'updated_at', order: 'desc' },
] as const;

/** Is given each project once, as it was read first, with the number of its page. */
type Take = (projects: readonly Project[], page: number) => void;

/** @param now this machine's clock, in milliseconds: used for durations only */
export async function readWholeList(
	fetchPage: FetchPage,
	query: ListQuery,
	now: () => number,
	take: Take,
): Promise<WholeList> {
	const found = new Completeness(query.status);
	const reading = { fetchPage, found, now, take };
	for (let pass = 0; pass < MAX_PASSES; pass++) {
		const order = FURTHER_ORDERS[(pass - 1) % FURTHER_ORDERS.length];
		await readPass(reading, { ...query, ...order });
		const isProven = found.isProven();
		// What came and went leaves a pass short; in windows by creation nothing else does.
		const isWhole = isProven || (pass === 0 && (await readInWindows(reading, query)));
		if (isWhole || found.isCountWrong()) {
			const { rowsRead, totalItems } = found;
			const isCountWrong = !isProven && rowsRead < totalItems;
			return { rowsRead, totalItems, isCountWrong, isOnePass: pass === 0 && isProven };
		}
	}
	const { rowsRead, totalItems, hasTotalChanged } = found;
	const kind = hasTotalChanged ? 'listKeptChanging' : 'listUnstable';
	throw new CollabError(kind, { rowsRead, totalItems });
}

interface Reading {
	readonly fetchPage: FetchPage;
	readonly found: Completeness;
	readonly now: () => number;
	readonly take: Take;
}

async function readPass({ fetchPage, found, now, take }: Reading, query: ListQuery): Promise<void> {
	const startedAtMs = now();
	await readPages(fetchPage, query, (page, number) => {
		if (number === 1) found.startPass(page, now() - startedAtMs);
		const added = found.add(page);
		take(added, number);
		return added.length > 0;
	});
}

/** Returns whether they reached from the beginning of the list to its end. */
async function readInWindows(
	{ fetchPage, found, now, take: give }: Reading,
	query: ListQuery,
): Promise<boolean> {
	const startedAtMs = now();
	let windows = 0;
	const take = (_added: readonly Project[], page: Page) => {
		if (++windows === 1) found.startPass(page, now() - startedAtMs);
		give(found.add(page), windows);
		return false;
	};
	const order = { ...query, ...BY_CREATION };
	return (await new FirstRowsReader(fetchPage, order, { wanted: Infinity, take }).read()) === 'end';
}
