import { updateDisplayOptions, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import { toCollabError } from '../../client/nodeErrors';
import { notRevoked } from '../../core/errors';
import { nextSteps } from '../../core/messages';
import {
	revocationFailed,
	type TokenChoice,
	type TokenKind,
	tokensToRevoke,
} from '../../core/requests/revocation';
import { readAuthentication } from '../fields/authentication';
import { oneOf, type Read } from '../fields/parameterValues';
import { readRequestOptions, requestOptions } from '../fields/requestOptions';
import type { Item, OperationResult } from '../operation';

const fields: INodeProperties[] = [
	{
		displayName:
			'Every workflow that uses this credential stops working until somebody connects the account again. n8n keeps the revoked tokens in the credential; they give no access any more.',
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

export const description = updateDisplayOptions(
	{ show: { resource: ['authorization'], operation: ['revoke'] } },
	fields,
);

const TOKEN_CHOICES: readonly TokenChoice[] = ['both', 'refreshToken', 'accessToken'];

/** Revokes tokens of the node's own credential. */
export async function execute({ context, itemIndex, read, run }: Item): Promise<OperationResult> {
	assertConfirmed(context, read);
	const choice = oneOf('Tokens', read('tokens'), TOKEN_CHOICES);
	const { held, revoke } = await run.revocationClient(itemIndex, readRequestOptions(read));
	const revoked: TokenKind[] = [];
	for (const kind of tokensToRevoke(choice, held)) {
		try {
			await revoke(kind);
		} catch (error) {
			throw revocationFailed(toCollabError(error, Date.now()), kind, revoked);
		}
		revoked.push(kind);
	}
	const revokedAt = new Date().toISOString();
	return {
		items: [{ revoked, revoked_at: revokedAt, next_steps: nextSteps(revoked, held) }],
	};
}

function assertConfirmed(context: IExecuteFunctions, read: Read): void {
	if (context.getNode().type.endsWith('Tool')) throw notRevoked('asTool');
	if (readAuthentication(read) !== 'oAuth2') throw notRevoked('notOAuth2');
	if (read('confirmRevocation') !== true) throw notRevoked('notConfirmed');
}
