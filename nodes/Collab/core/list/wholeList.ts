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
	/** Distinct rows. */
	readonly rowsRead: number;
	/** As the service says. */
	readonly totalItems: number;
	/** Repeated readings agree with each other, and not with the service's count. */
	readonly isCountWrong: boolean;
	/** Those to keep; in the service's order if it is needed. */
	readonly projects: readonly Project[];
}

export interface WholeListOptions {
	/** This machine's clock, in milliseconds: used for durations only. */
	readonly now: () => number;
	/** Whether rows of the list were read before, so that an empty list is not believed. */
	readonly hasRows?: boolean;
	/** Is given the rows that were not given before, as their answer arrives. */
	readonly take?: (rows: { readonly added: readonly Project[] }) => void;
	/** Which rows to keep for the result. */
	readonly keeps?: (row: Project) => boolean;
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
	query: ListQuery,
	options: WholeListOptions,
): Promise<WholeList> {
	return await new WholeListReader(fetchPage, query, options).read();
}

class WholeListReader {
	private readonly found: Completeness;
	private readonly kept: Project[] = [];

	/** The last one in the order asked for. */
	private passInOrder: Pass | undefined;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly asked: ListQuery,
		private readonly options: WholeListOptions,
	) {
		this.found = new Completeness(asked.status);
	}

	async read(): Promise<WholeList> {
		const { asked, found } = this;
		const { sortBy, order } = asked;
		const others = FURTHER_ORDERS.filter((one) => one.sortBy !== sortBy || one.order !== order);
		let query = asked;
		for (let pass = 0; pass < MAX_PASSES && !found.isCutShort; pass++) {
			await this.readPass(query);
			const proof = found.provenSince();
			const projects = proof && this.keptSince(proof.pass);
			const { rowsRead, totalItems } = found;
			if (projects) return { rowsRead, totalItems, isCountWrong: proof.isCountWrong, projects };
			// What is whole and lacks its order is read in it once more.
			query = proof ? asked : { ...asked, ...others[pass % others.length] };
		}
		const { isCutShort, hasTotalChanged, rowsRead, totalItems } = found;
		const kind = hasTotalChanged ? 'listKeptChanging' : 'listUnstable';
		throw new CollabError(isCutShort ? 'listCutShort' : kind, { rowsRead, totalItems });
	}

	private async readPass(query: ListQuery): Promise<void> {
		const { found, kept } = this;
		const { now, hasRows = false, keeps, take } = this.options;
		const pass = new Pass(this.fetchPage, query, hasRows || found.rowsRead > 0);
		if (query === this.asked) this.passInOrder = pass;
		found.startPass(pass);
		await pass.read(now, (rows) => {
			const added = found.add(rows);
			if (keeps) kept.push(...added.filter(keeps));
			take?.({ added });
		});
	}

	/** Undefined where they lack the order that is needed. */
	private keptSince(pass: number): Project[] | undefined {
		const rows = this.kept.filter((row) => this.found.isSeenSince(pass, row));
		if (!this.options.needsOrder) return rows;
		const { isSound = false, places = new Map<string, number>() } = this.passInOrder ?? {};
		return isSound ? arrange(rows, places, this.asked.sortBy) : undefined;
	}
}
