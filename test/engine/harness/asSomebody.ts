import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../dev/sandbox';
import { CredentialStore } from './credentialStore';
import type { CollabRun } from './runCollab';

/** A run of Collab with the API key of that service. */
export function asSomebody(
	{ baseUrl, apiKey }: Pick<Sandbox, 'baseUrl' | 'apiKey'>,
	parameters: INodeParameters = {},
	items?: IDataObject[],
): CollabRun {
	const store = new CredentialStore();
	const collabApi = store.add('collabApi', { baseUrl, apiKey });
	return {
		store,
		credentials: { collabApi },
		parameters,
		...(items ? { items } : {}),
	};
}
