import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Service } from '../service';
import { CLIENT_ID, type Grant, type Grants, newSecret } from './grants';

export const FORM = 'application/x-www-form-urlencoded';

type Fields = Readonly<Record<string, string | undefined>>;
type Sent = { Querystring: Fields; Body: Fields | undefined };

/** An error of RFC 6749 (5.2). */
class OAuthError extends Error {
	constructor(
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

/** The authorization server's endpoints (sections 4.2 to 4.4 of the specification). */
export function oauthRoutes(app: FastifyInstance, { client, grants }: Service): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<string>(FORM, { parseAs: 'string' }, (_request, text, done) =>
		done(null, Object.fromEntries(new URLSearchParams(text))),
	);
	app.setErrorHandler((error: Error, _request, reply) => sendOAuthError(error, reply));

	app.get<Sent>('/authorize', ({ query }, reply) => {
		checked(query);
		return reply.sendFile('allow.html');
	});

	// Sends the person back to the application with a code or a refusal.
	app.post<Sent>('/authorize', ({ query, body }, reply) => {
		const consent = checked(query);
		const address = new URL(consent.redirectUri);
		const code = newSecret();
		if (body?.['allowed'] === 'true') {
			grants.consents.set(code, consent);
			address.searchParams.set('code', code);
		} else address.searchParams.set('error', 'access_denied');
		if (query['state'] !== undefined) address.searchParams.set('state', query['state']);
		return reply.redirect(address.href);
	});

	/** The form of a registered application. What stands in the address does not count (RFC 6749, 2.3.1). */
	const formOf = ({ body: form = {} }: { body: Fields | undefined }): Fields => {
		if (form['client_id'] === client.id && form['client_secret'] === client.secret) return form;
		throw new OAuthError('invalid_client', 'The client is unknown or its secret is wrong.');
	};

	app.post<Sent>('/token', (request) => {
		const form = formOf(request);
		const granting = GRANTING.get(form['grant_type'] ?? '');
		if (granting) return grants.issue(granting(form, grants));
		throw new OAuthError('unsupported_grant_type', 'The grant type is missing or unknown.');
	});

	app.post<Sent>('/revoke', (request) => {
		grants.revoke(required(formOf(request), 'token'));
		return {};
	});
}

/** The callback of an n8n on this machine, at any port (RFC 8252, 7.3). */
const REDIRECT_URI =
	/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/rest\/oauth2-credential\/callback$/;

/** What an application may ask for. One that is refused gets no redirect, because the address to go to cannot be trusted. */
function checked(asked: Fields) {
	const { redirect_uri: redirectUri = '', code_challenge: challenge } = asked;
	if (asked['client_id'] !== CLIENT_ID || !REDIRECT_URI.test(redirectUri))
		throw new OAuthError('invalid_request', 'Check the client ID and the redirect address.');
	if (asked['response_type'] !== 'code' || asked['scope'] !== 'read')
		throw new OAuthError('invalid_request', 'Ask for a code, and for the scope "read".');
	return { redirectUri, challenge };
}

/** A parameter without a value counts as left out (RFC 6749, 3.1). */
function required(form: Fields, name: string): string {
	if (form[name]) return form[name];
	throw new OAuthError('invalid_request', `Missing parameter: ${name}`);
}

const refused = () => new OAuthError('invalid_grant', 'It is wrong, used, expired or withdrawn.');

const GRANTING = new Map<string, (form: Fields, grants: Grants) => Grant>([
	['authorization_code', exchange],
	['client_credentials', (_form, grants) => grants.open(false)],
	['refresh_token', refresh],
]);

function refresh(form: Fields, grants: Grants): Grant {
	const grant = grants.useRefreshToken(required(form, 'refresh_token'));
	if (grant) return grant;
	throw refused();
}

/** RFC 7636, 4.2: the method S256. */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

function exchange(form: Fields, grants: Grants): Grant {
	const code = required(form, 'code');
	const consent = grants.consents.get(code);
	grants.consents.delete(code);
	if (consent?.redirectUri !== required(form, 'redirect_uri')) throw refused();
	const challenge = consent.challenge && challengeOf(required(form, 'code_verifier'));
	if (challenge !== consent.challenge) throw refused();
	return grants.open(true);
}

/** Answers with the error body of RFC 6749 (5.2). A 401 names the scheme that is wanted. */
function sendOAuthError(error: Error, reply: FastifyReply): FastifyReply {
	const code = error instanceof OAuthError ? error.code : 'invalid_request';
	if (code === 'invalid_client') reply.header('www-authenticate', 'Basic realm="Collab"');
	return reply
		.code(code === 'invalid_client' ? 401 : 400)
		.send({ error: code, error_description: error.message });
}
