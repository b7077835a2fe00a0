import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../failure';
import { libraryRequest, libraryResponse } from '../oauth/exchange';
import type { ApiKeys } from './apiKeys';

const READ = 'read';

/** Lets a caller pass who may read: with a bearer token, or else with an API key. */
export function requireRead(oauth: OAuth2Server, apiKeys: ApiKeys) {
	return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		if (request.headers.authorization !== undefined) await checkToken(oauth, request, reply);
		else checkKey(apiKeys, request, reply);
	};
}

function checkKey(apiKeys: ApiKeys, request: FastifyRequest, reply: FastifyReply): void {
	const key = request.headers['x-api-key'];
	if (typeof key !== 'string') {
		reply.header('www-authenticate', 'Bearer realm="Collab"');
		fail(reply, 401, 'Send an access token (Authorization: Bearer) or an API key (X-API-Key).');
		return;
	}
	const known = apiKeys.find(key);
	if (!known) fail(reply, 401, 'The API key is unknown or was revoked.');
	else if (!known.scope.includes(READ)) fail(reply, 403, 'The API key may not read projects.');
}

async function checkToken(
	oauth: OAuth2Server,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	const answer = libraryResponse();
	try {
		await oauth.authenticate(libraryRequest(request), answer, { scope: [READ] });
	} catch (error) {
		reply.headers(answer.headers ?? {});
		if (error instanceof OAuth2Server.InsufficientScopeError) {
			fail(reply, 403, 'The access token does not have the scope "read".');
			return;
		}
		if (!(error instanceof OAuth2Server.OAuthError)) throw error;
		fail(reply, 401, 'The access token is invalid or expired.');
	}
}
