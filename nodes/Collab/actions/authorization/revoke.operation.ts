import type { INodeProperties } from 'n8n-workflow';
import { choice } from '../../fields/choice';
import { refused } from '../../core/errors';
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
			choice(
				'Access Token',
				'accessToken',
				'Only the short-lived token; n8n gets a new one with the refresh token',
			),
			choice('Both', 'both', 'End the access at once and for good'),
			choice(
				'Refresh Token',
				'refreshToken',
				'No new access tokens; the present one may work until it expires',
			),
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
	const done = await service.revoke(itemIndex, settings, KINDS_TO_REVOKE[choice]);
	if (!done) return { items: [] };
	const { held, revoked } = done;
	const label = choice === 'both' ? 'token' : choice.replace('T', ' t');
	if (revoked.length === 0) throw refused('noToken', { label });
	const revokedAt = new Date().toISOString();
	return { items: [{ revoked, revoked_at: revokedAt, next_steps: nextSteps(revoked, held) }] };
}
