import formbody from '@fastify/formbody';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { AuthorizationServer } from './authorizationServer';
import { authorizeRoutes } from './authorize';
import { failOAuth, libraryRequest, libraryResponse, refuseTwoWays } from './exchange';
import { revoke } from './revoke';

/** The authorization server's endpoints (sections 4.2 to 4.4 of the specification). */
export async function oauthRoutes(
	app: FastifyInstance,
	{ server }: { server: AuthorizationServer },
): Promise<void> {
	await app.register(formbody);
	app.setErrorHandler((error: FastifyError, _request, reply) => answerError(error, reply));
	authorizeRoutes(app, server);

	app.post('/token', async (request, reply) => {
		const answer = libraryResponse();
		reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
		try {
			const asked = libraryRequest(request);
			refuseTwoWays(asked);
			return server.answer(await server.library.token(asked, answer));
		} catch (error) {
			reply.headers(answer.headers ?? {});
			throw error;
		}
	});

	app.post('/revoke', (request, reply) => {
		revoke(server, libraryRequest(request));
		return reply.send({});
	});
}

function answerError(error: FastifyError, reply: FastifyReply): FastifyReply {
	if (error instanceof OAuth2Server.OAuthError) return failOAuth(reply, error);
	const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
	return failOAuth(
		reply,
		isTheirs
			? new OAuth2Server.InvalidRequestError(error.message)
			: new OAuth2Server.ServerError('The authorization server failed.'),
	);
}
