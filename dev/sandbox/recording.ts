import type { FastifyInstance, FastifyRequest } from 'fastify';

export type RecordedRequest = ReturnType<typeof recordOf>;

/** A record shows nothing that may be a secret. */
function recordOf({ method, url }: FastifyRequest) {
	const { pathname: path, searchParams } = new URL(url, 'http://service');
	const query: Readonly<Record<string, string>> = Object.fromEntries(searchParams);
	/** When it arrived, by the machine's clock. */
	const atMs = Date.now();
	return { atMs, method, path, query };
}

export function recorded(app: FastifyInstance, requests: RecordedRequest[]): FastifyInstance {
	app.addHook('onRequest', (request, _reply, done) => {
		requests.push(recordOf(request));
		if (requests.length > 50_000) requests.shift();
		done();
	});
	return app;
}
