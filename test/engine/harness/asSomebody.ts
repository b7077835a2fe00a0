import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../dev/sandbox';
import { CredentialStore, type CredentialData } from './credentialStore';
import type { CollabRun } from './runCollab';
import type { ScriptedServer } from './scriptedServer';

/** Data of a credential of each type for a service, the OAuth2 one connected. */
export const dataFor = ({ baseUrl, url }: Pick<ScriptedServer, 'baseUrl' | 'url'>) => ({
	collabApi: { baseUrl, apiKey: 'secret-key' } as CredentialData,
	collabOAuth2Api: {
		baseUrl,
		authServerUrl: url,
		grantType: 'authorizationCode',
		clientId: 'client',
		clientSecret: 'secret-client',
		oauthTokenData: {
			access_token: 'secret-token',
			refresh_token: 'secret-refresh',
			token_type: 'bearer',
		},
	} as CredentialData,
});

/** A run of Collab with the API key of that service. */
export function asSomebody(
	{ baseUrl, apiKey = 'secret-key' }: Pick<Sandbox, 'baseUrl'> & { readonly apiKey?: string },
	parameters: INodeParameters = {},
	items?: IDataObject[],
): CollabRun {
	const store = new CredentialStore();
	const collabApi = store.add('collabApi', { baseUrl, apiKey });
	return { store, credentials: { collabApi }, parameters, ...(items ? { items } : {}) };
}

/** A run with a connected OAuth2 credential for that service; `data` takes the place of what is in it. */
export function connected(
	service: Pick<ScriptedServer, 'baseUrl' | 'url'>,
	parameters: INodeParameters = {},
	data: CredentialData = {},
) {
	const store = new CredentialStore();
	const collabOAuth2Api = store.add('collabOAuth2Api', {
		...dataFor(service).collabOAuth2Api,
		...data,
	});
	return {
		...{ store, credentials: { collabOAuth2Api }, parameters },
		/** What the credential holds now. */
		saved: () => store.saved(collabOAuth2Api),
		change: (more: CredentialData) => store.change(collabOAuth2Api, more),
	};
}

/** The same for the sandbox, as if a person had consented. */
export async function connectedTo(
	sandbox: Sandbox,
	parameters: INodeParameters = {},
	data: CredentialData = {},
) {
	const { clientId, clientSecret } = sandbox;
	const oauthTokenData = { ...(await sandbox.issueToken()) };
	return connected(sandbox, parameters, { clientId, clientSecret, oauthTokenData, ...data });
}
