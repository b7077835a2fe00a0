import type { FastifyReply } from 'fastify';
import { SCOPES } from './grants';

export type Fields = Readonly<Record<string, string | undefined>>;

/** An error of RFC 6749 (5.2). */
export class OAuthError extends Error {
	constructor(
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

/** A parameter without a value counts as left out (RFC 6749, 3.1). */
export const fieldsOf = (parameters: URLSearchParams): Fields =>
	Object.fromEntries([...parameters].filter(([, value]) => value !== ''));

/** A missing scope is refused, which RFC 6749 (3.3) allows: a default would hide that it was forgotten. */
export function scopesIn({ scope = '' }: Fields): string[] {
	const scopes = scope.split(' ').filter((name) => name !== '');
	const known: readonly string[] = SCOPES;
	if (scopes.length > 0 && scopes.every((name) => known.includes(name))) return scopes;
	throw new OAuthError('invalid_scope', 'The scope is missing or unknown.');
}

/** Answers with the error body of RFC 6749 (5.2). A 401 names the scheme that is wanted. */
export function sendOAuthError(error: Error, reply: FastifyReply): FastifyReply {
	const code = error instanceof OAuthError ? error.code : 'invalid_request';
	if (code === 'invalid_client') reply.header('www-authenticate', 'Basic realm="Collab"');
	return reply
		.code(code === 'invalid_client' ? 401 : 400)
		.header('cache-control', 'no-store')
		.send({ error: code, error_description: error.message });
}
