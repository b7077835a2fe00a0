import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import {
	addressOf,
	authServer,
	baseUrl,
	choice,
	connectionTest,
	hidden,
	ownHostOnly,
} from './connection';

export class CollabOAuth2Api implements ICredentialType {
	name = 'collabOAuth2Api';
	extends = ['oAuth2Api'];
	displayName = 'Collab OAuth2 API';
	icon = { light: 'file:../icons/collab.svg', dark: 'file:../icons/collab.dark.svg' } as const;
	documentationUrl = 'https://github.com/n8n-nodes-collab/n8n-nodes-collab#credentials';

	properties: INodeProperties[] = [
		baseUrl,
		...authServer,
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'options',
			options: [
				choice('Authorization Code', 'authorizationCode', 'A person gives consent in the browser'),
				choice('Client Credentials', 'clientCredentials', 'Server to server, without a person'),
			],
			default: 'authorizationCode',
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
		...ownHostOnly,
	];

	/** n8n calls this before every request: what it throws is the text that a test of the connection shows. */
	async preAuthentication(credential: ICredentialDataDecryptedObject) {
		addressOf(credential);
		return await Promise.resolve({});
	}

	test: ICredentialTestRequest = connectionTest;
}
