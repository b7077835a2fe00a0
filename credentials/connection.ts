/** What both credential types have in common: the service's address, and where else they may be sent. */
import type { INodeProperties } from 'n8n-workflow';

import { ADDRESS, WITHOUT_SCHEME } from '../nodes/Collab/core/requests/baseUrl';

export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://collab.example.com/v1',
	description: "Address of the service's REST interface, ending in /v1",
};

export function hidden(displayName: string, name: string, value: string): INodeProperties {
	return { displayName, name, type: 'hidden', default: value };
}

export function choice(name: string, value: string, description: string) {
	return { name, value, description };
}

/** An address as n8n's expressions have it, by the patterns of `toAddress`; empty where it may not be used. */
export function usable(entered: string): string {
	const completed = `${entered}.trim().replace(/\\/+$/, "").replace(${String(WITHOUT_SCHEME)}, "https://")`;
	return `((address) => ${String(ADDRESS)}.test(address) ? address : "")(${completed})`;
}

/**
 * n8n's own fields, for other nodes than ours. They default to none, since a key that any workflow can send anywhere is
 * a key that leaks. No expression finds the host of the Base URL: where a workflow's time zone is `DEFAULT`, n8n
 * evaluates none, and could not read the credential at all.
 */
export const domainFields: INodeProperties[] = [
	{
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'options',
		options: [
			choice('All', 'all', 'Any host that somebody writes into a workflow'),
			choice('Specific Domains', 'domains', 'Only the hosts that you list'),
			choice('None', 'none', 'No HTTP Request node may use this credential'),
		],
		default: 'none',
		description: 'Which domains this credential can be used with in HTTP Request nodes',
	},
	{
		displayName: 'Allowed Domains',
		name: 'allowedDomains',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. collab.example.com',
		description: "Comma-separated list of host names, such as the one in 'Base URL'",
		displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
	},
];
