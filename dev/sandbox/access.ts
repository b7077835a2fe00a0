import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors';
import type { Grants } from './oauth/grants';

/** Admits a caller with an access token or with the API key, never with both. */
export function requireAccess(grants: Grants, apiKey: string) {
	return ({ headers }: FastifyRequest, reply: FastifyReply, done: () => void): void => {
		const { authorization = '', 'x-api-key': key } = headers;
		if (authorization && key !== undefined)
			throw new Refusal(400, 'Send an access token or an API key, not both.');
		// Schemes are case-insensitive (RFC 9110, 11.1).
		const [, token = ''] = /^bearer (.+)/i.exec(authorization) ?? [];
		if (key === apiKey || grants.isValid(token)) return done();
		// Every 401 names the scheme that is wanted (RFC 9110, 11.6.1).
		reply.header('www-authenticate', 'Bearer realm="Collab"');
		throw new Refusal(401, 'The access token or API key is missing, wrong or expired.');
	};
}
