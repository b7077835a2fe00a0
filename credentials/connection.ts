/** What both credential types have in common: the service's address, and where else they may be sent. */
import type { INodeProperties } from 'n8n-workflow';
import { ADDRESS, type AddressLabel, COMPLETED } from '../nodes/Collab/core/requests/credential';
import { choice } from '../nodes/Collab/fields/choice';

export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://collab.example.com/v1',
	description: "Address of the service's REST interface, ending in /v1",
};

export function hidden(
	displayName: string,
	name: string,
	value: string | boolean,
): INodeProperties {
	return { displayName, name, type: 'hidden', default: value };
}

/** An address as n8n's expressions have it, by the patterns of `toAddress`; empty where it may not be used. */
export function usable(label: AddressLabel, entered: string): string {
	const steps = COMPLETED[label].map(
		([pattern, text]) => `.replace(${String(pattern)}, "${text}")`,
	);
	const completed = `${entered}.trim()${steps.join('')}`;
	return `((address) => ${String(ADDRESS)}.test(address) ? address : "")(${completed})`;
}

/**
 * n8n compares this with the host that it is about to ask. Its own `extractDomain()` finds no host in single-label
 * names, and another one behind an "@". No host has the name for none (RFC 6761).
 */
const OWN_HOST = `(${usable('Base URL', '$self["baseUrl"]')}.replace(/^https?:\\/\\/|(:\\d+)?(\\/.*)?$/gi, "") || "base-url.invalid")`;

/**
 * n8n's own fields, for other nodes than ours, such as those that n8n's Custom API Call points at. They allow the
 * service's own host alone, since a key that any workflow can send anywhere is a key that leaks.
 */
export const domainFields: INodeProperties[] = [
	{
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'options',
		options: [
			choice('All', 'all', 'Any host that somebody writes into a workflow'),
			choice("Host of 'Base URL'", 'domains', 'The service alone'),
			choice('None', 'none', 'No HTTP Request node may use this credential'),
		],
		default: 'domains',
		description: 'Which domains this credential can be used with in HTTP Request nodes',
	},
	// Hidden, because the editor tests no credential with an expression in view.
	hidden('Allowed Domains', 'allowedDomains', `={{ ${OWN_HOST} }}`),
];
