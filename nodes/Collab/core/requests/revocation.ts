/** Revoking tokens (specification sections 4.4 and 5.3): which tokens, and which answers are a success. */
import { type Access, CollabError, malformed, type TokenKind } from '../errors';

/** What the credential holds at some time. A token is a secret, and empty where there is none. */
export interface Held {
	readonly access: Access;
	readonly tokens: Readonly<Record<TokenKind, string>>;
}

/** The refresh token goes first: after it, no token can be refreshed any more, whatever happens to the other. */
export const KINDS_TO_REVOKE = {
	accessToken: ['access_token'],
	refreshToken: ['refresh_token'],
	both: ['refresh_token', 'access_token'],
} as const;

/** A web page, such as a login, or an object that names an error: both may come with the status of a success. */
const NO_SUCCESS = /^\s*(<|\{[^]*"error"\s*:(?!\s*(null|"")))/;

/** Fails unless an answer below 300 is a success: 200 or 204, and the body no web page or error (RFC 7009, 2.2). */
export function assertRevoked(status: number, body: Uint8Array): void {
	if (status !== 200 && status !== 204) throw new CollabError('rejected', { httpStatus: status });
	if (NO_SUCCESS.test(new TextDecoder().decode(body))) throw malformed('errorAsSuccess');
}
