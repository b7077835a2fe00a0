import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../errorAnswer';
import { libraryRequest, libraryResponse } from '../oauth/exchange';
import type { ApiKeys } from './apiKeys';

const READ = 'read';

/** The answer to a caller who is refused; returned, so that Fastify waits for its end instead of going on. */
type Refusal = FastifyReply | undefined;

/** Lets a caller pass who may read: with a bearer token, or else with an API key. */
export function requireRead(oauth: OAuth2Server, apiKeys: ApiKeys) {
	return async (request: FastifyRequest, reply: FastifyReply): Promise<Refusal> => {
		if (request.headers.authorization === undefined) return checkKey(apiKeys, request, reply);
		return await checkToken(oauth, request, reply);
	};
}

function checkKey(apiKeys: ApiKeys, request: FastifyRequest, reply: FastifyReply): Refusal {
	const key = request.headers['x-api-key'];
	if (typeof key !== 'string') {
		reply.header('www-authenticate', 'Bearer realm="Collab"');
		const message = 'Send an access token (Authorization: Bearer) or an API key (X-API-Key).';
		return sendError(reply, 401, message);
	}
	const known = apiKeys.find(key);
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
		if (!(error instanceof OAuth2Server.OAuthError)) throw error;
		return sendError(reply, 401, 'The access token is invalid or expired.');
	}
}
