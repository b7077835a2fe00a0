import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthorizationServer } from './authorizationServer';
import { PERSON } from './client';
import { consentPage, refusalPage } from './consentPage';
import { libraryRequest, libraryResponse, singleValues } from './exchange';
import { isKnownScope, userOf } from './model';

const PASSED_ON = [
	'response_type',
	'client_id',
	'redirect_uri',
	'scope',
	'state',
	'code_challenge',
	'code_challenge_method',
];

type Fields = Readonly<Record<string, string>>;

/** Asks the person, then sends them back to the application with a code or a refusal. */
export function authorizeRoutes(app: FastifyInstance, server: AuthorizationServer): void {
	app.get('/authorize', (request, reply) => {
		const query = singleValues(request.query);
		const refusal = refuse(reply, query, server);
		if (refusal) return refusal;
		const passedOn = Object.entries(query).filter(([name]) => PASSED_ON.includes(name));
		const page = consentPage({
			application: server.client.name,
			person: PERSON.name,
			scopes: scopesIn(query),
			passedOn,
		});
		return sendPage(reply, page, new URL(query['redirect_uri'] ?? '').origin);
	});

	app.post('/authorize', async (request, reply) => {
		const form = libraryRequest(request);
		const problem = problemOfDecision(request, form.body as Fields);
		if (problem !== undefined) return sendPage(reply.code(400), refusalPage(problem));
		const refusal = refuse(reply, form.body as Fields, server);
		if (refusal) return refusal;
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

/**
 * Whether it was the person who decided, on this service's own page (RFC 6749, 10.12): other pages can send the same form
 * in the person's browser, but not with this Origin.
 */
function problemOfDecision(
	{ headers, protocol, host }: FastifyRequest,
	{ allowed }: Fields,
): string | undefined {
	if (headers.origin !== `${protocol}://${host}`) return 'The answer came from another page.';
	if (allowed !== 'true' && allowed !== 'false') return 'The answer is neither Allow nor Deny.';
	return undefined;
}

/** Answers a request that the person is not asked about; undefined when they are. */
function refuse(
	reply: FastifyReply,
	query: Fields,
	server: AuthorizationServer,
): FastifyReply | undefined {
	const problem = problemOf(query, server);
	if (problem !== undefined) return sendPage(reply.code(400), refusalPage(problem));
	const error = errorIn(query);
	if (error === undefined) return undefined;
	const address = new URL(query['redirect_uri'] ?? '');
	address.searchParams.set('error', error);
	if (query['state'] !== undefined) address.searchParams.set('state', query['state']);
	return reply.redirect(address.href);
}

/** What must not be answered by a redirect, because the address to go to cannot be trusted. */
function problemOf(
	{ client_id: clientId, redirect_uri: redirectUri }: Fields,
	{ client }: AuthorizationServer,
): string | undefined {
	if (clientId !== client.id) return 'No application is registered under this client id.';
	if (!redirectUri) return 'The request names no redirect address.';
	if (!client.redirectUris.includes(redirectUri)) {
		return 'The application is not registered with this redirect address.';
	}
	return undefined;
}

/** The error that the application gets at its redirect address (RFC 6749, 4.1.2.1). */
function errorIn(query: Fields): string | undefined {
	const responseType = query['response_type'];
	if (!responseType) return 'invalid_request';
	if (responseType !== 'code') return 'unsupported_response_type';
	const scopes = scopesIn(query);
	return scopes.length > 0 && scopes.every(isKnownScope) ? undefined : 'invalid_scope';
}

/** A parameter without a value counts as left out (RFC 6749, 3.1). */
function scopesIn({ scope = '' }: Fields): string[] {
	return scope.split(' ').filter((name) => name !== '');
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
