import type { ICredentialType, INodeProperties, INodeType } from 'n8n-workflow';

/**
 * The two things of n8n-nodes-base that the package meets, declared here because that package is
 * no dependency: the node that starts a run by hand, and the fields every OAuth2 credential inherits.
 */
export const manualTrigger: INodeType = {
	description: {
		displayName: 'Manual Trigger',
		name: 'manualTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Starts a run by hand; the test pins its items',
		defaults: { name: 'Manual Trigger' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	trigger: async () => await Promise.resolve({}),
};

/** Stands where n8n puts a node of its own when it tests a credential. */
export const noOp: INodeType = {
	description: {
		...manualTrigger.description,
		name: 'noOp',
		inputs: ['main'],
		group: ['organization'],
	},
};

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	...more,
});

const choice = (name: string, ...values: string[]): INodeProperties =>
	field(name, {
		type: 'options',
		options: values.map((value) => ({ name: value, value })),
		default: values[0],
	});

const forUserGrants = { displayOptions: { show: { grantType: ['authorizationCode', 'pkce'] } } };

export const oAuth2Api: ICredentialType = {
	name: 'oAuth2Api',
	displayName: 'OAuth2 API',
	genericAuth: true,
	properties: [
		choice('grantType', 'authorizationCode', 'clientCredentials', 'pkce'),
		field('authUrl', forUserGrants),
		field('accessTokenUrl'),
		field('clientId'),
		field('clientSecret', { typeOptions: { password: true } }),
		field('scope'),
		field('authQueryParameters', forUserGrants),
		choice('authentication', 'header', 'body'),
		field('oauthTokenData', { type: 'json', default: {} }),
	],
};
