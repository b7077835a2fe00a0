/** Revoking tokens (specification sections 4.4 and 5.3): which tokens, what is sent, and which answers are a success. */
import { CollabError, malformed, notRevoked, type TokenKind } from '../errors';

export type TokenChoice = 'accessToken' | 'refreshToken' | 'both';

/** The value is a secret. */
export interface Token {
	readonly kind: TokenKind;
	readonly value: string;
}

/** What the credential holds at some time. */
export interface Held {
	readonly tokens: readonly Token[];
	/** Without a person, n8n gets a new token whenever it needs one. */
	readonly isForServer: boolean;
}

/** The refresh token goes first: after it, no token can be refreshed any more, whatever happens to the other. */
const CHOICES: Readonly<Record<TokenChoice, readonly TokenKind[]>> = {
	accessToken: ['access_token'],
	refreshToken: ['refresh_token'],
	both: ['refresh_token', 'access_token'],
};

/** In the order of revoking. */
export function chosenTokens(choice: TokenChoice, { tokens }: Held): Token[] {
	return CHOICES[choice].flatMap((kind) => tokens.filter((token) => token.kind === kind));
}

/** Fails when the credential holds no token of the chosen kinds. */
export function assertHeld(choice: TokenChoice, held: Held): void {
	const wanted = held.tokens.length === 0 ? undefined : CHOICES[choice][0];
	if (chosenTokens(choice, held).length === 0) throw notRevoked('noToken', wanted);
}

/** Each kind once. */
export function kindsOf(tokens: readonly Token[]): TokenKind[] {
	return [...new Set(tokens.map(({ kind }) => kind))];
}

/** The form that the specification asks for. */
export function toForm({ value, kind }: Token, client: { id: string; secret: string }) {
	return {
		token: value,
		token_type_hint: kind,
		client_id: client.id,
		client_secret: client.secret,
	};
}

/**
 * Fails for an answer below 300 that is no success. The status of a success is 200 and its body has no meaning (RFC 7009, section 2.2);
 * but a login page or a proxy's page has that status, too, and so have the errors of some services. 204 is 200 without a body.
 */
export function assertRevoked(status: number, body: Uint8Array): void {
	if (status !== 200 && status !== 204) throw new CollabError('rejected', { httpStatus: status });
	const text = new TextDecoder().decode(body).trim();
	if (text.startsWith('<') || hasError(text)) throw malformed('errorAsSuccess');
}

function hasError(text: string): boolean {
	try {
		return Boolean((JSON.parse(text) as { error?: unknown } | null)?.error);
	} catch {
		return false;
	}
}

/** What went wrong at the authorization server, and which kinds of tokens were revoked before that. */
export function revocationFailed(
	{ kind, data }: CollabError,
	token: Token,
	done: readonly Token[],
): CollabError {
	const revoked = kindsOf(done).filter((one) => one !== token.kind);
	return new CollabError(kind, { ...data, token: token.kind, revoked });
}
