import type { INodeProperties } from 'n8n-workflow';

import * as revoke from './revoke.operation';

export const operations = { revoke };

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['authorization'] } },
	options: [
		{
			name: 'Revoke',
			value: 'revoke',
			action: 'Revoke authorization',
			description: "End the access: revoke the credential's tokens at the service",
		},
	],
	default: 'revoke',
};

export const description: INodeProperties[] = [operation, ...revoke.description];
