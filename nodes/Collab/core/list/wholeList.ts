/**
 * Reads all of a list while it may be changing: every project that exists from the first request to the last, changed
 * meanwhile or not, exactly once; or fails with kind `listCutShort`, `listUnstable` or `wrongPage`.
 */
import { BY_CREATION, type FetchPage, type ListQuery, type Project } from '../contract';
import { CollabError } from '../errors';
import { AnchoredReader } from './anchoredReader';
import { Completeness } from './completeness';
import { inOrderOf } from './order';
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
	readonly keep: (added: readonly Project[]) => readonly Project[];
	/** Whether the order asked for is needed; otherwise any does. */
	readonly inOrder: boolean;
}

const MAX_PASSES = 12;

/**
 * The orders of further passes. Equal values may come in another order with each request: a bulk import shares its
 * stamps, not its names. Both directions are used, so that a service that leaves out pages is not believed.
 */
const FURTHER_ORDERS = [
	{ sortBy: 'name', order: 'desc' },
	{ sortBy: 'created_at', order: 'asc' },
	{ sortBy: 'name', order: 'asc' },
	{ sortBy: 'created_at', order: 'desc' },
] as const;

/** It proves that the list is complete; then it reads the order asked for, if that is not known yet. */
export async function readWholeList(
	fetchPage: FetchPage,
	asked: ListQuery,
	{ now, hadRows, keep, inOrder }: WholeListOptions,
): Promise<WholeList> {
	const found = new Completeness(asked.status);
	const kept: Project[] = [];
	const note = (rows: readonly Project[]) => {
		kept.push(...keep(rows.filter((row) => found.note(row))));
		return false;
	};
	const readPass = async (query: ListQuery, take = note) => {
		const pass = new Pass(fetchPage, query, hadRows || found.progress.rowsRead > 0);
		found.passes.push(pass);
		await pass.read(now, take);
		return pass;
	};

	let passAsAsked = await readPass(asked, (rows) => note(rows) || (!inOrder && found.isBusy));
	const inWindows = { wanted: Infinity, matches: () => false, take: note };
	const reader = new AnchoredReader(fetchPage, { ...asked, ...BY_CREATION }, inWindows);
	let proof = found.proof() ?? (await found.proofBy(reader));
	for (let count = 0; !proof; count++) {
		if (count === MAX_PASSES || found.isCutShort)
			throw new CollabError(found.failure, found.progress);
		await readPass({ ...asked, ...FURTHER_ORDERS[count % FURTHER_ORDERS.length] });
		proof = found.proof();
	}

	const { progress } = found;
	const isCountWrong = proof === 'agreement' && progress.rowsRead !== progress.totalItems;
	// An answer that left out rows may have done so for a moment.
	if (inOrder && !isCountWrong && passAsAsked.firstCut < Infinity)
		passAsAsked = await readPass(asked);
	const projects = inOrder ? inOrderOf(kept, passAsAsked) : kept;
	return { ...progress, isCountWrong, projects };
}
