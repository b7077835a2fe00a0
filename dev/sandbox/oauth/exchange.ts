import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Fields = Record<string, string>;

/** The OAuth library's view of a request. A parameter sent twice is refused, as RFC 6749 (3.1) demands. */
export function libraryRequest(request: FastifyRequest): OAuth2Server.Request {
	return new OAuth2Server.Request({
		method: request.method,
		headers: singleValues(request.headers),
		query: singleValues(request.query),
		body: singleValues(request.body),
	});
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

/** Answers with the error body of RFC 6749 (5.2). */
export function failOAuth(reply: FastifyReply, error: OAuth2Server.OAuthError): FastifyReply {
	return reply
		.code(error.code)
		.header('cache-control', 'no-store')
		.send({ error: error.name, error_description: error.message });
}
