import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuthorizationServer } from './authorizationServer';
import { PERSON } from './client';
import { consentPage, refusalPage } from './consentPage';
import { libraryRequest, libraryResponse, singleValues } from './exchange';
import { userOf } from './model';

const PASSED_ON = [
	'response_type',
	'client_id',
	'redirect_uri',
	'scope',
	'state',
	'code_challenge',
	'code_challenge_method',
];

/** Asks the person, then sends them back to the application with a code or a refusal. */
export function authorizeRoutes(app: FastifyInstance, server: AuthorizationServer): void {
	app.get('/authorize', (request, reply) => {
		const query = singleValues(request.query);
		const problem = problemOf(query, server);
		if (problem !== undefined) return sendPage(reply.code(400), refusalPage(problem));
		const scopes = (query['scope'] ?? 'read').split(' ').filter((scope) => scope !== '');
		const passedOn = Object.entries(query).filter(([name]) => PASSED_ON.includes(name));
		const page = consentPage({
			application: server.client.name,
			person: PERSON.name,
			scopes,
			passedOn,
		});
		return sendPage(reply, page, new URL(query['redirect_uri'] ?? firstAddress(server)).origin);
	});

	app.post('/authorize', async (request, reply) => {
		const form = libraryRequest(request);
		const problem = problemOf(form.body as Record<string, string>, server);
		if (problem !== undefined) return sendPage(reply.code(400), refusalPage(problem));
		const answer = libraryResponse();
		try {
			await server.library.authorize(form, answer, {
				authenticateHandler: { handle: () => userOf(PERSON.id) },
			});
		} catch (error) {
			// The library has put a refusal into the address to go to, unless it does not know where to go.
			if (answer.get('location') === undefined) throw error;
		}
		return reply.redirect(String(answer.get('location')));
	});
}

/** What must not be answered by a redirect, because the address to go to cannot be trusted. */
function problemOf(
	{ client_id: clientId, redirect_uri: redirectUri }: Record<string, string>,
	{ client }: AuthorizationServer,
): string | undefined {
	if (clientId !== client.id) return 'No application is registered under this client id.';
	if (redirectUri !== undefined && !client.redirectUris.includes(redirectUri)) {
		return 'The application is not registered with this redirect address.';
	}
	return undefined;
}

function firstAddress({ client }: AuthorizationServer): string {
	const [address] = client.redirectUris;
	if (address === undefined) throw new OAuth2Server.InvalidClientError('No redirect address');
	return address;
}

/** Browsers apply form-action to the redirect after the form too, so the application's origin is named. */
function sendPage(reply: FastifyReply, page: string, formTarget = ''): FastifyReply {
	return reply
		.header(
			'content-security-policy',
			`default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`,
		)
		.header('cache-control', 'no-store')
		.type('text/html; charset=utf-8')
		.send(page);
}
