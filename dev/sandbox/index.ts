import { type Certificate, issueCertificate } from './certificates';
import { PERSON } from './oauth/grants';
import { startLiveActivity } from './seed';
import { assertLoopback, createServer } from './server';
import {
	type Behavior,
	createService,
	DEFAULTS,
	type SandboxOptions,
	type Service,
} from './service';

export type { Ordering, ProjectList, ProjectRecord, ProjectStore } from './projects';
export type { SandboxOptions } from './service';

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
		certificateAuthority: certificate?.certificate,
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
