import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../errorAnswer';
import { libraryRequest, libraryResponse } from '../oauth/exchange';
import type { ApiKeys } from './apiKeys';

const READ = 'read';

/** The answer to a caller who is refused; returned, so that Fastify waits for its end instead of going on. */
type Refusal = FastifyReply | undefined;

const WANTED = 'Send an access token (Authorization: Bearer) or an API key (X-API-Key)';

/**
 * Lets a caller pass who may read: with a bearer token or with an API key, never with both. Every 401 names the
 * scheme that is wanted (RFC 9110, 11.6.1).
 */
export function requireRead(oauth: OAuth2Server, apiKeys: ApiKeys) {
	return async (request: FastifyRequest, reply: FastifyReply): Promise<Refusal> => {
		const way = authenticationOf(request);
		if (way === 'both') return sendError(reply, 400, `${WANTED}, not both.`);
		if (way === 'bearer') return await checkToken(oauth, request, reply);
		reply.header('www-authenticate', 'Bearer realm="Collab"');
		if (way === 'none') return sendError(reply, 401, `${WANTED}.`);
		const refusal = checkKey(apiKeys, request, reply);
		if (refusal === undefined) reply.removeHeader('www-authenticate');
		return refusal;
	};
}

/** The name of a scheme is read without regard to case (RFC 9110, 11.1); another scheme than Bearer counts as none. */
export function authenticationOf({
	headers,
}: Pick<FastifyRequest, 'headers'>): 'bearer' | 'apiKey' | 'both' | 'none' {
	const { authorization } = headers;
	const hasKey = headers['x-api-key'] !== undefined;
	if (authorization !== undefined && hasKey) return 'both';
	if (hasKey) return 'apiKey';
	return /^bearer( |$)/i.test(authorization ?? '') ? 'bearer' : 'none';
}

function checkKey(apiKeys: ApiKeys, request: FastifyRequest, reply: FastifyReply): Refusal {
	const known = apiKeys.find(String(request.headers['x-api-key']));
	if (!known) return sendError(reply, 401, 'The API key is unknown or was revoked.');
	if (known.scope.includes(READ)) return undefined;
	return sendError(reply, 403, 'The API key may not read projects.');
}

async function checkToken(
	oauth: OAuth2Server,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<Refusal> {
	const answer = libraryResponse();
	try {
		await oauth.authenticate(libraryRequest(request), answer, { scope: [READ] });
		return undefined;
	} catch (error) {
		reply.headers(answer.headers ?? {});
		if (error instanceof OAuth2Server.InsufficientScopeError) {
			return sendError(reply, 403, 'The access token does not have the scope "read".');
		}
		if (error instanceof OAuth2Server.InvalidRequestError) {
			return sendError(reply, 400, 'The Authorization header is malformed.');
		}
		if (!(error instanceof OAuth2Server.OAuthError)) throw error;
		return sendError(reply, 401, 'The access token is invalid or expired.');
	}
}
