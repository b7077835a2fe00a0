import type { INodeProperties } from 'n8n-workflow';

export const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: [{ name: 'Project', value: 'project' }],
	default: 'project',
};

export const operation: INodeProperties = {
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
			value: 'summary',
			action: 'Summarize projects',
			description:
				'Count projects by status, overdue and completed, with average progress and the stalest',
		},
	],
	default: 'list',
};

export const status: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Active', value: 'active', description: 'Only projects that are not archived' },
		{ name: 'All', value: 'all', description: 'Projects of every status' },
		{ name: 'Archived', value: 'archived', description: 'Only archived projects' },
	],
	default: 'all',
	description: 'Which projects to include',
};
