/** What both credential types have in common: the service's address, a test request, a limit to the service's own host. */
import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';

export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'https://collab.example.com/v1',
	description: "Address of the service's REST interface, ending in /v1",
};

/**
 * In HTTP Request nodes the credential works with the service's own host only, unless the user
 * widens it: a key that any workflow can send anywhere is a key that leaks.
 */
export const ownHostOnly: INodeProperties[] = [
	{
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'options',
		options: [
			{
				name: 'All',
				value: 'all',
				description: 'Allow all requests when used in the HTTP Request node',
			},
			{
				name: 'Specific Domains',
				value: 'domains',
				description: 'Restrict requests to the host of the Base URL and the domains you add',
			},
			{
				name: 'None',
				value: 'none',
				description: 'Block all requests when used in the HTTP Request node',
			},
		],
		default: 'domains',
		description: 'Which domains this credential can be used with in HTTP Request nodes',
	},
	{
		displayName: 'More Domains',
		name: 'moreDomains',
		type: 'string',
		default: '',
		placeholder: 'e.g. files.example.com, *.example.org',
		description:
			'Comma-separated list of domains that are allowed as well. The host of the Base URL always is.',
		displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
	},
	{
		// Hidden, because the editor cannot evaluate it, and tests no credential with such a field in view.
		displayName: 'Allowed Domains',
		name: 'allowedDomains',
		type: 'hidden',
		default:
			'={{$self["baseUrl"].extractDomain() + ($self["moreDomains"] ? "," + $self["moreDomains"] : "")}}',
	},
];

const onStatus = (value: number, message: string) => ({
	type: 'responseCode' as const,
	properties: { value, message },
});

const REDIRECTED =
	'The service redirects to another address, which is not followed to protect your credential. Enter the new address as Base URL.';

const trimmed = (address: string) => `${address}.trim().replace(/\\/+$/, "")`;

const ADDRESS = trimmed('$credentials.baseUrl');

/** Loopback, where nothing travels. Tests that `toAddress` says the same are in test/engine/credentials.test.ts. */
const PROTECTED = String.raw`/^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d*)?(\/|$))/i`;

/** A declared request cannot refuse by itself: this is no address, nothing is sent, and n8n's message ends in these words. */
const REFUSED = '"plain http: enter an https address as Base URL"';

/**
 * An endpoint of the authorization server, whose address may end in a slash. n8n itself sends the client's secret
 * there, which could be read on its way over plain http: then this is no address, and n8n's message names its scheme.
 */
export function authServerEndpoint(path: string): string {
	const address = trimmed('$self["authServerUrl"]');
	const refused = '"plain-http-is-refused:enter-an-https-address"';
	return `={{ ${PROTECTED}.test(${address}) ? ${address} + "${path}" : ${refused} }}`;
}

/** One small request of the real interface; n8n shows the matching rule's message, or else a raw one. */
export const connectionTest: ICredentialTestRequest = {
	request: {
		baseURL: `={{ ${PROTECTED}.test(${ADDRESS}) ? ${ADDRESS} : "" }}`,
		url: `={{ ${PROTECTED}.test(${ADDRESS}) ? "/projects" : ${REFUSED} }}`,
		qs: { page: 1, per_page: 1, status: 'all', sort_by: 'updated_at', order: 'desc' },
		disableFollowRedirect: true,
	},
	rules: [
		...[301, 302, 303, 307, 308].map((status) => onStatus(status, REDIRECTED)),
		onStatus(
			401,
			'The service did not accept this credential. Check the API key or, with OAuth2, reconnect the account.',
		),
		onStatus(
			403,
			'The service knows this credential but does not allow it to list projects. Ask an administrator of the service for access or, with OAuth2, add "read" to the scope and reconnect.',
		),
		onStatus(
			404,
			'There is no list of projects at this address. The Base URL is the address of the REST interface and ends in /v1.',
		),
		onStatus(429, 'The service is limiting the number of requests. Wait a minute and test again.'),
	],
};
