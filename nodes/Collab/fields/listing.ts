/** Which projects are listed, how many of them, and in which order. */
import type { INodeProperties } from 'n8n-workflow';
import { choice } from './choice';
import { oneOf, type Read, trueOrFalse, wholeNumber } from './parameterValues';

export const status: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		choice('Active', 'active', 'Only projects with the status active'),
		choice('All', 'all', 'Projects of every status'),
		choice('Archived', 'archived', 'Only projects with the status archived'),
	],
	default: 'all',
	description: 'Which projects to include',
};

export const readStatus = (read: Read) =>
	oneOf('Status', read('status'), ['all', 'active', 'archived'], '; use Statuses for other words');

export const limit: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

/** Infinite for all. */
export const readLimit = (read: Read) =>
	trueOrFalse('Return All', read('returnAll')) ? Infinity : wholeNumber('Limit', read('limit'), 1);

export const sorting: INodeProperties[] = [
	{
		displayName: 'Sort By',
		name: 'sortBy',
		type: 'options',
		options: [
			choice('Created At', 'created_at', 'When the project was created'),
			choice('Name', 'name', 'The name of the project'),
			choice('Updated At', 'updated_at', 'When the project last changed'),
		],
		default: 'updated_at',
		description: 'Which field the list is sorted by',
	},
	{
		displayName: 'Order',
		name: 'order',
		type: 'options',
		options: [
			choice('Ascending', 'asc', 'Oldest first, or A to Z'),
			choice('Descending', 'desc', 'Newest first, or Z to A'),
		],
		default: 'desc',
		description: 'Whether the list starts with the lowest or the highest value',
	},
];

export const readSorting = (read: Read) => ({
	sortBy: oneOf('Sort By', read('sortBy'), ['updated_at', 'created_at', 'name']),
	order: oneOf('Order', read('order'), ['desc', 'asc']),
});
