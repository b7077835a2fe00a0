import { ApiKeys, SCOPES } from './access';
import { type Certificate, issueCertificate } from './certificates';
import { Faults, RateLimit, type Troubles } from './faults';
import { type Client, Grants, PERSON } from './oauth/grants';
import { ProjectStore } from './projects';
import { seededSecret, startLiveActivity } from './seed';
import { assertLoopback, createServer, type RecordedRequest } from './server';

export type { Ordering, ProjectList, ProjectRecord, ProjectStore } from './projects';

/** What can be changed while the service runs. */
export interface Behavior extends Troubles {
	tokenLifetimeSeconds: number;
	/** Live activity: so many projects change by themselves. */
	changesPerSecond: number;
}

export interface SandboxOptions extends Partial<Behavior> {
	/** 0 takes any free one. */
	port?: number;
	host?: string;
	/** Serves https, with a certificate that is made at the start. */
	tls?: boolean;
	/** The host names and addresses that the certificate is for. */
	certificateNames?: readonly string[];
	projects?: number;
	seed?: number;
	/** Where the registered client may have people sent back to. */
	redirectUris?: readonly string[];
	/** The service's clock, in milliseconds since 1970. */
	now?: () => number;
}

const N8N_CALLBACK = '/rest/oauth2-credential/callback';

export const DEFAULTS = {
	port: 0,
	host: '127.0.0.1',
	tls: false,
	certificateNames: ['localhost', '127.0.0.1', '::1'],
	projects: 250,
	seed: 1,
	latencyMs: 0,
	requestsPerSecond: 0,
	faultRate: 0,
	tokenLifetimeSeconds: 3600,
	changesPerSecond: 0,
	redirectUris: [`http://localhost:5678${N8N_CALLBACK}`, `http://127.0.0.1:5678${N8N_CALLBACK}`],
	now: Date.now,
} satisfies Required<SandboxOptions>;

export type Service = ReturnType<typeof createService>;

/** The service without its network: what the routes work on. */
function createService(options: Required<SandboxOptions>) {
	const { now, seed, redirectUris } = options;
	/** Read anew at every request; changes take effect at once. */
	const behavior: Behavior = { ...options };
	const apiKeys = new ApiKeys(now);
	const key = `collab_key_${seededSecret(seed, 'api key')}`;
	apiKeys.create('Sandbox key', SCOPES, key);
	const secret = seededSecret(seed, 'client');
	const client: Client = { id: 'n8n-sandbox', secret, name: 'n8n', redirectUris };
	return {
		now,
		behavior,
		projects: new ProjectStore(seed, options.projects, now),
		apiKeys,
		/** Valid from the start, the same for a seed. */
		apiKey: key,
		client,
		grants: new Grants(now, () => behavior.tokenLifetimeSeconds),
		faults: new Faults(behavior, seed),
		rateLimit: new RateLimit(behavior),
		requests: new Array<RecordedRequest>(),
	};
}

/** A running Collab service. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export async function startSandbox(given: SandboxOptions = {}) {
	const options = { ...DEFAULTS, ...given };
	const { host, tls, seed } = options;
	assertLoopback(host);
	const service = createService(options);
	const certificate = tls ? await issueCertificate(options.certificateNames) : undefined;
	let server = await listen(service, certificate, options);
	const { port } = server;
	const endActivity = startLiveActivity(service.behavior, service.projects, seed);
	const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
	return {
		...accessTo(service, `${tls ? 'https' : 'http'}://${authority}`),
		/** The certificate (PEM) to trust for https; undefined over plain http. */
		certificateAuthority: certificate?.cert,
		/** An outage: nobody answers at the address, connections break. What the service knows stays. */
		stopListening: async () => await server.close(),
		/** The end of the outage, at the same address: a closed server never listens again. */
		listenAgain: async () => {
			server = await listen(service, certificate, { host, port });
		},
		/** Ends connections and timers too. */
		close: async () => {
			endActivity();
			service.faults.close();
			await server.close();
		},
	};
}

async function listen(
	service: Service,
	certificate: Certificate | undefined,
	place: { readonly host: string; readonly port: number },
) {
	const app = await createServer(service, certificate);
	await app.listen({ host: place.host, port: place.port });
	const address = app.server.address();
	if (address === null || typeof address === 'string') throw new Error('The service has no port');
	return { port: address.port, close: async () => await app.close() };
}

/** What one needs to know to use the service, and its switches. */
function accessTo(service: Service, url: string) {
	const { behavior, projects, requests, grants, client, apiKey } = service;
	return {
		url,
		/** The specification's {base_url}. */
		baseUrl: `${url}/v1`,
		/** The specification's {auth_url}. */
		authServerUrl: url,
		apiKey,
		clientId: client.id,
		clientSecret: client.secret,
		projects,
		/** What came in at /v1 and /oauth, in the order of arrival. */
		requests,
		clearRequests: () => void requests.splice(0),
		configure: (changed: Partial<Behavior>) => {
			Object.assign(behavior, changed);
			if (changed.requestsPerSecond !== undefined) service.rateLimit.reset();
		},
		/** As if a person had consented. */
		issueToken: (scope = 'read') =>
			Promise.resolve(grants.issue(grants.open(PERSON.id, scope.split(' ')))),
		expireAccessTokens: () => grants.expireAccessTokens(),
	};
}
