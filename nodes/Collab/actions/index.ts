/** Resources, their operations and fields: all parameters of the Collab node. */
import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import * as revoke from './authorization/revoke.operation';
import { authentication } from '../fields/requests';
import type { Operation } from '../fields/operation';
import * as list from './project/list.operation';
import * as summarize from './project/summarize.operation';

type Operations = Readonly<Record<string, Operation>>;

/** The keys are the values of Resource and Operation; the first operation of a resource is its default. */
export const resources: Readonly<Record<string, Operations>> = {
	project: { list, summarize },
	authorization: { revoke },
};

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
			// Revoking is for people: neither offered for an API key nor to an AI tool.
			displayOptions: { show: { authentication: ['oAuth2'], '@tool': [false] } },
		},
	],
	default: 'project',
};

function operationOf(name: string, operations: Operations): INodeProperties {
	const [first] = Object.keys(operations);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [name] } },
		options: Object.entries(operations).map(([value, { option }]) => ({ ...option, value })),
		default: first,
	};
}

export const properties: INodeProperties[] = [
	authentication,
	resource,
	...Object.entries(resources).flatMap(([name, operations]) => [
		operationOf(name, operations),
		...Object.entries(operations).flatMap(([operation, { fields }]) =>
			updateDisplayOptions({ show: { resource: [name], operation: [operation] } }, fields),
		),
	]),
];
