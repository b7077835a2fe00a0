import { getAdditionalKeys } from 'n8n-core';
import type { ICredentialDataDecryptedObject, ICredentialsHelper } from 'n8n-workflow';
import type { ICredentialsExpressionResolveValues, INodeCredentialsDetails } from 'n8n-workflow';
import type { IHttpRequestHelper, IHttpRequestOptions, INodeParameters } from 'n8n-workflow';
import { deepCopy, NodeHelpers } from 'n8n-workflow';
import type { Sandbox } from '../../../dev/sandbox';
import { credentialProperties, credentialType, nodeOf, workflowOf } from './engine';
import type { CredentialName } from './engine';

export type CredentialData = ICredentialDataDecryptedObject;
type Decryption = Parameters<ICredentialsHelper['getDecrypted']>;

/** Credentials as n8n keeps them (less the encryption) and as it hands them to a node. */
export class CredentialStore {
	private readonly kept = new Map<string | null, CredentialData>();

	add(type: CredentialName, data: CredentialData): INodeCredentialsDetails {
		const id = `${type}-${this.kept.size + 1}`;
		this.kept.set(id, data);
		return { id, name: `My ${credentialType(type).displayName}` };
	}

	/** As a person does in the editor: the credential stays the same one. */
	change(details: INodeCredentialsDetails, data: CredentialData): void {
		this.kept.set(details.id, { ...this.saved(details), ...data });
	}

	/** What is kept now, a refreshed token included. */
	saved = ({ id }: INodeCredentialsDetails): CredentialData => deepCopy(this.kept.get(id) ?? {});

	readonly getCredentialsProperties = credentialProperties;

	readonly isCredentialUsableByNode = () => true;

	/** None of these credentials holds what n8n has to renew by itself. */
	readonly preAuthentication = async () => await Promise.resolve(undefined);

	/** Of OAuth2 credentials: before each request. */
	async runPreAuthentication(helpers: IHttpRequestHelper, data: CredentialData, name: string) {
		return await credentialType(name).preAuthentication?.call(helpers, data);
	}

	readonly getParentTypes = (name: string) => credentialType(name).extends ?? [];

	async authenticate(data: CredentialData, name: string, request: IHttpRequestOptions) {
		const { authenticate: sign } = credentialType(name);
		if (typeof sign !== 'function') throw new Error(`"${name}" does not sign by code`);
		return await sign(data, request);
	}

	async getDecrypted(...[, details, type, , , raw, at]: Decryption) {
		const saved = await Promise.resolve(this.saved(details));
		return raw ? saved : this.resolve(saved, type, at);
	}

	/** Adds the defaults, then computes the fields that are expressions. */
	resolve(
		data: CredentialData,
		type: string,
		at?: ICredentialsExpressionResolveValues,
	): CredentialData {
		const entered = data as INodeParameters;
		const fields = credentialProperties(type);
		const values = NodeHelpers.getNodeParameters(fields, entered, true, false, null, null) ?? {};
		if (entered['oauthTokenData']) values['oauthTokenData'] = entered['oauthTokenData'];
		const node = nodeOf('Bare', 'n8n-nodes-base.noOp');
		const nothing = { runIndex: 0, itemIndex: 0, connectionInputData: [] };
		const bare = { workflow: workflowOf([node]), node, runExecutionData: null, ...nothing };
		const { workflow, ...where } = at ?? bare;
		return workflow.expression.getParameterValue(
			values,
			where.runExecutionData,
			where.runIndex,
			where.itemIndex,
			where.node.name,
			where.connectionInputData,
			'manual',
			getAdditionalKeys({} as Decryption[0], 'manual', null, { isCredential: true }),
			undefined,
			false,
			values,
		) as CredentialData;
	}

	async updateCredentialsOauthTokenData(
		details: INodeCredentialsDetails,
		_type: string,
		{ oauthTokenData = {} }: CredentialData,
	): Promise<void> {
		await Promise.resolve(this.change(details, { oauthTokenData }));
	}
}

/** Where a service is, and who somebody is there; by default anybody. */
export interface Account extends Pick<Sandbox, 'baseUrl' | 'url'> {
	readonly apiKey?: string;
	readonly clientId?: string;
	readonly clientSecret?: string;
	/** What the token endpoint gave out. */
	readonly token?: object;
}

const TOKEN = { access_token: 'secret-token', refresh_token: 'secret-refresh' };

/** The OAuth2 credential of an application, which gets a token with the first request. */
export const APPLICATION = { grantType: 'clientCredentials', oauthTokenData: {} };

/** Data of a credential of each type, the OAuth2 one connected. */
export const dataFor = ({ baseUrl, url, ...account }: Account) => ({
	collabApi: { baseUrl, apiKey: account.apiKey ?? 'secret-key' },
	collabOAuth2Api: {
		baseUrl,
		authServerUrl: url,
		grantType: 'authorizationCode',
		clientId: account.clientId ?? 'client',
		clientSecret: account.clientSecret ?? 'secret-client',
		oauthTokenData: { ...(account.token ?? TOKEN) },
	},
});

/** What a run of Collab with the API key of that service takes. */
export function asSomebody(
	{ baseUrl, apiKey = 'secret-key' }: Pick<Account, 'baseUrl' | 'apiKey'>,
	parameters: INodeParameters = {},
	items = [{}],
) {
	const store = new CredentialStore();
	const collabApi = store.add('collabApi', { baseUrl, apiKey });
	return { store, credentials: { collabApi }, parameters, items };
}

/** The same with OAuth2, unless the parameters say otherwise; `data` takes the place of what is in that credential. */
export function connected(account: Account, parameters: INodeParameters = {}, data = {}) {
	const { store, credentials } = asSomebody(account);
	const all = { ...dataFor(account).collabOAuth2Api, ...data };
	const collabOAuth2Api = store.add('collabOAuth2Api', all);
	return {
		store,
		credentials: { ...credentials, collabOAuth2Api },
		parameters: { authentication: 'oAuth2', ...parameters },
		saved: () => store.saved(collabOAuth2Api),
		change: (more: CredentialData) => store.change(collabOAuth2Api, more),
	};
}

/** The same for the sandbox, as if a person had consented. */
export const connectedTo = async (sandbox: Sandbox, parameters: INodeParameters = {}, data = {}) =>
	connected({ ...sandbox, token: await sandbox.issueToken() }, parameters, data);

/** Runs of Collab with each kind of credential. */
export const asEach = (account: Account, parameters: INodeParameters) => [
	asSomebody(account, parameters),
	connected(account, parameters),
	connected(account, parameters, APPLICATION),
];
