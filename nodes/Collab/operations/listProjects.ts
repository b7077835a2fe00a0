import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { Listing, Project } from '../api/contract';
import { shaper } from '../api/fields';
import type { Waits } from '../api/traffic';
import { walk } from '../api/walk';
import {
	readAuthentication,
	readLimit,
	readListing,
	readOutput,
	readRequestOptions,
	type Read,
} from '../parameters';
import { connect, type Connection } from '../transport';

interface Projects {
	readonly projects: readonly Project[];
	readonly totalItems: number;
	readonly totalsDisagreed: boolean;
}

/** "List Projects" for one input item: all matching projects or the first `limit`, as items. */
export async function listProjects(
	context: IExecuteFunctions,
	itemIndex: number,
	waits: Waits,
): Promise<INodeExecutionData[]> {
	const read: Read = (name) => context.getNodeParameter(name, itemIndex);
	const settings = readRequestOptions(read);
	const listing = readListing(read);
	const limit = readLimit(read);
	const shape = shaper(readOutput(read));
	const connection = await connect(context, readAuthentication(read), settings, waits);
	const found = await readProjects(connection, listing, limit, settings.requestsAtOnce);
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

function hintsOn({ projects, totalItems, totalsDisagreed }: Projects): NodeExecutionHint[] {
	const hints: NodeExecutionHint[] = [];
	if (projects.length > 0 && projects.length < totalItems) {
		const count = `${projects.length} of ${totalItems.toLocaleString('en-US')} projects`;
		hints.push({
			message: `${count}; turn on Return All to get them all.`,
			location: 'outputPane',
		});
	}
	if (totalsDisagreed) {
		const message =
			'The number of projects changed while they were read. Every project that stayed unchanged is in the list once.';
		hints.push({ message, location: 'outputPane' });
	}
	return hints;
}
