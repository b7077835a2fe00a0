import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../dev/sandbox';
import { CredentialStore, type CredentialData } from './credentialStore';
import type { CollabRun } from './runCollab';

/** Where a service is, and who somebody is there; by default anybody. */
export interface Account extends Pick<Sandbox, 'baseUrl' | 'url'> {
	readonly apiKey?: string;
	readonly clientId?: string;
	readonly clientSecret?: string;
	/** What the token endpoint gave out. */
	readonly token?: object;
}

const TOKEN = {
	access_token: 'secret-token',
	refresh_token: 'secret-refresh',
	token_type: 'bearer',
};

/** Data of a credential of each type, the OAuth2 one connected. */
export const dataFor = ({ baseUrl, url, apiKey, clientId, clientSecret, token }: Account) => ({
	collabApi: { baseUrl, apiKey: apiKey ?? 'secret-key' } as CredentialData,
	collabOAuth2Api: {
		baseUrl,
		authServerUrl: url,
		grantType: 'authorizationCode',
		clientId: clientId ?? 'client',
		clientSecret: clientSecret ?? 'secret-client',
		oauthTokenData: { ...(token ?? TOKEN) },
	} as CredentialData,
});

/** A run that may choose between both credentials. */
export function withBoth(account: Account, parameters: INodeParameters = {}): CollabRun {
	const { collabApi } = dataFor(account);
	const { store, credentials } = connected(account);
	const both = { ...credentials, collabApi: store.add('collabApi', collabApi) };
	return { store, credentials: both, parameters };
}

/** A run of Collab with the API key of that service. */
export function asSomebody(
	{ baseUrl, apiKey = 'secret-key' }: Pick<Account, 'baseUrl' | 'apiKey'>,
	parameters: INodeParameters = {},
	items?: IDataObject[],
): CollabRun {
	const store = new CredentialStore();
	const collabApi = store.add('collabApi', { baseUrl, apiKey });
	return { store, credentials: { collabApi }, parameters, ...(items ? { items } : {}) };
}

/** A run with a connected OAuth2 credential for that service; `data` takes the place of what is in it. */
export function connected(
	account: Account,
	parameters: INodeParameters = {},
	data: CredentialData = {},
) {
	const store = new CredentialStore();
	const all = { ...dataFor(account).collabOAuth2Api, ...data };
	const collabOAuth2Api = store.add('collabOAuth2Api', all);
	return {
		store,
		credentials: { collabOAuth2Api },
		parameters,
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
	return connected({ ...sandbox, token: await sandbox.issueToken() }, parameters, data);
}
