import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Fields, fieldsOf, OAuthError, scopesIn } from './forms';
import { CLIENT, type Grants, newSecret, PERSON } from './grants';

/** Asks the person, then sends them back to the application with a code or a refusal. */
export function authorizeRoutes(app: FastifyInstance, grants: Grants): void {
	app.get('/authorize', (request, reply) => {
		const query = fieldsOf(new URL(request.url, 'http://service').searchParams);
		return ask(reply, checked(query));
	});

	app.post<{ Body: URLSearchParams }>('/authorize', ({ body }, reply) => {
		const form = checked(fieldsOf(body));
		if (form['allowed'] !== 'true') return sendBack(reply, form, { error: 'access_denied' });
		const code = newSecret();
		const { redirect_uri: redirectUri = '', code_challenge: challenge } = form;
		grants.consents.set(code, { scope: scopesIn(form), redirectUri, challenge });
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

/** The callback of an n8n on this machine, at any port (RFC 8252, 7.3). */
const REDIRECT_URI =
	/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/rest\/oauth2-credential\/callback$/;

/** A request that is refused gets no redirect, because the address to go to cannot be trusted. */
function checked(asked: Fields): Fields {
	if (asked['client_id'] !== CLIENT.id || !REDIRECT_URI.test(asked['redirect_uri'] ?? ''))
		throw new OAuthError('invalid_request', 'Check the client ID and the redirect address.');
	if (asked['response_type'] === 'code') return asked;
	throw new OAuthError('unsupported_response_type', 'The response type must be "code".');
}

/** Shows the consent page, whose form passes on what the application asked for. */
function ask(reply: FastifyReply, asked: Fields): FastifyReply {
	const wishes = scopesIn(asked).map((scope) => `<li>${scope} your projects</li>`);
	const fields = Object.entries(asked).map(
		([name, value = '']) =>
			`<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
	);
	const main = `<h1>Allow <strong>${CLIENT.name}</strong> to use your account?</h1>
<p>You are signed in as ${PERSON.name}. ${CLIENT.name} asks to:</p>
<ul>${wishes.join('')}</ul>
<p>You can withdraw this at any time on the Collab page, under “Connected applications”.</p>
<form method="post" action="/oauth/authorize">${fields.join('')}
<div class="row"><button name="allowed" value="true">Allow</button>
<button name="allowed" value="false">Deny</button></div></form>`;
	return sendPage(reply, main);
}

const escapeHtml = (text: string) =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const sendPage = (reply: FastifyReply, main: string) =>
	reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Access to your account · Collab</title>
<link rel="icon" href="/collab.svg"><link rel="stylesheet" href="/collab.css"></head>
<body><main><p class="brand"><img src="/collab.svg" alt="" width="28" height="28"> Collab</p>
${main}</main></body></html>
`);
