import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { ListQuery, Project } from '../core/contract';
import { itemFormatter } from '../core/query/itemFormat';
import { predicateOf } from '../core/query/filters';
import { findProjects, type Found } from '../core/query/find';
import { evaluationTimeIn } from '../core/query/computedFields';
import type { Waits } from '../core/requests/limiter';
import { walk } from '../core/pagination/walk';
import { readFilters } from '../parameters/filters';
import {
	readAddComputed,
	readAuthentication,
	readLimit,
	readListing,
	readOutput,
	readRequestOptions,
	type Read,
} from '../parameters/read';
import { connect, type Connection } from '../client/transport';
import { hintsOnFound, hintsOnList, showHints } from './hints';

type Projects = Omit<Found, 'rowsRead' | 'isCut' | 'matchCount'>;

/** "List Projects" for one input item: all matching projects or the first `limit`, as items. */
export async function listProjects(
	context: IExecuteFunctions,
	itemIndex: number,
	waits: Waits,
): Promise<INodeExecutionData[]> {
	const read: Read = (name) => context.getNodeParameter(name, itemIndex);
	const timeZone = context.getTimezone();
	const moment = evaluationTimeIn(timeZone, Date.now());
	const settings = readRequestOptions(read);
	const listing = readListing(read);
	const limit = readLimit(read);
	const filters = readFilters(read, moment, timeZone);
	const matches = predicateOf(filters, moment);
	const shape = itemFormatter(readOutput(read), readAddComputed(read) ? moment : undefined);
	const connection = await connect(context, readAuthentication(read), settings, waits);
	const readAhead = settings.requestsAtOnce;
	const { fetchWindow } = connection;
	const finding = matches
		? findProjects(fetchWindow, { listing, filters, matches, readAhead }, limit)
		: readProjects(connection, listing, limit, readAhead);
	// Windows were asked for ahead; the next item is not to share the service with them.
	const found = await finding.finally(connection.end);
	showHints(context, hintsOn(found));
	// The same object for all: n8n saves an object once, however often it occurs in an execution.
	const pairedItem = { item: itemIndex };
	return found.projects.map((project) => ({ json: shape(project), pairedItem }));
}

async function readProjects(
	connection: Connection,
	listing: ListQuery,
	limit: number,
	readAhead: number,
): Promise<Projects> {
	const batches: Array<readonly Project[]> = [];
	let totals = { totalItems: 0, totalsDisagreed: false };
	const options = { sortBy: listing.sortBy, limit, readAhead };
	for await (const batch of walk((window) => connection.fetchWindow(listing, window), options)) {
		batches.push(batch.projects);
		totals = batch;
	}
	return { ...totals, projects: batches.flat() };
}

function hintsOn(found: Projects | Found): NodeExecutionHint[] {
	const reading = { ...found, count: found.projects.length };
	return 'rowsRead' in reading ? hintsOnFound(reading) : hintsOnList(reading);
}
