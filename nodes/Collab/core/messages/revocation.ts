import type { ErrorData, TokenKind } from '../errors';
import type { Held } from '../requests/revocation';
import type { Shown } from './words';

const tokenName = (token: TokenKind) => token.replace('_', ' ');

/** Which token could not be revoked. The refresh token goes first. */
export function whileRevoking({ token }: ErrorData, [shown, advice]: Shown): Shown {
	if (!token) return [shown, advice];
	const reason = shown.charAt(0).toLowerCase() + shown.slice(1);
	return [
		`The ${tokenName(token)} could not be revoked: ${reason}`,
		`${advice} Or withdraw the access in the service itself. Until the ${tokenName(token)} is revoked, assume that it still works.`,
	];
}

/** What happens next, in words for the person who revoked. */
export function nextSteps(revoked: readonly TokenKind[], { access, tokens }: Held): string {
	if (access === 'application') {
		return 'n8n gets a new access token with the client ID and secret at the next request. To end the access, remove the application or its secret in the service.';
	}
	if (!revoked.includes('refresh_token') && tokens.refresh_token !== '') {
		return 'n8n gets a new access token with the refresh token at the next request, so the access goes on. To end it, revoke both tokens.';
	}
	const end = revoked.includes('access_token')
		? 'The access has ended: every token that the credential held is revoked.'
		: 'The access ends at the latest when the access token expires.';
	return `${end} Workflows that use this credential fail until somebody opens it in n8n and connects the account again. The credential still holds the tokens, which no longer work: to take them out, open it and press 'Disconnect' (in versions of n8n without that button, delete it).`;
}
