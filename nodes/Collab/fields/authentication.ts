import type { INodeProperties } from 'n8n-workflow';

import { oneOf, type Read } from './parameterValues';

export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		{
			name: 'API Key',
			value: 'apiKey',
			description: 'Server to server, with a key from the developer console',
		},
		{
			name: 'OAuth2',
			value: 'oAuth2',
			description: 'A person connects an account and can withdraw access at any time',
		},
	],
	default: 'apiKey',
};

export const readAuthentication = (read: Read) =>
	oneOf('Authentication', read('authentication'), ['apiKey', 'oAuth2']);
