/** Resources, their operations and fields: all parameters of the Collab node. */
import type { INodeProperties } from 'n8n-workflow';

import * as authorization from './authorization';
import { authentication } from './fields/authentication';
import type { Resource } from './operation';
import * as project from './project';

export const resources: Readonly<Record<string, Resource>> = { project, authorization };

/** Revoking is for people: neither offered for an API key nor to an AI tool. */
const FOR_PEOPLE_WITH_OAUTH2 = { show: { authentication: ['oAuth2'], '@tool': [false] } };

const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: [
		// The node panel lists the actions of the first resource first.
		{ name: 'Project', value: 'project', description: 'The projects of the account' },
		{
			name: 'Authorization',
			value: 'authorization',
			description: 'The access that this credential has to the service',
			displayOptions: FOR_PEOPLE_WITH_OAUTH2,
		},
	],
	default: 'project',
};

export const properties: INodeProperties[] = [
	authentication,
	resource,
	...Object.values(resources).flatMap(({ description }) => description),
];
