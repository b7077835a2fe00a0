/**
 * Reads all of a list while it may be changing: every project that exists from the first request to the last, changed
 * meanwhile or not, exactly once; or fails with kind `listCutShort`, `listUnstable` or `wrongPage`.
 */
import { BY_CREATION, type FetchPage, type ListQuery, type Project } from '../contract';
import { CollabError } from '../errors';
import { AnchoredReader, type ReadingEnd } from './anchoredReader';
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
	readonly take: (added: readonly Project[]) => readonly Project[];
	/** Whether the order asked for is needed; otherwise any does. */
	readonly inOrder: boolean;
}

const MAX_PASSES = 12;

/** Readings in windows: where the count changes much meanwhile, one may not show its end. */
const MAX_WINDOWED = 3;

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
	{ now, hadRows, take, inOrder }: WholeListOptions,
): Promise<WholeList> {
	const found = new Completeness(asked.status);
	const kept: Project[] = [];
	const note = (rows: readonly Project[]) => void kept.push(...take(found.note(rows)));
	const readPass = async (query: ListQuery, stopsIfBusy = false) => {
		const pass = new Pass(fetchPage, query, hadRows || found.progress.rowsRead > 0);
		found.begin(pass);
		await pass.read(now, note, stopsIfBusy);
		return pass;
	};

	let passAsAsked = await readPass(asked, !hadRows);
	let proof = found.proof();
	// Rows that were read before came in windows, which did not do.
	if (!hadRows)
		proof ??= await proofByWindows(found, async () => await readInWindows(fetchPage, asked, note));
	proof ??= await proofByPasses(found, async (count) => await readPass(furtherOrder(asked, count)));

	const { pass: since, isCountWrong } = proof;
	for (let count = 0; inOrder && !passAsAsked.showsOrder(isCountWrong); count++) {
		if (count === MAX_PASSES) throw new CollabError('listCutShort', found.progress);
		passAsAsked = await readPass(asked);
	}
	const projects = kept.filter((row) => found.isSeenSince(since, row));
	const { progress } = found;
	return {
		...progress,
		isCountWrong,
		projects: inOrder ? inOrderOf(projects, passAsAsked) : projects,
	};
}

async function proofByWindows(found: Completeness, read: () => Promise<ReadingEnd>) {
	for (let count = 0; count < MAX_WINDOWED; count++) {
		const pass = found.begin();
		const end = await read();
		if (end === 'end') return { pass, isCountWrong: false };
		if (end === 'miscounted') return undefined;
	}
	return undefined;
}

async function proofByPasses(found: Completeness, readPass: (count: number) => Promise<Pass>) {
	for (let count = 0; count < MAX_PASSES && !found.isCutShort; count++) {
		await readPass(count);
		const proof = found.proof();
		if (proof) return proof;
	}
	throw new CollabError(found.failure, found.progress);
}

/** Windows show by themselves that they follow each other, whatever enters and leaves the list meanwhile. */
async function readInWindows(
	fetchPage: FetchPage,
	asked: ListQuery,
	note: (rows: readonly Project[]) => void,
): Promise<ReadingEnd> {
	const take = (added: readonly Project[]) => {
		note(added);
		return false;
	};
	const options = { wanted: Infinity, matches: () => false, take };
	const reader = new AnchoredReader(fetchPage, { ...asked, ...BY_CREATION }, options);
	const end = await reader.read();
	// An account that looks empty now is not believed.
	return reader.rows.count > 0 ? end : 'miscounted';
}

function furtherOrder(asked: ListQuery, count: number): ListQuery {
	const others = FURTHER_ORDERS.filter(
		({ sortBy, order }) => sortBy !== asked.sortBy || order !== asked.order,
	);
	return { ...asked, ...others[count % others.length] };
}
