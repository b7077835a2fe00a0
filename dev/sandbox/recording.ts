import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type RecordedRequest = ReturnType<typeof recordOf>;

/** A record shows nothing that may be a secret. */
function recordOf(request: FastifyRequest, reply: FastifyReply) {
	const { pathname: path, searchParams } = new URL(request.url, 'http://service');
	return {
		/** When it arrived, by the machine's clock. */
		atMs: Date.now(),
		method: request.method,
		path,
		query: Object.fromEntries(searchParams) as Readonly<Record<string, string>>,
		/** 0 when the connection was dropped, or while there is no answer yet. */
		get status() {
			return reply.sent ? reply.statusCode : 0;
		},
	};
}

export function recorded(app: FastifyInstance, requests: RecordedRequest[]): FastifyInstance {
	app.addHook('onRequest', (request, reply, done) => {
		requests.push(recordOf(request, reply));
		if (requests.length > 50_000) requests.shift();
		done();
	});
	return app;
}
