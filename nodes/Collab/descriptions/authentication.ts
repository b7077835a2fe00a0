import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

export const credentials: INodeCredentialDescription[] = [
	{
		name: 'collabOAuth2Api',
		required: true,
		displayOptions: { show: { authentication: ['oAuth2'] } },
	},
	{
		name: 'collabApi',
		required: true,
		displayOptions: { show: { authentication: ['apiKey'] } },
	},
];

export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		{
			name: 'OAuth2',
			value: 'oAuth2',
			description: 'A person connects an account and can withdraw access at any time',
		},
		{
			name: 'API Key',
			value: 'apiKey',
			description: 'Server to server, with a key from the developer console',
		},
	],
	default: 'oAuth2',
};
