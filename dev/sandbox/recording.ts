import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticationOf } from './access/authenticate';

export interface RecordedRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	authentication: ReturnType<typeof authenticationOf>;
	/** 0 when the connection was dropped, or while there is no answer yet. */
	status: number;
	contentType?: string;
	/** Names of the form fields; their values may be secrets. */
	form?: string[];
	receivedAtMs: number;
}

const KEPT = 50_000;

/** Records requests in the order of their arrival, each with its answer's status once there is one. */
export function recordRequests(
	app: FastifyInstance,
	requests: RecordedRequest[],
	now: () => number,
): void {
	const pending = new WeakMap<FastifyRequest, RecordedRequest>();
	app.addHook('onRequest', (request, _reply, done) => {
		const record = describe(request, now());
		pending.set(request, record);
		requests.push(record);
		if (requests.length > KEPT) requests.shift();
		done();
	});
	app.addHook('preHandler', (request, _reply, done) => {
		const record = pending.get(request);
		if (record && isObject(request.body)) record.form = Object.keys(request.body);
		done();
	});
	// Before the answer leaves: whoever has received it finds its status here.
	app.addHook('onSend', (request, reply, _payload, done) => {
		const record = pending.get(request);
		if (record) record.status = reply.statusCode;
		done();
	});
}

function describe(request: FastifyRequest, receivedAtMs: number): RecordedRequest {
	const url = new URL(request.url, 'http://service');
	const contentType = request.headers['content-type'];
	return {
		method: request.method,
		path: url.pathname,
		query: Object.fromEntries(url.searchParams),
		authentication: authenticationOf(request),
		status: 0,
		...(contentType === undefined ? {} : { contentType }),
		receivedAtMs,
	};
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}
