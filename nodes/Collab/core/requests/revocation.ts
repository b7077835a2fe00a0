/** Revoking tokens (specification sections 4.4 and 5.3): what is sent, and which tokens. */
import { CollabError, notRevoked } from '../errors';

export type TokenKind = 'access_token' | 'refresh_token';
export type TokenChoice = 'accessToken' | 'refreshToken' | 'both';

/** What the credential holds, without the tokens themselves. */
export interface Held {
	readonly tokens: readonly TokenKind[];
	/** Without a person, n8n gets a new token whenever it needs one. */
	readonly isForServer: boolean;
}

/** The refresh token goes first: after it, no token can be refreshed any more, whatever happens to the other. */
const CHOICES: Readonly<Record<TokenChoice, readonly TokenKind[]>> = {
	accessToken: ['access_token'],
	refreshToken: ['refresh_token'],
	both: ['refresh_token', 'access_token'],
};

/** The tokens to revoke, in order; fails when the credential holds none of them. */
export function tokensToRevoke(choice: TokenChoice, { tokens }: Held): readonly TokenKind[] {
	const chosen = CHOICES[choice].filter((kind) => tokens.includes(kind));
	if (chosen.length > 0) return chosen;
	if (tokens.length === 0) throw notRevoked('noToken');
	throw notRevoked('noSuchToken', CHOICES[choice][0]);
}

/** The form that the specification asks for. */
export function toForm(
	token: string,
	kind: TokenKind,
	client: { readonly id: string; readonly secret: string },
): Record<string, string> {
	return {
		token,
		token_type_hint: kind,
		client_id: client.id,
		client_secret: client.secret,
	};
}

/** What went wrong at the authorization server, and which tokens were revoked before that. */
export function revocationFailed(
	{ kind, data }: CollabError,
	token: TokenKind,
	revoked: readonly TokenKind[],
): CollabError {
	return new CollabError(kind, { ...data, token, revoked });
}
