import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CLIENT_ID, Grants } from './oauth/grants';
import { ProjectStore } from './projects';
import { seededSecret } from './seed';

/** Its page asks nobody to sign in, so the service is not for other machines. */
export const HOST = '127.0.0.1';

export const DEFAULTS = {
	/** 0 takes any free one. */
	port: 0,
	/** Serves https, with a certificate that is made at the start. */
	tls: false,
	projects: 250,
	seed: 1,
	/** The service's clock, in milliseconds since 1970. */
	now: Date.now,
	/** The day around which the first projects lie, in milliseconds since 1970; undefined for today. */
	todayMs: undefined as number | undefined,
};

export type SandboxOptions = Partial<typeof DEFAULTS>;

export type Service = ReturnType<typeof createService>;

type RecordedRequest = ReturnType<typeof recordOf>;

/** The service without its network: what the routes work on. */
export function createService(options: typeof DEFAULTS) {
	const { now, seed, todayMs } = options;
	return {
		now,
		/** This can be changed while the service runs. */
		behavior: {
			/** Wait before each answer of the list operation. */
			latencyMs: 0,
			/** An outage of the list operation: connections break. */
			isDown: false,
		},
		projects: new ProjectStore(seed, options.projects, now, todayMs),
		/** A seed always gives the same. */
		apiKey: `collab_key_${seededSecret(seed, 'api key')}`,
		client: { id: CLIENT_ID, secret: seededSecret(seed, 'client') },
		grants: new Grants(now),
		requests: new Array<RecordedRequest>(),
	};
}

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
