import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { requestOptions } from './requestOptions';

const fields: INodeProperties[] = [
	{
		displayName:
			'Every workflow that uses this credential stops working until somebody connects the account again. n8n keeps the revoked tokens in the credential; they are worthless then.',
		name: 'revocationNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Tokens',
		name: 'tokens',
		type: 'options',
		options: [
			{
				name: 'Access Token',
				value: 'accessToken',
				description: 'The short-lived one only; n8n gets a new one with the refresh token',
			},
			{
				name: 'Both',
				value: 'both',
				description: 'End the access at once and for good',
			},
			{
				name: 'Refresh Token',
				value: 'refreshToken',
				description: 'No new access token can be had; the present one may live until it expires',
			},
		],
		default: 'both',
		description: "Which tokens of the node's credential to revoke",
	},
	{
		displayName: 'Confirm Revocation',
		name: 'confirmRevocation',
		type: 'boolean',
		noDataExpression: true,
		default: false,
		description:
			'Whether you understand that workflows using this credential stop until it is connected again. Nothing is revoked while this is off.',
	},
	requestOptions,
];

export const revokeAccess = updateDisplayOptions(
	{ show: { resource: ['authorization'], operation: ['revoke'] } },
	fields,
);
