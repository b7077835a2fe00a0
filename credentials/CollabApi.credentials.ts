import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import { toCollabError } from '../nodes/Collab/client/nodeErrors';
import {
	addressOf,
	baseUrl,
	connectionTest,
	hidden,
	ownHostOnly,
	SMALLEST_LIST,
	toTestError,
} from './connection';

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
		// Never empty, and never expired: so n8n asks for it in tests of the connection only, each time.
		{ ...hidden('Reached', 'reached', 'yes'), typeOptions: { expirable: true } },
	];

	/** A test of the connection begins with this: a declared one shows the bare code of what fails on the network. */
	async preAuthentication(this: IHttpRequestHelper, credential: ICredentialDataDecryptedObject) {
		const baseURL = addressOf(credential);
		const request = { ...SMALLEST_LIST, baseURL, ignoreHttpStatusErrors: true };
		await this.helpers.httpRequest(request).catch((cause: unknown) => {
			const error = toCollabError(cause);
			if (error.kind === 'unavailable') throw toTestError(error);
		});
		return {};
	}

	/**
	 * A function, where a declaration with an expression would do: n8n evaluates that for every request, which is a
	 * seventh of a long list's time, and cannot evaluate it at all in a poll that outlasts another of its workflow.
	 */
	authenticate: IAuthenticate = async (credential, request) => {
		addressOf(credential);
		const headers = { ...request.headers, 'X-API-Key': credential['apiKey'] };
		return await Promise.resolve({ ...request, headers });
	};

	test: ICredentialTestRequest = connectionTest('apiKey');
}
