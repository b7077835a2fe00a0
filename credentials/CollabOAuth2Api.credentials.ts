import {
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type INodeProperties,
	UserError,
} from 'n8n-workflow';
import type { CollabError } from '../nodes/Collab/core/errors';
import { NO_TOKEN, NOT_A_LIST, testTextOf, testTextOfStatus } from '../nodes/Collab/core/messages';
import { toAddress } from '../nodes/Collab/core/requests/credential';
import { choice } from '../nodes/Collab/fields/choice';
import { baseUrl, domainFields, hidden, usable } from './connection';

/** n8n sends the client's secret there. An address that may not be used becomes a scheme that n8n refuses and shows. */
function endpoint(path: string): string {
	const server = usable('Authorization Server URL', '$self["authServerUrl"]');
	return `={{ (${server} || "authorization-server-url-must-start-with-https:") + "${path}" }}`;
}

/**
 * n8n shows a text of ours for these. Any other status is no error for it, since it would show the reason phrase, which
 * the service chooses: then the body decides. From 500 on, all that are registered, for the authorization server too.
 */
const STATUSES = [
	...[301, 302, 303, 307, 308, 400, 401, 403, 404, 407, 408, 429, 498],
	...Array.from({ length: 12 }, (_, index) => 500 + index),
];

/** A list of projects has these, a web page has not. n8n compares one value of the body with each. */
const LIST_FIELDS = ['data.length', 'pagination.has_next'];

const ofStatus = STATUSES.map((value) => ({
	type: 'responseCode',
	properties: { value, message: testTextOfStatus(value) },
}));
const ofBody = LIST_FIELDS.map((key) => ({
	type: 'responseSuccessBody',
	properties: { key, value: undefined, message: NOT_A_LIST },
}));

export class CollabOAuth2Api implements ICredentialType {
	name = 'collabOAuth2Api';
	extends = ['oAuth2Api'];
	displayName = 'Collab OAuth2 API';
	icon = { light: 'file:../icons/collab.svg', dark: 'file:../icons/collab.dark.svg' } as const;
	documentationUrl = 'https://github.com/n8n-nodes-collab/n8n-nodes-collab#credentials';

	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'Authorization Server URL',
			name: 'authServerUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://auth.collab.example.com',
			description: 'Address of the server that issues tokens: the part before /oauth/token',
		},
		hidden('Authorization URL', 'authUrl', endpoint('/oauth/authorize')),
		hidden('Access Token URL', 'accessTokenUrl', endpoint('/oauth/token')),
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'options',
			options: [
				choice('Authorization Code', 'authorizationCode', 'A person gives consent in the browser'),
				choice('Client Credentials', 'clientCredentials', 'Server to server, without a person'),
			],
			default: 'authorizationCode',
			hint: "Fill in 'Base URL' and 'Authorization Server URL' too, at the end of this form",
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: 'read',
			description: 'Space-separated list of scopes. Listing projects needs "read".',
		},
		hidden('Auth URI Query Parameters', 'authQueryParameters', ''),
		// The specification wants client_id and client_secret in the form (section 4.3).
		hidden('Authentication', 'authentication', 'body'),
		// n8n reads it for consent by a person alone. A server that knows no PKCE ignores the challenge (RFC 6749, 3.1).
		hidden('Use PKCE', 'usePkce', true),
		...domainFields,
	];

	/** n8n calls this before every request: what it throws is the text that a test of the connection shows. */
	async preAuthentication({
		grantType,
		oauthTokenData,
		...credential
	}: ICredentialDataDecryptedObject) {
		try {
			toAddress('Base URL', credential['baseUrl']);
		} catch (error) {
			throw new UserError(testTextOf(error as CollabError));
		}
		const isToken = `${JSON.stringify(oauthTokenData)}`.includes('"access_token":"');
		if (grantType === 'clientCredentials' && !isToken) throw new UserError(NO_TOKEN);
		return await Promise.resolve({});
	}

	/** n8n renews the tokens of OAuth2 for a declared test only. It shows the message of the rule that matches. */
	test: ICredentialTestRequest = {
		request: {
			// A declared request cannot refuse by itself: see `preAuthentication`. Without an address nothing is sent.
			baseURL: `={{ ${usable('Base URL', '$credentials.baseUrl')} }}`,
			url: '/projects',
			qs: { page: 1, per_page: 1, status: 'all' },
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: STATUSES },
			timeout: 30_000,
		},
		// n8n's type wants rules of one kind; its code takes each as it is.
		rules: [...ofStatus, ...ofBody] as ICredentialTestRequest['rules'],
	};
}
