import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Service } from '../service';
import { authorizeRoutes } from './authorize';
import { type Fields, fieldsOf, OAuthError, scopesIn, sendOAuthError } from './forms';
import { type Grant, type Grants, PERSON } from './grants';

export const FORM = 'application/x-www-form-urlencoded';

/** The authorization server's endpoints (sections 4.2 to 4.4 of the specification). */
export function oauthRoutes(app: FastifyInstance, { client, grants }: Service): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<string>(FORM, { parseAs: 'string' }, (_request, text, done) =>
		done(null, new URLSearchParams(text)),
	);
	app.setErrorHandler((error: Error, _request, reply) => sendOAuthError(error, reply));
	authorizeRoutes(app, grants);

	app.post('/token', (request, reply) => {
		const form = formOf(request, client);
		reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
		const granting = GRANTING.get(form['grant_type'] ?? '');
		if (granting) return grants.issue(granting(form, grants));
		throw new OAuthError('unsupported_grant_type', 'The grant type is missing or unknown.');
	});

	app.post('/revoke', (request) => {
		const form = formOf(request, client);
		grants.revoke(required(form, 'token'));
		return {};
	});
}

/** The form of a registered application. What stands in the address does not count (RFC 6749, 2.3.1). */
function formOf({ body }: FastifyRequest, client: Service['client']): Fields {
	if (!(body instanceof URLSearchParams)) throw new OAuthError('invalid_request', 'Send a form.');
	const form = fieldsOf(body);
	if (form['client_id'] === client.id && form['client_secret'] === client.secret) return form;
	throw new OAuthError('invalid_client', 'The client is unknown or its secret is wrong.');
}

function required(form: Fields, name: string): string {
	const value = form[name];
	if (value !== undefined) return value;
	throw new OAuthError('invalid_request', `Missing parameter: ${name}`);
}

const refused = () => new OAuthError('invalid_grant', 'It is wrong, used, expired or withdrawn.');

const GRANTING = new Map<string, (form: Fields, grants: Grants) => Grant>([
	['authorization_code', exchange],
	['client_credentials', (form, grants) => grants.open(null, scopesIn(form))],
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
	return grants.open(PERSON.id, consent.scope);
}
