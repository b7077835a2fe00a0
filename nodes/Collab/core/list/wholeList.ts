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
	/** Whether the list was read in part before, so that an empty one is not believed. */
	readonly hasRows?: boolean;
	/** Is given the rows that were not given before, as their answer arrives; returns those to keep for the result. */
	readonly take: (added: readonly Project[]) => readonly Project[];
	/** Whether to read on until it is known where the service has each row. */
	readonly needsOrder?: boolean;
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
	const found = new Completeness(asked.status);
	const kept: Project[] = [];
	let pass = new Pass(fetchPage, asked, options.hasRows === true);
	let passAsAsked = pass;
	for (let count = 0; count < MAX_PASSES && !found.isCutShort; count++) {
		await found.readPass(pass, options.now, (added) => kept.push(...options.take(added)));
		const proof = found.proof();
		const rows = kept.filter((row) => proof && found.isSeenSince(proof.pass, row));
		const projects = options.needsOrder ? arrange(rows, passAsAsked, asked.sortBy) : rows;
		if (proof && projects) return { ...found.progress, isCountWrong: proof.isCountWrong, projects };
		// The list is complete, but its order is not known: it is read once more in the order asked for.
		const query = proof ? asked : furtherOrder(asked, count);
		pass = new Pass(fetchPage, query, options.hasRows || found.progress.rowsRead > 0);
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
