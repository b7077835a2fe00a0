import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../access';
import { consentPage, refusalPage } from './consentPage';
import { type Fields, fieldsOf, OAuthError, scopesIn } from './forms';
import { type Client, type Grants, PERSON } from './grants';

/** Asks the person, then sends them back to the application with a code or a refusal. */
export function authorizeRoutes(app: FastifyInstance, client: Client, grants: Grants): void {
	app.get('/authorize', (request, reply) => {
		const query = fieldsOf(new URL(request.url, 'http://service').searchParams);
		const problem = problemOf(query, client);
		if (problem !== undefined) return refuse(reply, problem);
		const error = errorIn(query);
		if (error !== undefined) return sendBack(reply, query, { error });
		const page = consentPage(client.name, PERSON.name, scopesIn(query), Object.entries(query));
		return sendPage(reply, page, new URL(query['redirect_uri'] ?? '').origin);
	});

	app.post<{ Body: URLSearchParams }>('/authorize', (request, reply) => {
		const form = fieldsOf(request.body);
		const problem = problemOfDecision(request, form) ?? problemOf(form, client);
		if (problem !== undefined) return refuse(reply, problem);
		const error = errorIn(form) ?? (form['allowed'] === 'true' ? undefined : 'access_denied');
		if (error !== undefined) return sendBack(reply, form, { error });
		const code = newSecret();
		grants.consents.set(code, {
			scope: scopesIn(form),
			redirectUri: form['redirect_uri'] ?? '',
			codeChallenge: form['code_challenge'],
		});
		return sendBack(reply, form, { code });
	});
}

function sendBack(reply: FastifyReply, asked: Fields, answer: Record<string, string>) {
	const address = new URL(asked['redirect_uri'] ?? '');
	const { state } = asked;
	const parameters = { ...answer, ...(state !== undefined && { state }) };
	for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
	return reply.redirect(address.href);
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

/** What must not be answered by a redirect, because the address to go to cannot be trusted. */
function problemOf({ client_id, redirect_uri }: Fields, client: Client): string | undefined {
	if (client_id !== client.id) return 'No application is registered under this client id.';
	if (redirect_uri === undefined) return 'The request names no redirect address.';
	if (client.redirectUris.includes(redirect_uri)) return undefined;
	return 'The application is not registered with this redirect address.';
}

/** The error that the application gets at its redirect address (RFC 6749, 4.1.2.1). */
function errorIn(asked: Fields): string | undefined {
	const { response_type: type, code_challenge: challenge, code_challenge_method: method } = asked;
	if (type === undefined || (challenge !== undefined && method !== 'S256'))
		return 'invalid_request';
	if (type !== 'code') return 'unsupported_response_type';
	try {
		scopesIn(asked);
		return undefined;
	} catch (error) {
		return error instanceof OAuthError ? error.code : 'server_error';
	}
}

const refuse = (reply: FastifyReply, problem: string) =>
	sendPage(reply.code(400), refusalPage(problem));

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
