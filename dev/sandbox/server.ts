import { createServer as serveHttp } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fastify from 'fastify';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Certificates } from './certificates';
import { compressAnswers } from './compression';
import { consoleRoutes } from './console/routes';
import { sendError, isErrorStatus } from './errorAnswer';
import { refuseForeignHosts } from './loopback';
import { oauthRoutes } from './oauth/routes';
import { pageRoutes } from './pageRoutes';
import { listRoute } from './projects/listRoute';
import { recordRequests } from './recording';
import type { Service } from './service';

/** With Fastify's settings, and one for all services of a process: making it is most of what the start of a service takes. */
const ajv = addFormats(
	new Ajv({ coerceTypes: 'array', useDefaults: true, removeAdditional: true }),
);

/** The service's routes, on a server that does not listen yet: over https with certificates, else over plain http. */
export async function createServer(
	service: Service,
	certificates?: Certificates,
): Promise<FastifyInstance> {
	const app = fastify({
		forceCloseConnections: true,
		serverFactory: (handler) =>
			certificates ? serveHttps(certificates, handler) : serveHttp(handler),
	});
	app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object));
	refuseForeignHosts(app);
	app.addHook('onRequest', (_request, reply, done) => {
		reply.header('date', new Date(service.now() + service.behavior.dateOffsetMs).toUTCString());
		done();
	});
	app.setNotFoundHandler((_request, reply) =>
		sendError(reply, 404, 'There is nothing at this address.'),
	);
	app.setErrorHandler((error: FastifyError, _request, reply) => {
		const status = isErrorStatus(error.statusCode) ? error.statusCode : 500;
		return sendError(reply, status, status === 500 ? 'The service failed.' : error.message);
	});
	await app.register(
		(scope, _options, done) => {
			recordRequests(scope, service.requests, service.now);
			compressAnswers(scope, service.behavior);
			listRoute(scope, service);
			done();
		},
		{ prefix: '/v1' },
	);
	await app.register(
		async (scope) => {
			recordRequests(scope, service.requests, service.now);
			compressAnswers(scope, service.behavior);
			await oauthRoutes(scope, { server: service.oauth });
		},
		{ prefix: '/oauth' },
	);
	await app.register(consoleRoutes, { prefix: '/console', service });
	await app.register(pageRoutes);
	return app;
}

/** As Fastify takes it: the two kinds of servers differ in nothing that it uses. */
const serveHttps = ({ key, certificate }: Certificates, handler: RequestListener): Server =>
	createHttpsServer({ key, cert: certificate }, handler);
