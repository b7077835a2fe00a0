import type { INodeProperties } from 'n8n-workflow';

/** Revoking is for people: neither offered for an API key nor to an AI tool. */
const FOR_PEOPLE_WITH_OAUTH2 = { show: { authentication: ['oAuth2'], '@tool': [false] } };

const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Authorization',
			value: 'authorization',
			description: 'The access that this credential has to the service',
			displayOptions: FOR_PEOPLE_WITH_OAUTH2,
		},
		{
			name: 'Project',
			value: 'project',
			description: 'The projects of the account',
		},
	],
	default: 'project',
};

const projectOperation: INodeProperties = {
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

const authorizationOperation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['authorization'] } },
	options: [
		{
			name: 'Revoke',
			value: 'revoke',
			action: 'Revoke an authorization',
			description: "End the access: revoke the credential's tokens at the service",
		},
	],
	default: 'revoke',
};

export const resourceAndOperation = [resource, projectOperation, authorizationOperation];
