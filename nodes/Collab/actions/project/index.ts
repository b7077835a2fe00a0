import type { INodeProperties } from 'n8n-workflow';

import * as list from './list.operation';
import * as summarize from './summarize.operation';

export const operations = { list, summarize };

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['project'] } },
	options: [
		{
			name: 'List Projects',
			value: 'list',
			action: 'List projects',
			description: 'Get many projects, filtered and sorted',
		},
		{
			name: 'Summarize Projects',
			value: 'summarize',
			action: 'Summarize projects',
			description:
				'Count projects by status, overdue and completed, with average progress and the stalest',
		},
	],
	default: 'list',
};

export const description: INodeProperties[] = [
	operation,
	...list.description,
	...summarize.description,
];
