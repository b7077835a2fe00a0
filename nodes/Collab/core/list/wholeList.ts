/**
 * Reads all of a list while it may be changing: every project that exists from the first request to the last, changed
 * meanwhile or not, exactly once; or fails with kind `listCutShort`, `listKeptChanging` or `listUnstable`.
 */
import type { FetchPage, ListQuery, Project } from '../contract';
import { CollabError } from '../errors';
import { Completeness } from './completeness';
import { arrange } from './order';
import { Pass } from './pass';

export interface WholeList {
	/** Distinct projects that were read, kept or not. */
	readonly rowsRead: number;
	/** As the service says. */
	readonly totalItems: number;
	/** Whether the service's count was not believed, because repeated readings agree on another. */
	readonly isCountWrong: boolean;
	/** Those to keep; in the service's order if it is needed. */
	readonly projects: readonly Project[];
}

export interface WholeListOptions {
	/** This machine's clock, in milliseconds: used for durations only. */
	readonly now: () => number;
	/** Whether rows of the list were read before, so that an empty one is not believed. */
	readonly hadRows: boolean;
	/** Is given the rows that were not given before, as their answer arrives; returns those to keep for the result. */
	readonly take: (added: readonly Project[]) => readonly Project[];
	/** How many of the rows to keep are wanted: the service's first ones, in its order. Undefined: all, in any order. */
	readonly firstWanted?: number | undefined;
}

const MAX_PASSES = 12;

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
	asked: ListQuery,
	options: WholeListOptions,
): Promise<WholeList> {
	const { firstWanted, hadRows } = options;
	const found = new Completeness(asked.status);
	const kept: Project[] = [];
	let pass = new Pass(fetchPage, asked, hadRows);
	let passAsAsked = pass;
	for (let count = 0; count < MAX_PASSES && !found.isCutShort; count++) {
		await found.readPass(pass, options.now, (added) => kept.push(...options.take(added)));
		const proof = found.proof();
		const rows = kept.filter((row) => proof && found.isSeenSince(proof.pass, row));
		// In the end, any rows with equal values are the first of these: the service shuffles them for each request.
		const wanted = count < MAX_PASSES - 1 ? firstWanted : Infinity;
		const projects = firstWanted ? arrange(rows, passAsAsked, asked.sortBy, wanted) : rows;
		if (proof && projects) return { ...found.progress, isCountWrong: proof.isCountWrong, projects };
		// The list is complete, but its order is not known: it is read once more in the order asked for.
		const query = proof ? asked : furtherOrder(asked, count);
		pass = new Pass(fetchPage, query, hadRows || found.progress.rowsRead > 0);
		if (proof) passAsAsked = pass;
	}
	throw new CollabError(found.failure, found.progress);
}

function furtherOrder(asked: ListQuery, count: number): ListQuery {
	const others = FURTHER_ORDERS.filter(
		({ sortBy, order }) => sortBy !== asked.sortBy || order !== asked.order,
	);
	return { ...asked, ...others[count % others.length] };
}
