import { createHash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal, sendError } from '../errors';
import type { Service } from '../index';
import { authorizeRoutes } from './authorize';
import { type Fields, fieldsOf, OAuthError, scopesIn, sendOAuthError } from './forms';
import { type Grant, type Grants, PERSON } from './grants';

/** The authorization server's endpoints (sections 4.2 to 4.4 of the specification). */
export function oauthRoutes(app: FastifyInstance, { client, grants }: Service): void {
	app.removeAllContentTypeParsers();
	const type = 'application/x-www-form-urlencoded';
	app.addContentTypeParser<string>(type, { parseAs: 'string' }, (_request, text, done) =>
		done(null, new URLSearchParams(text)),
	);
	app.setErrorHandler((error: FastifyError, _request, reply) =>
		error instanceof Refusal ? sendError(error, reply) : sendOAuthError(error, reply),
	);
	authorizeRoutes(app, grants);

	app.post('/token', (request, reply) => {
		const form = formOf(request);
		authenticate(request, form, client);
		reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
		const granting = GRANTING.get(form['grant_type'] ?? '');
		if (granting) return grants.issue(granting(form, grants));
		throw new OAuthError('unsupported_grant_type', 'The grant type is missing or unknown.');
	});

	app.post('/revoke', (request) => {
		const form = formOf(request);
		authenticate(request, form, client);
		grants.revoke(required(form, 'token'));
		return {};
	});
}

/** The form alone counts, not what stands in the address (RFC 6749, 2.3.1). */
function formOf({ body }: FastifyRequest): Fields {
	if (body instanceof URLSearchParams) return fieldsOf(body);
	throw new OAuthError('invalid_request', 'Send a form.');
}

function required(form: Fields, name: string): string {
	const value = form[name];
	if (value !== undefined) return value;
	throw new OAuthError('invalid_request', `Missing parameter: ${name}`);
}

/** An application authenticates in one way for each request (RFC 6749, 2.3). */
function authenticate({ headers }: FastifyRequest, form: Fields, client: Service['client']): void {
	const basic = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1];
	if (basic !== undefined && form['client_secret'] !== undefined) {
		throw new OAuthError('invalid_request', 'Send the secret in one way only.');
	}
	const sent =
		basic === undefined
			? `${form['client_id']}:${form['client_secret']}`
			: Buffer.from(basic, 'base64').toString('utf8');
	if (sent === `${client.id}:${client.secret}`) return;
	throw new OAuthError('invalid_client', 'Unknown client or wrong secret.');
}

const refused = () => new OAuthError('invalid_grant', 'It is wrong, used, expired or withdrawn.');

const GRANTING = new Map<string, (form: Fields, grants: Grants) => Grant>([
	['authorization_code', exchange],
	['client_credentials', (form, grants) => grants.open(null, scopesIn(form))],
	['refresh_token', refresh],
	['password', signIn],
]);

function refresh(form: Fields, grants: Grants): Grant {
	const grant = grants.useRefreshToken(required(form, 'refresh_token'));
	if (grant) return grant;
	throw refused();
}

function signIn(form: Fields, grants: Grants): Grant {
	const sent = `${required(form, 'username')}:${required(form, 'password')}`;
	if (sent === `${PERSON.username}:${PERSON.password}`)
		return grants.open(PERSON.id, scopesIn(form));
	throw refused();
}

/** A code that comes a second time may be stolen: what it led to ends (RFC 6749, 4.1.2). */
function exchange(form: Fields, grants: Grants): Grant {
	const consent = grants.consents.get(required(form, 'code'));
	if (consent?.grant) grants.withdraw(consent.grant.id);
	const verifier = form['code_verifier'];
	// RFC 7636 (4.6), with the method S256.
	const challenge = verifier && createHash('sha256').update(verifier).digest('base64url');
	const isRight =
		consent?.grant === undefined &&
		consent?.redirectUri === required(form, 'redirect_uri') &&
		consent.codeChallenge === challenge;
	if (!isRight) throw refused();
	consent.grant = grants.open(PERSON.id, consent.scope);
	return consent.grant;
}
