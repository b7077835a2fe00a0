import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { PROJECT_FIELDS } from '../core/query/itemFormat';
import { filters } from './filters';
import { status } from './projects';
import { requestOptions } from './requestOptions';

const fields: INodeProperties[] = [
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
	status,
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
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Raw',
				value: 'raw',
				description: 'Every project as the service sends it, unknown fields included',
			},
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'Only the fields that you choose',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The ten most useful fields, in an order that suits a sheet',
			},
		],
		default: 'simplified',
		description: 'How much of each project to return',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		displayOptions: { show: { output: ['selected'] } },
		options: PROJECT_FIELDS.map(({ name, label }) => ({ name: label, value: name })),
		default: ['name', 'status', 'updated_at'],
		description: 'Which fields to return. The ID is always included.',
	},
	{
		displayName: 'Add Computed Fields',
		name: 'addComputedFields',
		type: 'boolean',
		default: false,
		description:
			"Whether to add progress_percent (completed tasks, rounded down), is_complete (it has tasks and all are completed), is_overdue (end date before today, neither complete nor archived), days_remaining (until the end date, negative after it) and days_since_update. A value that cannot be told is null. Days begin at midnight in the workflow's time zone.",
	},
	filters,
	requestOptions,
];

export const listProjects = updateDisplayOptions(
	{ show: { resource: ['project'], operation: ['list'] } },
	fields,
);
