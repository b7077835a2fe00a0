import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticationOf } from './access';

export type RecordedRequest = ReturnType<typeof recordOf>;

/** A record holds nothing that may be a secret. */
function recordOf(request: FastifyRequest) {
	const { pathname: path, searchParams } = new URL(request.url, 'http://service');
	return {
		/** When it arrived, by the machine's clock. */
		atMs: Date.now(),
		method: request.method,
		path,
		query: Object.fromEntries(searchParams) as Readonly<Record<string, string>>,
		authentication: authenticationOf(request),
		/** 0 when the connection was dropped, or while there is no answer yet. */
		status: 0,
		contentType: request.headers['content-type'],
		/** Names of the form fields. */
		form: new Array<string>(),
	};
}

/** Records requests in the order of their arrival, each with its answer's status once there is one. */
export function recorded(app: FastifyInstance, requests: RecordedRequest[]): FastifyInstance {
	const pending = new WeakMap<FastifyRequest, RecordedRequest>();
	app.addHook('onRequest', (request, _reply, done) => {
		const record = recordOf(request);
		pending.set(request, record);
		requests.push(record);
		if (requests.length > 50_000) requests.shift();
		done();
	});
	// Before the answer leaves: whoever has received it finds its status here.
	app.addHook('onSend', (request, reply, _payload, done) => {
		const record = pending.get(request);
		if (record) record.status = reply.statusCode;
		if (request.body instanceof URLSearchParams) record?.form.push(...request.body.keys());
		done();
	});
	return app;
}
