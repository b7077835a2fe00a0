import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';
import { bareKey } from '../nodes/Collab/core/requests/credential';
import { baseUrl, domainFields } from './connection';

/** The node tests its connection by a function: see client/testApiKey.ts. */
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
		...domainFields,
	];

	/**
	 * A function, where a declaration with an expression would do: n8n evaluates that for every request, which is a
	 * seventh of a long list's time, and cannot evaluate it at all in a poll that outlasts another of its workflow.
	 */
	authenticate: IAuthenticate = async ({ apiKey }, { headers, ...request }) =>
		await Promise.resolve({ ...request, headers: { ...headers, 'X-API-Key': bareKey(apiKey) } });
}
