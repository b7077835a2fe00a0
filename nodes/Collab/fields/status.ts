import type { INodeProperties } from 'n8n-workflow';

import { oneOf, type Read } from './parameterValues';

export const status: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Active', value: 'active', description: 'Only projects with the status active' },
		{ name: 'All', value: 'all', description: 'Projects of every status' },
		{ name: 'Archived', value: 'archived', description: 'Only projects with the status archived' },
	],
	default: 'all',
	description: 'Which projects to include',
};

export const readStatus = (read: Read) =>
	oneOf('Status', read('status'), ['all', 'active', 'archived'], '; use Statuses for other words');
