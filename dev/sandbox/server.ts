import { createServer as serveHttp } from 'node:http';
import { createServer as serveHttps } from 'node:https';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { authenticationOf, requireRead } from './access';
import type { Certificate } from './certificates';
import { consoleRoutes } from './console';
import { Refusal, sendError } from './errors';
import { oauthRoutes } from './oauth/routes';
import { SORT_FIELDS, SORT_ORDERS, STATUS_FILTERS } from './projects';
import type { Ordering } from './projects';
import type { Service } from './index';

/** With Fastify's settings, and one for all services of a process: making it is most of what the start of a service takes. */
const ajv = addFormats(
	new Ajv({ coerceTypes: 'array', useDefaults: true, removeAdditional: true }),
);

/** The service's routes, on a server that does not listen yet: over https with a certificate, else over plain http. */
export async function createServer(
	service: Service,
	tls: Certificate | undefined,
): Promise<FastifyInstance> {
	const app = fastify({
		forceCloseConnections: true,
		serverFactory: (handler) => (tls ? serveHttps(tls, handler) : serveHttp(handler)),
	});
	app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object));
	app.addHook('onRequest', (request, reply, done) => {
		reply.header('date', new Date(service.now()).toUTCString());
		refuseForeignHost(request);
		done();
	});
	app.setNotFoundHandler(() => {
		throw new Refusal(404, 'There is nothing at this address.');
	});
	app.setErrorHandler((error: FastifyError, _request, reply) => sendError(error, reply));
	const open = (prefix: string, routes: (scope: FastifyInstance, service: Service) => void) =>
		app.register((scope, _options, done) => done(void routes(scope, service)), { prefix });
	await open('/v1', (scope) => listRoute(recorded(scope, service.requests), service));
	await open('/oauth', (scope) => oauthRoutes(recorded(scope, service.requests), service));
	await open('/console', consoleRoutes);
	await app.register(pageRoutes);
	return app;
}

/** Names of this machine for itself: nobody else can make a browser come with one of these. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** The service shows its keys to whoever asks, so it is not for other machines. */
export function assertLoopback(address: string): void {
	if (LOOPBACK.test(address)) return;
	throw new Error(`It listens on this machine only: localhost, 127.0.0.1 or ::1, not ${address}.`);
}

/**
 * A page from elsewhere may point its own name at this machine (DNS rebinding) and then count as the same site as the
 * service. The Host header still says that name.
 */
function refuseForeignHost({ headers }: FastifyRequest): void {
	if (LOOPBACK.test(headers.host?.replace(/:\d+$/, '') ?? '')) return;
	throw new Refusal(421, 'This service answers on localhost, 127.0.0.1 and [::1] only.');
}

/** The page for people: files, and no way in for scripts from elsewhere. */
async function pageRoutes(app: FastifyInstance): Promise<void> {
	const own = ['script-src', 'style-src', 'img-src', 'connect-src'].map((kind) => `${kind} 'self'`);
	const none = ['default-src', 'form-action', 'base-uri', 'frame-ancestors'];
	const policy = [...none.map((kind) => `${kind} 'none'`), ...own].join('; ');
	app.addHook('onRequest', (_request, reply, done) => {
		reply.header('content-security-policy', policy).header('x-content-type-options', 'nosniff');
		done();
	});
	await app.register(fastifyStatic, { root: join(__dirname, 'page'), cacheControl: false });
}

interface ListParameters extends Pick<Ordering, 'status' | 'order'> {
	readonly page: number;
	readonly per_page: number;
	readonly sort_by: Ordering['sortBy'];
}

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

/** A service may give fewer rows on a page, never more (section 8). */
const MAX_PER_PAGE = 100;

/** GET /v1/projects, the one operation that the specification describes in detail (section 4.1). */
function listRoute(app: FastifyInstance, service: Service): void {
	app.addHook('onRequest', service.faults.strike);
	app.addHook('onRequest', requireRead(service.grants, service.apiKeys));
	app.addHook('onRequest', service.rateLimit.take);
	app.get<{ Querystring: ListParameters }>(
		'/projects',
		{ schema: { querystring: LIST_QUERY } },
		({ query: { page, per_page, status, sort_by: sortBy, order } }) => {
			const perPage = Math.min(per_page, MAX_PER_PAGE);
			return service.projects.list({ page, perPage, status, sortBy, order });
		},
	);
}

export interface RecordedRequest {
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly authentication: ReturnType<typeof authenticationOf>;
	/** 0 when the connection was dropped, or while there is no answer yet. */
	status: number;
	readonly contentType: string | undefined;
	/** Names of the form fields; their values may be secrets. */
	form: string[];
}

const KEPT = 50_000;

/** Records requests in the order of their arrival, each with its answer's status once there is one. */
function recorded(app: FastifyInstance, requests: RecordedRequest[]): FastifyInstance {
	const pending = new WeakMap<FastifyRequest, RecordedRequest>();
	app.addHook('onRequest', (request, _reply, done) => {
		const url = new URL(request.url, 'http://service');
		const record = {
			method: request.method,
			path: url.pathname,
			query: Object.fromEntries(url.searchParams),
			authentication: authenticationOf(request),
			status: 0,
			contentType: request.headers['content-type'],
			form: [],
		};
		pending.set(request, record);
		requests.push(record);
		if (requests.length > KEPT) requests.shift();
		done();
	});
	// Before the answer leaves: whoever has received it finds its status here.
	app.addHook('onSend', (request, reply, _payload, done) => {
		const record = pending.get(request);
		if (record) record.status = reply.statusCode;
		if (record && request.body instanceof URLSearchParams) record.form = [...request.body.keys()];
		done();
	});
	return app;
}
