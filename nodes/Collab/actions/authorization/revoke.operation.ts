import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import type { RevocationClient } from '../../client/client';
import { toCollabError } from '../../client/nodeErrors';
import { notRevoked } from '../../core/errors';
import { nextSteps } from '../../core/messages';
import { Revocation, revocationFailed, type TokenChoice } from '../../core/requests/revocation';
import { readAuthentication } from '../fields/authentication';
import { oneOf } from '../fields/parameterValues';
import { readRequestOptions, requestOptions } from '../fields/requestOptions';
import type { Item, OperationResult } from '../operation';

const fields: INodeProperties[] = [
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
			{
				name: 'Both',
				value: 'both',
				description: 'End the access at once and for good',
			},
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

export const description = updateDisplayOptions(
	{ show: { resource: ['authorization'], operation: ['revoke'] } },
	fields,
);

const TOKEN_CHOICES: readonly TokenChoice[] = ['both', 'refreshToken', 'accessToken'];

/** Revokes tokens of the node's own credential. */
export async function execute(item: Item): Promise<OperationResult> {
	assertConfirmed(item);
	const { itemIndex, read, run } = item;
	const choice = oneOf('Tokens', read('tokens'), TOKEN_CHOICES);
	const client = await run.revocationClient(itemIndex, readRequestOptions(read));
	const held = await client.held();
	const revocation = new Revocation(choice, held);
	await revokeAll(client, revocation).catch((error: unknown) => {
		throw revocationFailed(toCollabError(error, Date.now()), revocation);
	});
	const { revoked } = revocation;
	const revokedAt = new Date().toISOString();
	return {
		items: [{ revoked, revoked_at: revokedAt, next_steps: nextSteps(revoked, held) }],
	};
}

/**
 * Until the credential holds no token that was not revoked: another workflow may refresh the token meanwhile, so the
 * credential is read before each try, after the last one, and once more when a refresh under way elsewhere has had time to end.
 */
async function revokeAll(client: RevocationClient, revocation: Revocation): Promise<void> {
	const next = async () => {
		revocation.add(await client.held());
		return revocation.next;
	};
	for (let isSettled = false; ; ) {
		const token = await client.revoke(next);
		if (token) revocation.noteRevoked(token);
		else if (isSettled) return;
		else await client.waitForOtherRefresh();
		isSettled = token === undefined;
	}
}

function assertConfirmed({ isTool, read }: Item): void {
	if (isTool) throw notRevoked('asTool');
	if (readAuthentication(read) !== 'oAuth2') throw notRevoked('notOAuth2');
	if (read('confirmRevocation') !== true) throw notRevoked('notConfirmed');
}
