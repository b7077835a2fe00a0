import type { INodeProperties } from 'n8n-workflow';

export const status: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Active', value: 'active', description: 'Only projects that the service calls active' },
		{ name: 'All', value: 'all', description: 'Projects of every status' },
		{
			name: 'Archived',
			value: 'archived',
			description: 'Only projects that the service calls archived',
		},
	],
	default: 'all',
	description: 'Which projects to include',
};
