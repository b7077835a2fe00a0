import { issueCertificate } from './certificates';
import { FORM } from './oauth/routes';
import { createServer } from './server';
import { createService, DEFAULTS, HOST, type SandboxOptions } from './service';

export type { ProjectList, ProjectStore } from './projects';
export type { ProjectRecord } from './seed';
export { DEFAULTS, type SandboxOptions } from './service';

/** A running Collab service: what one needs to know to use it, and its switches. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export async function startSandbox(given: SandboxOptions = {}) {
	const options = { ...DEFAULTS, ...given };
	const service = createService(options);
	const certificate = options.tls ? await issueCertificate(['localhost', HOST, '::1']) : undefined;
	const server = await createServer(service, certificate);
	await server.listen({ host: HOST, port: options.port });
	const { port = 0 } = server.addresses()[0] ?? {};
	const { behavior, projects, requests, grants, client, apiKey } = service;
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
		behavior,
		/** Gives a token as if a person had consented. */
		issueToken: () => Promise.resolve(grants.issue(grants.open(true))),
		/** Presses "Allow" on the consent page; gives where the browser goes from there. */
		consent: async (authorizationUrl: string) => {
			const { pathname, search } = new URL(authorizationUrl);
			const form = { payload: 'allowed=true', headers: { 'content-type': FORM } };
			const { headers } = await server.inject({ method: 'POST', url: pathname + search, ...form });
			return String(headers.location);
		},
		expireAccessTokens: () => grants.expireAccessTokens(),
		/** The person withdraws the access of all applications. */
		withdraw: () => grants.withdraw(),
		/** Ends connections, too. */
		close: () => server.close(),
	};
}
