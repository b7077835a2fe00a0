/** Revoking tokens (specification sections 4.4 and 5.3): which tokens, and which answers are a success. */
import { type Access, CollabError, malformed, notRevoked, type TokenKind } from '../errors';

export type TokenChoice = 'accessToken' | 'refreshToken' | 'both';

/** The value is a secret. */
export interface Token {
	readonly kind: TokenKind;
	readonly value: string;
}

/** What the credential holds at some time. */
export interface Held {
	readonly access: Access;
	readonly tokens: readonly Token[];
}

/** The refresh token goes first: after it, no token can be refreshed any more, whatever happens to the other. */
const CHOICES: Readonly<Record<TokenChoice, readonly TokenKind[]>> = {
	accessToken: ['access_token'],
	refreshToken: ['refresh_token'],
	both: ['refresh_token', 'access_token'],
};

/** The tokens that are held, in the order of revoking. */
export function chosenTokens(choice: TokenChoice, { tokens }: Held): Token[] {
	return CHOICES[choice].flatMap((kind) => tokens.filter((token) => token.kind === kind));
}

/** Fails when the credential holds no token of the chosen kinds. */
export function assertHeld(choice: TokenChoice, held: Held): void {
	if (chosenTokens(choice, held).length > 0) return;
	throw notRevoked('noToken', held.tokens.length === 0 ? undefined : CHOICES[choice][0]);
}

/**
 * Fails for an answer below 300 that is no success. The status of a success is 200 and its body has no meaning (RFC 7009,
 * section 2.2); but a login page or a proxy's page has that status, too, and so have the errors of some services. 204 is
 * 200 without a body.
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
