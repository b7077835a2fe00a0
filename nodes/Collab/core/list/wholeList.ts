/**
 * Reads all of a list while it may be changing: every project that exists from the first request to the last, changed
 * meanwhile or not, exactly once; or fails with kind `listCutShort`, `listKeptChanging` or `listUnstable`.
 */
import type { FetchPage, ListQuery, Project } from '../contract';
import { CollabError } from '../errors';
import { Completeness } from './completeness';
import { readPages } from './pages';

export interface WholeList {
	/** Distinct rows. */
	readonly rowsRead: number;
	/** As the service says. */
	readonly totalItems: number;
	/** Repeated readings agree with each other, and not with the service's count. */
	readonly isCountWrong: boolean;
}

/** The rows of one answer. */
export interface PassRows {
	/** Those that are new to the pass, in the order of the answer. */
	readonly rows: readonly Project[];
	/** Those that no pass has given before. */
	readonly added: readonly Project[];
	/** The number of the page, from 1. */
	readonly number: number;
	/** Whether the pass is in the order asked for. */
	readonly isInOrder: boolean;
}

export interface WholeListOptions {
	/** This machine's clock, in milliseconds: used for durations only. */
	readonly now: () => number;
	/** Whether rows of the list were read before, so that an empty list is not believed. */
	readonly hasRows?: boolean;
	/** Is called in any order of the pages. */
	readonly take: (rows: PassRows) => void;
	/**
	 * Whether the last pass in the order asked for shows where each row stands; if not, another one follows.
	 *
	 * @param lasts whether a row was still there when the proof began
	 * @param isSound whether the answers of that pass fit together
	 */
	readonly isPlaced?: (lasts: (row: Project) => boolean, isSound: boolean) => boolean;
}

const MAX_PASSES = 12;

/** Passes in a row whose answers left out rows. */
const MAX_FAILED_PASSES = 3;

/**
 * The orders of further passes. Equal values may come in another order with each request: a bulk import shares its stamps,
 * not its names. Both directions are used, so that a service that leaves out pages is not believed.
 */
const FURTHER_ORDERS = [
	{ sortBy: 'name', order: 'desc' },
	{ sortBy: 'created_at', order: 'asc' },
	{ sortBy: 'name', order: 'asc' },
	{ sortBy: 'created_at', order: 'desc' },
	{ sortBy: 'updated_at', order: 'asc' },
	{ sortBy: 'updated_at', order: 'desc' },
] as const;

export async function readWholeList(
	fetchPage: FetchPage,
	query: ListQuery,
	options: WholeListOptions,
): Promise<WholeList> {
	const { now, take } = options;
	const found = new Completeness(query.status, options.hasRows === true);
	const others = FURTHER_ORDERS.filter((other) => !isSameOrder(other, query));
	let order: ListQuery = query;
	let failedPasses = 0;
	let isOrderSound = false;
	let further = 0;
	for (let pass = 0; pass < MAX_PASSES && failedPasses < MAX_FAILED_PASSES; pass++) {
		const isInOrder = order === query;
		const takeRows = (rows: Omit<PassRows, 'isInOrder'>) => take({ ...rows, isInOrder });
		const isSound = await readPass(fetchPage, order, found, now, takeRows);
		failedPasses = isSound ? 0 : failedPasses + 1;
		if (isInOrder) isOrderSound = isSound;
		const proof = found.proof();
		if (proof !== undefined && isPlaced(found, proof, isOrderSound, options)) {
			return wholeListOf(found);
		}
		// What is proven and lacks its place is looked for in the order asked for.
		order = proof === undefined ? { ...query, ...others[further++ % others.length] } : query;
	}
	throw failureOf(found, failedPasses === MAX_FAILED_PASSES);
}

function isPlaced(
	found: Completeness,
	proof: number,
	isOrderSound: boolean,
	options: WholeListOptions,
): boolean {
	const lasts = (row: Project) => found.isSeenSince(proof, row);
	return options.isPlaced?.(lasts, isOrderSound) ?? true;
}

function failureOf(found: Completeness, isCutShort: boolean): CollabError {
	const { rowsRead, totalItems, hasTotalChanged } = found;
	const kind = hasTotalChanged ? 'listKeptChanging' : 'listUnstable';
	return new CollabError(isCutShort ? 'listCutShort' : kind, { rowsRead, totalItems });
}

function wholeListOf(found: Completeness): WholeList {
	const { rowsRead, totalItems } = found;
	const isProven = found.provenBy() !== undefined;
	return { rowsRead, totalItems, isCountWrong: !isProven && rowsRead !== totalItems };
}

/** Returns whether its answers fit together. */
async function readPass(
	fetchPage: FetchPage,
	query: ListQuery,
	found: Completeness,
	now: () => number,
	take: (rows: Omit<PassRows, 'isInOrder'>) => void,
): Promise<boolean> {
	const startedAtMs = now();
	let pageSize = 0;
	let isList = true;
	const doesFit = await readPages(fetchPage, query, (page, number) => {
		if (number === 1) {
			isList = found.startPass(query, page, now() - startedAtMs);
			pageSize = page.projects.length;
		}
		const { rows, added } = found.add((number - 1) * pageSize, page);
		take({ rows, added, number });
		return rows.length > 0;
	});
	const isSound = doesFit && isList;
	if (!isSound) found.failPass();
	return isSound;
}

const isSameOrder = (a: Pick<ListQuery, 'sortBy' | 'order'>, b: typeof a) =>
	a.sortBy === b.sortBy && a.order === b.order;
