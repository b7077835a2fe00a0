import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ListQuery } from '../core/contract';
import { predicateOf } from '../core/query/filters';
import { eachMatching, type Finding } from '../core/query/find';
import { evaluationTimeIn } from '../core/query/computedFields';
import { SummaryBuilder } from '../core/query/summary';
import type { Waits } from '../core/requests/limiter';
import { readFilters } from '../parameters/filters';
import { readAuthentication, readRequestOptions, readStatus, type Read } from '../parameters/read';
import { connect } from '../client/transport';
import { hintsOnSummary, showHints } from './hints';

/** The order in which rows move least while they are read: what is new comes last. */
const CALMEST = { sortBy: 'created_at', order: 'asc' } as const;

/** "Summarize Projects" for one input item: one item, however many projects there are. */
export async function summarizeProjects(
	context: IExecuteFunctions,
	itemIndex: number,
	waits: Waits,
): Promise<INodeExecutionData[]> {
	const read: Read = (name) => context.getNodeParameter(name, itemIndex);
	const timeZone = context.getTimezone();
	const moment = evaluationTimeIn(timeZone, Date.now());
	const settings = readRequestOptions(read);
	const listing: ListQuery = { status: readStatus(read), ...CALMEST };
	const filters = readFilters(read, moment, timeZone);
	const matches = predicateOf(filters, moment) ?? (() => true);
	const connection = await connect(context, readAuthentication(read), settings, waits);
	const tally = new SummaryBuilder(moment);
	const query = { listing, filters, matches, readAhead: settings.requestsAtOnce };
	const counting = countInto(tally, eachMatching(connection.fetchWindow, query));
	// Windows were asked for ahead; the next item is not to share the service with them.
	const progress = await counting.finally(connection.end);
	const summary = tally.summary();
	showHints(context, hintsOnSummary({ ...progress, count: summary.total }));
	return [{ json: { ...summary }, pairedItem: { item: itemIndex } }];
}

async function countInto(tally: SummaryBuilder, findings: AsyncIterable<Finding>) {
	let progress = { rowsRead: 0, totalItems: 0, totalsDisagreed: false };
	for await (const finding of findings) {
		for (const project of finding.projects) tally.add(project);
		progress = finding;
	}
	return progress;
}
