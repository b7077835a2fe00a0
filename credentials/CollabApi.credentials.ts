import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { baseUrl, connectionTest, ownHostOnly } from './connection';

export class CollabApi implements ICredentialType {
	name = 'collabApi';

	displayName = 'Collab API';

	icon = { light: 'file:../icons/collab.svg', dark: 'file:../icons/collab.dark.svg' } as const;

	documentationUrl = 'https://github.com/n8n-nodes-collab/n8n-nodes-collab#credentials';

	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: "Created in the service's developer console. It is equivalent to a password.",
		},
		...ownHostOnly,
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } },
	};

	test: ICredentialTestRequest = connectionTest;
}
