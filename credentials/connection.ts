/** What both credential types have in common: the service's address, and a limit to the service's own host. */
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

/** An address as n8n's expressions have it: as `toAddress` does, by the same patterns; empty where it may not be used. */
export function usable(entered: string): string {
	const completed = `${entered}.trim().replace(/\\/+$/, "").replace(${String(WITHOUT_SCHEME)}, "https://")`;
	return `((address) => ${String(ADDRESS)}.test(address) ? address : "")(${completed})`;
}

/**
 * n8n compares this with the host that it is about to ask. Its own `extractDomain()` finds no host in single-label names
 * and IP addresses, and another one behind an "@" in the path. No host has the name for none (RFC 6761): without any,
 * n8n's versions differ in whether all or none is allowed.
 */
const OWN_HOST = `(${usable('$self["baseUrl"]')}.replace(/^https?:\\/\\//i, "").replace(/(:\\d+)?(\\/.*)?$/, "").toLowerCase() || "base-url-cannot-be-used.invalid")`;

/**
 * HTTP Request nodes may send the credential to the service's own host only, unless the user widens it: a key that any
 * workflow can send anywhere is a key that leaks.
 */
export const ownHostOnly: INodeProperties[] = [
	{
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'options',
		options: [
			choice('All', 'all', 'Any host'),
			choice('Specific Domains', 'domains', 'Only the host of the Base URL and what you add'),
			choice('None', 'none', 'No HTTP Request node may use this credential'),
		],
		default: 'domains',
		description: 'Which domains this credential can be used with in HTTP Request nodes',
	},
	{
		displayName: 'Add More Domains',
		name: 'addMoreDomains',
		type: 'boolean',
		default: false,
		description: 'Whether HTTP Request nodes may send this credential to other hosts, too',
		displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
	},
	{
		displayName: 'More Domains',
		name: 'moreDomains',
		type: 'string',
		default: '',
		placeholder: 'e.g. files.example.com, *.example.org',
		description: 'Comma-separated list of domains that are allowed beside the host of the Base URL',
		displayOptions: { show: { allowedHttpRequestDomains: ['domains'], addMoreDomains: [true] } },
	},
	// Hidden, because the editor cannot evaluate it, and tests no credential with such a field in view.
	hidden(
		'Allowed Domains',
		'allowedDomains',
		`={{ ${OWN_HOST} + ($self["addMoreDomains"] && $self["moreDomains"] ? "," + $self["moreDomains"] : "") }}`,
	),
];
