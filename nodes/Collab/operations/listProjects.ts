import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { Listing, Project } from '../api/contract';
import { shaper } from '../api/fields';
import { matcherOf } from '../api/filters';
import { findProjects, type Found } from '../api/find';
import { momentIn } from '../api/standing';
import type { Waits } from '../api/traffic';
import { walk } from '../api/walk';
import { readFilters } from '../filterParameters';
import {
	readAuthentication,
	readLimit,
	readListing,
	readOutput,
	readRequestOptions,
	type Read,
} from '../parameters';
import { connect, type Connection } from '../transport';

type Projects = Pick<Found, 'projects' | 'totalItems' | 'totalsDisagreed'> & Partial<Found>;

/** "List Projects" for one input item: all matching projects or the first `limit`, as items. */
export async function listProjects(
	context: IExecuteFunctions,
	itemIndex: number,
	waits: Waits,
): Promise<INodeExecutionData[]> {
	const read: Read = (name) => context.getNodeParameter(name, itemIndex);
	const timeZone = context.getTimezone();
	const moment = momentIn(timeZone, Date.now());
	const settings = readRequestOptions(read);
	const listing = readListing(read);
	const limit = readLimit(read);
	const filters = readFilters(read, moment, timeZone);
	const matches = matcherOf(filters, moment);
	const shape = shaper(readOutput(read));
	const connection = await connect(context, readAuthentication(read), settings, waits);
	const readAhead = settings.requestsAtOnce;
	const found: Projects = matches
		? await findProjects(connection.fetchPage, { listing, filters, matches, readAhead }, limit)
		: await readProjects(connection, listing, limit, readAhead);
	context.addExecutionHints(...hintsOn(found));
	return found.projects.map((project) => ({
		json: shape(project),
		pairedItem: { item: itemIndex },
	}));
}

async function readProjects(
	connection: Connection,
	listing: Listing,
	limit: number,
	readAhead: number,
): Promise<Projects> {
	const batches: Array<readonly Project[]> = [];
	let totals = { totalItems: 0, totalsDisagreed: false };
	const options = { sortBy: listing.sortBy, limit, readAhead };
	for await (const batch of walk((window) => connection.fetchPage(listing, window), options)) {
		batches.push(batch.projects);
		totals = batch;
	}
	return { ...totals, projects: batches.flat() };
}

function hintsOn(found: Projects): NodeExecutionHint[] {
	const messages = [
		found.rowsRead === undefined ? hintOnLimit(found) : hintOnFilters(found, found.rowsRead),
		found.totalsDisagreed
			? 'The number of projects changed while they were read. Every project that stayed unchanged is in the list once.'
			: undefined,
	];
	return messages
		.filter((message) => message !== undefined)
		.map((message) => ({ message, location: 'outputPane' }));
}

function hintOnLimit({ projects, totalItems }: Projects): string | undefined {
	if (projects.length === 0 || projects.length >= totalItems) return undefined;
	return `${projects.length} of ${numeral(totalItems)} projects; turn on Return All to get them all.`;
}

function hintOnFilters({ projects, totalItems, isCut }: Projects, rowsRead: number): string {
	const read = `${numeral(rowsRead)} of ${numeral(totalItems)} projects were read`;
	const result = `${read}; ${numeral(projects.length)} that match the filters are here.`;
	return isCut ? `${result} There may be more: turn on Return All to get them all.` : result;
}

const numeral = (count: number) => count.toLocaleString('en-US');
