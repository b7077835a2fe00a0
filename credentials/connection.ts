/** What both credential types have in common: the service's address, a test request, a limit to the service's own host. */
import {
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type INodeProperties,
	UserError,
} from 'n8n-workflow';

import type { CollabError } from '../nodes/Collab/core/errors';
import {
	NOT_A_LIST,
	sentencesOf,
	SERVER_URL_REFUSED,
	testTextOf,
} from '../nodes/Collab/core/messages';
import { ADDRESS, toAddress, WITHOUT_SCHEME } from '../nodes/Collab/core/requests/baseUrl';

function address(displayName: string, name: string, example: string, description: string) {
	const placeholder = `e.g. ${example}`;
	return {
		displayName,
		name,
		type: 'string',
		required: true,
		default: '',
		placeholder,
		description,
	} as const;
}

export const baseUrl: INodeProperties = address(
	'Base URL',
	'baseUrl',
	'https://collab.example.com/v1',
	"Address of the service's REST interface, ending in /v1",
);

export function hidden(displayName: string, name: string, value: string): INodeProperties {
	return { displayName, name, type: 'hidden', default: value };
}

export function choice(name: string, value: string, description: string) {
	return { name, value, description };
}

/** An address as n8n's expressions have it: as `toAddress` does, by the same patterns; empty where it may not be used. */
function usable(entered: string): string {
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
 * In HTTP Request nodes the credential works with the service's own host only, unless the user
 * widens it: a key that any workflow can send anywhere is a key that leaks.
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

/**
 * n8n itself sends the client's secret there: where the address may not be used this gives none, and n8n's message shows
 * its scheme.
 */
function endpoint(path: string): string {
	const server = usable('$self["authServerUrl"]');
	return `={{ (${server} || ${JSON.stringify(SERVER_URL_REFUSED)}) + "${path}" }}`;
}

export const authServer: INodeProperties[] = [
	address(
		'Authorization Server URL',
		'authServerUrl',
		'https://auth.collab.example.com',
		'Address of the server that issues tokens: what stands before /oauth/token',
	),
	hidden('Authorization URL', 'authUrl', endpoint('/oauth/authorize')),
	hidden('Access Token URL', 'accessTokenUrl', endpoint('/oauth/token')),
];

/**
 * Of these n8n shows a text of ours. Any other status is no error for it, since it would show the reason phrase, which
 * the service chooses: then the body decides. From 500 on, all that are registered, for the authorization server too.
 */
const STATUSES = [301, 302, 303, 307, 308, 400, 401, 403, 404, 408, 425, 429].concat(
	Array.from({ length: 12 }, (_, index) => 500 + index),
);

/** A list of projects has these, a web page has not. n8n compares one value of the body with each. */
const LIST_FIELDS = ['data.length', 'pagination.has_next'];

const ofStatus = STATUSES.map((value) => ({
	type: 'responseCode',
	properties: { value, message: testTextOf(value) },
}));
const ofBody = LIST_FIELDS.map((key) => ({
	type: 'responseSuccessBody',
	properties: { key, value: undefined, message: NOT_A_LIST },
}));

/** n8n renews the tokens of OAuth2 for a declared test only. It shows the message of the rule that matches. */
export const connectionTest: ICredentialTestRequest = {
	request: {
		// A declared request cannot refuse by itself: what signs it does, see `addressOf`. Without an address nothing is sent.
		baseURL: `={{ ${usable('$credentials.baseUrl')} }}`,
		url: '/projects',
		qs: { page: 1, per_page: 1, status: 'all' },
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: { ignore: true, except: STATUSES },
		timeout: 30_000,
	},
	// n8n's type wants rules of one kind; its code takes each as it is.
	rules: [...ofStatus, ...ofBody] as ICredentialTestRequest['rules'],
};

/** What n8n's test of a connection shows as it is. */
const toTestError = (error: CollabError) => new UserError(sentencesOf(error, 'setup'));

/** The address that requests go to; fails with a text for people. */
export function addressOf(credential: ICredentialDataDecryptedObject): string {
	try {
		return toAddress('Base URL', credential['baseUrl']);
	} catch (error) {
		throw toTestError(error as CollabError);
	}
}
