import { BEHAVIOR, type Behavior, latencyOf, rateLimitOf } from './behavior';
import { issueCertificate } from './certificates';
import { CLIENT, Grants, PERSON } from './oauth/grants';
import { ProjectStore } from './projects';
import { seededSecret, startLiveActivity } from './seed';
import { createServer, type RecordedRequest } from './server';

export type { Ordering } from './listing';
export type { ProjectList, ProjectRecord, ProjectStore } from './projects';

/** Its page asks nobody to sign in, so the service is not for other machines. */
const HOST = '127.0.0.1';

export const DEFAULTS = {
	/** 0 takes any free one. */
	port: 0,
	/** Serves https, with a certificate that is made at the start. */
	tls: false,
	/** The host names and addresses that the certificate is for. */
	certificateNames: ['localhost', HOST, '::1'],
	projects: 250,
	seed: 1,
	/** The service's clock, in milliseconds since 1970. */
	now: Date.now,
	...BEHAVIOR,
};

export type SandboxOptions = Partial<typeof DEFAULTS>;

export type Service = ReturnType<typeof createService>;

/** The service without its network: what the routes work on. */
function createService(options: typeof DEFAULTS) {
	const { now, seed } = options;
	/** Every request reads it anew, so changes take effect immediately. */
	const behavior: Behavior = { ...options };
	return {
		now,
		behavior,
		projects: new ProjectStore(seed, options.projects, now),
		/** A seed always gives the same. */
		apiKey: `collab_key_${seededSecret(seed, 'api key')}`,
		client: { ...CLIENT, secret: seededSecret(seed, 'client') },
		grants: new Grants(now),
		latency: latencyOf(behavior),
		rateLimit: rateLimitOf(behavior),
		requests: new Array<RecordedRequest>(),
	};
}

/** A running Collab service: what one needs to know to use it, and its switches. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export async function startSandbox(given: SandboxOptions = {}) {
	const options = { ...DEFAULTS, ...given };
	const service = createService(options);
	const certificate = options.tls ? await issueCertificate(options.certificateNames) : undefined;
	const listen = async (port: number) => {
		const app = await createServer(service, certificate);
		await app.listen({ host: HOST, port });
		return app;
	};
	let server = await listen(options.port);
	const { port = 0 } = server.addresses()[0] ?? {};
	const { behavior, projects, requests, grants, client, apiKey } = service;
	const endActivity = startLiveActivity(behavior, projects, options.seed);
	const url = `${certificate ? 'https' : 'http'}://${HOST}:${port}`;
	return {
		url,
		/** The specification's {base_url}. */
		baseUrl: `${url}/v1`,
		/** The specification's {auth_url}. */
		authServerUrl: url,
		/** The certificate (PEM) to trust for https; undefined over plain http. */
		certificateAuthority: certificate?.cert,
		apiKey,
		clientId: client.id,
		clientSecret: client.secret,
		projects,
		/** All requests to /v1 and /oauth, in the order of arrival. */
		requests,
		clearRequests: () => void requests.splice(0),
		configure: (changed: Partial<Behavior>) => void Object.assign(behavior, changed),
		/** Gives a token as if a person had consented. */
		issueToken: (scope = 'read') =>
			Promise.resolve(grants.issue(grants.open(PERSON.id, scope.split(' ')))),
		expireAccessTokens: () => grants.expireAccessTokens(),
		/** An outage: nobody answers at the address, connections break. What the service knows stays. */
		stopListening: async () => await server.close(),
		/** The end of the outage, at the same address: a closed server never listens again. */
		listenAgain: async () => {
			server = await listen(port);
		},
		/** Ends connections and timers too. */
		close: async () => {
			endActivity();
			await server.close();
		},
	};
}
