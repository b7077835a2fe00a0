import type { INodeProperties } from 'n8n-workflow';

import type { Revocation } from '../../client/service';
import { refused, type TokenKind } from '../../core/errors';
import { nextSteps } from '../../core/messages';
import { KINDS_TO_REVOKE } from '../../core/requests/revocation';
import { oneOf } from '../../fields/parameterValues';
import { readRequestSettings, requestOptions } from '../../fields/requests';
import type { Item, Operation, OperationResult } from '../../fields/operation';

export const option: Operation['option'] = {
	name: 'Revoke',
	action: 'Revoke authorization',
	description: "End the access: revoke the credential's tokens at the service",
};

export const fields: INodeProperties[] = [
	{
		displayName:
			"Every workflow that uses this credential stops working until somebody connects the account again. The revoked tokens stay in the credential until somebody opens it and presses 'Disconnect'.",
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
				description: 'Only the short-lived token; n8n gets a new one with the refresh token',
			},
			{ name: 'Both', value: 'both', description: 'End the access at once and for good' },
			{
				name: 'Refresh Token',
				value: 'refreshToken',
				description: 'No new access tokens; the present one may work until it expires',
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

/** Revokes tokens of the node's own credential: once in a run. Further input items give no item. */
export async function execute(item: Item): Promise<OperationResult> {
	const { isTool, itemIndex, read, service } = item;
	if (isTool) throw refused('asTool');
	const settings = readRequestSettings(read);
	if (settings.authentication !== 'oAuth2') throw refused('notOAuth2');
	if (read('confirmRevocation') !== true) throw refused('notConfirmed');
	const choice = oneOf('Tokens', read('tokens'), ['both', 'refreshToken', 'accessToken']);
	const revocation = await service.revocation(itemIndex, settings);
	if (service.hasRevoked) return { items: [] };
	const held = await revocation.held();
	const revoked = await revokeAll(revocation, choice);
	const label = choice === 'both' ? 'token' : choice.replace('T', ' t');
	if (revoked.length === 0) throw refused('noToken', { label });
	service.hasRevoked = true;
	const revokedAt = new Date().toISOString();
	return { items: [{ revoked, revoked_at: revokedAt, next_steps: nextSteps(revoked, held) }] };
}

/** What the credential holds; then, once, what another workflow's refresh has put in its place meanwhile. */
async function revokeAll(
	{ held, revoke }: Revocation,
	choice: keyof typeof KINDS_TO_REVOKE,
): Promise<TokenKind[]> {
	const done = new Map<string, TokenKind>();
	for (let round = 0; round < 2; round++) {
		const { tokens } = await held();
		for (const kind of KINDS_TO_REVOKE[choice]) {
			const token = tokens[kind];
			if (token === '' || done.has(token)) continue;
			await revoke(kind, token);
			done.set(token, kind);
		}
	}
	return [...new Set(done.values())];
}
