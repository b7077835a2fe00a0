import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import type { ListQuery, SortField, SortOrder } from '../../core/contract';
import { evaluationTimeIn } from '../../core/query/computedFields';
import { findProjects, type ProjectQuery } from '../../core/query/find';
import { hintsOnFiltered, hintsOnList } from '../../core/messages';
import { readAuthentication } from '../fields/authentication';
import { filters, readFilters } from '../fields/filters';
import { limit, readLimit } from '../fields/limit';
import { output, readItemFormat } from '../fields/output';
import { oneOf, type Read } from '../fields/parameterValues';
import { concurrentRequestOptions, readRequestOptions } from '../fields/requestOptions';
import { readStatus, status } from '../fields/status';
import type { Item, OperationResult } from '../operation';

const sorting: INodeProperties[] = [
	{
		displayName: 'Sort By',
		name: 'sortBy',
		type: 'options',
		options: [
			{ name: 'Created At', value: 'created_at', description: 'When the project was created' },
			{ name: 'Name', value: 'name', description: 'The name of the project' },
			{ name: 'Updated At', value: 'updated_at', description: 'When the project last changed' },
		],
		default: 'updated_at',
		description: 'Which field the list is sorted by',
	},
	{
		displayName: 'Order',
		name: 'order',
		type: 'options',
		options: [
			{ name: 'Ascending', value: 'asc', description: 'Oldest first, or A to Z' },
			{ name: 'Descending', value: 'desc', description: 'Newest first, or Z to A' },
		],
		default: 'desc',
		description: 'Whether the list starts with the lowest or the highest value',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['project'], operation: ['list'] } },
	[...limit, status, ...sorting, ...output, filters, concurrentRequestOptions],
);

const SORT_FIELDS: readonly SortField[] = ['updated_at', 'created_at', 'name'];
const ORDERS: readonly SortOrder[] = ['desc', 'asc'];

export const readListQuery = (read: Read): ListQuery => ({
	status: readStatus(read),
	sortBy: oneOf('Sort By', read('sortBy'), SORT_FIELDS),
	order: oneOf('Order', read('order'), ORDERS),
});

/** All matching projects or the first `limit`, as items. */
export async function execute({ context, itemIndex, read, run }: Item): Promise<OperationResult> {
	const timeZone = context.getTimezone();
	const at = evaluationTimeIn(timeZone, Date.now());
	const settings = readRequestOptions(read);
	const most = readLimit(read);
	const { matches, bounds } = readFilters(read, { at, timeZone });
	const format = readItemFormat(read, at);
	const query: ProjectQuery = {
		list: readListQuery(read),
		filters: bounds,
		matches,
		maxConcurrentRequests: settings.maxConcurrentRequests,
		now: () => Date.now(),
	};
	const client = await run.client(itemIndex, readAuthentication(read), settings);
	// Windows were prefetched; the next item is not to share the service with them.
	const found = await findProjects(client.fetchWindow, query, most).finally(client.end);
	const hints = matches ? hintsOnFiltered(found) : hintsOnList(found);
	return { items: found.projects.map(format), hints };
}
