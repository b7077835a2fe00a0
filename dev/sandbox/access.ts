import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors';
import { type Grants, SCOPES } from './oauth/grants';

/** Schemes are case-insensitive (RFC 9110, 11.1). Any scheme but Bearer counts as none. */
export function authenticationOf({
	headers,
}: Pick<FastifyRequest, 'headers'>): 'bearer' | 'apiKey' | 'both' | 'none' {
	const { authorization } = headers;
	const hasKey = headers['x-api-key'] !== undefined;
	if (authorization !== undefined && hasKey) return 'both';
	if (hasKey) return 'apiKey';
	return /^bearer /i.test(authorization ?? '') ? 'bearer' : 'none';
}

/** Admits a caller who may read: with an access token or with the API key, never with both. */
export function requireRead(grants: Grants, apiKey: string) {
	return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
		const way = authenticationOf(request);
		if (way === 'both') throw new Refusal(400, 'Send an access token or an API key, not both.');
		const [, token = ''] = request.headers.authorization?.split(' ') ?? [];
		const isOwnKey = request.headers['x-api-key'] === apiKey;
		const scope = isOwnKey ? SCOPES : grants.accessToken(token)?.scope;
		if (scope === undefined) {
			// Every 401 names the scheme that is wanted (RFC 9110, 11.6.1).
			reply.header('www-authenticate', 'Bearer realm="Collab"');
			throw new Refusal(401, 'The access token or API key is missing, wrong or expired.');
		}
		if (!scope.some((name) => name === 'read'))
			throw new Refusal(403, 'The scope "read" is missing.');
		done();
	};
}
