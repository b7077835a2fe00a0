import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Fields = Record<string, string>;

/**
 * The OAuth library's view of a request. A parameter sent twice is refused, as RFC 6749 (3.1) demands. Those of a form
 * count in its body only (RFC 6749, 2.3.1 and 4.1.3); the library knows the name of a scheme in one spelling only.
 */
export function libraryRequest(request: FastifyRequest): OAuth2Server.Request {
	const { authorization, ...headers } = singleValues(request.headers);
	const bearer = authorization?.replace(/^bearer(?= |$)/i, 'Bearer');
	return new OAuth2Server.Request({
		method: request.method,
		headers: { ...headers, ...(bearer === undefined ? {} : { authorization: bearer }) },
		query: request.method === 'POST' ? {} : singleValues(request.query),
		body: singleValues(request.body),
	});
}

/** An application authenticates in one way for each request (RFC 6749, 2.3). */
export function refuseTwoWays({ headers, body }: OAuth2Server.Request): void {
	const form = body as Fields;
	if (headers?.['authorization'] === undefined || form['client_secret'] === undefined) return;
	throw new OAuth2Server.InvalidRequestError('Send the secret in one way only');
}

export function libraryResponse(): OAuth2Server.Response {
	return new OAuth2Server.Response({ headers: {} });
}

/** The fields of a form or a query. */
export function singleValues(fields: unknown): Fields {
	const values: Fields = {};
	if (typeof fields !== 'object' || fields === null) return values;
	for (const [name, value] of Object.entries(fields)) {
		if (typeof value === 'string') values[name] = value;
		else if (Array.isArray(value)) {
			throw new OAuth2Server.InvalidRequestError(`Repeated parameter: \`${name}\``);
		}
	}
	return values;
}

/** Answers with the error body of RFC 6749 (5.2). A 401 names the scheme that is wanted. */
export function failOAuth(reply: FastifyReply, error: OAuth2Server.OAuthError): FastifyReply {
	if (error.code === 401) reply.header('www-authenticate', 'Basic realm="Collab"');
	return reply
		.code(error.code)
		.header('cache-control', 'no-store')
		.send({ error: error.name, error_description: error.message });
}
