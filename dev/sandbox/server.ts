import { createServer as serveHttp } from 'node:http';
import { createServer as serveHttps } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Certificate } from './certificates';
import { consoleRoutes } from './console';
import { Refusal, sendError } from './errors';
import { oauthRoutes } from './oauth/routes';
import { SORT_FIELDS, SORT_ORDERS, STATUS_FILTERS } from './listing';
import type { ListQuery } from './projects';
import { recorded, type Service } from './service';

/** The service's routes, on a server that does not listen yet: over https with a certificate, else over plain http. */
export async function createServer(
	service: Service,
	tls: Certificate | undefined,
): Promise<FastifyInstance> {
	const app = fastify({
		forceCloseConnections: true,
		serverFactory: (handler) => (tls ? serveHttps(tls, handler) : serveHttp(handler)),
	});
	app.addHook('onRequest', (_request, reply, done) => {
		reply.header('date', new Date(service.now()).toUTCString());
		done();
	});
	app.setNotFoundHandler(() => {
		throw new Refusal(404, 'There is nothing at this address.');
	});
	app.setErrorHandler((error: FastifyError, _request, reply) => sendError(error, reply));
	const open = (prefix: string, routes: (scope: FastifyInstance, service: Service) => void) =>
		app.register((scope, _options, done) => done(void routes(scope, service)), { prefix });
	await app.register(fastifyStatic, PAGE);
	await open('/v1', (scope) => listRoute(recorded(scope, service.requests), service));
	await open('/oauth', (scope) => oauthRoutes(recorded(scope, service.requests), service));
	await open('/console', consoleRoutes);
	return app;
}

const PAGE = {
	root: [join(__dirname, 'page'), join(__dirname, '..', '..', 'icons')],
	cacheControl: false,
};

/** Section 4.1 of the specification, with its defaults; for `status` and `sort_by` it names none. */
const LIST_QUERY = {
	type: 'object',
	properties: {
		page: { type: 'integer', minimum: 1, default: 1 },
		per_page: { type: 'integer', minimum: 1, default: 20 },
		status: { enum: STATUS_FILTERS, default: 'all' },
		sort_by: { enum: SORT_FIELDS, default: 'updated_at' },
		order: { enum: SORT_ORDERS, default: 'desc' },
	},
};

/** GET /v1/projects, the one operation that the specification describes in detail (section 4.1). */
function listRoute(app: FastifyInstance, service: Service): void {
	const { behavior } = service;
	app.addHook('onRequest', async () => {
		// A closed service's wait keeps no process alive.
		if (behavior.latencyMs > 0) await delay(behavior.latencyMs, undefined, { ref: false });
	});
	app.addHook('onRequest', requireAccess(service));
	const listing = { schema: { querystring: LIST_QUERY } };
	app.get<{ Querystring: ListQuery }>('/projects', listing, ({ query, raw }, reply) => {
		if (!behavior.isDown) return service.projects.list(query);
		raw.destroy();
		return reply.hijack();
	});
}

/** Admits a caller with an access token or with the API key, never with both. */
function requireAccess({ grants, apiKey }: Service) {
	return ({ headers }: FastifyRequest, reply: FastifyReply, done: () => void): void => {
		const { authorization = '', 'x-api-key': key } = headers;
		if (authorization && key !== undefined)
			throw new Refusal(400, 'Send an access token or an API key, not both.');
		// Schemes are case-insensitive (RFC 9110, 11.1).
		const [, token = ''] = /^bearer (.+)/i.exec(authorization) ?? [];
		if (key === apiKey || grants.isValid(token)) return done();
		// Every 401 names the scheme that is wanted (RFC 9110, 11.6.1).
		reply.header('www-authenticate', 'Bearer realm="Collab"');
		throw new Refusal(401, 'The access token or API key is missing, wrong or expired.');
	};
}
