import { Listener } from './listener';
import { LiveActivity } from './liveActivity';
import { assertLoopback } from './loopback';
import type { TokenAnswer } from './oauth/authorizationServer';
import { PERSON } from './oauth/client';
import { refuseOutOfRange, withDefaults } from './options';
import type { Behavior, SandboxOptions } from './options';
import type { ProjectStore } from './projects/store';
import type { RecordedRequest } from './recording';
import { createService } from './service';

/** A running Collab service. */
export interface Sandbox {
	readonly url: string;
	/** The certificate (PEM) of the authority behind https; undefined over plain http. */
	readonly certificateAuthority: string | undefined;
	/** The specification's {base_url}. */
	readonly baseUrl: string;
	/** The specification's {auth_url}. */
	readonly authServerUrl: string;
	/** Valid from the start, the same for a seed. */
	readonly apiKey: string;
	readonly clientId: string;
	readonly clientSecret: string;
	/** For the password flow. */
	readonly username: string;
	readonly password: string;
	readonly projects: ProjectStore;
	/** What came in at /v1 and /oauth, in the order of arrival. */
	readonly requests: RecordedRequest[];
	clearRequests(): void;
	configure(behavior: Partial<Behavior>): void;
	/** As if a person had consented. */
	issueToken(scope?: string): Promise<TokenAnswer>;
	/** As if a person had made a key in the developer console; an empty scope makes one that may do nothing. */
	issueApiKey(scope?: string): string;
	expireAccessTokens(): void;
	/** Withdraws every grant: access and refresh tokens are invalid from then on. API keys stay. */
	revokeEverything(): void;
	/** An outage: nobody answers at the address, connections break. What the service knows stays. */
	stopListening(): Promise<void>;
	/** The end of the outage, at the same address. */
	listenAgain(): Promise<void>;
	/** Ends connections and timers too. */
	close(): Promise<void>;
}

export async function startSandbox(given: SandboxOptions = {}): Promise<Sandbox> {
	const options = withDefaults(given);
	assertLoopback(options.host);
	const service = createService(options);
	const certificates = options.tls ? await certificatesFor(options.certificateNames) : undefined;
	const listener = new Listener(service, options.host, certificates);
	const url = await listener.listen(options.port);
	const activity = new LiveActivity(service.behavior, service.projects, options.seed);
	const { client, grants } = service.oauth;
	return {
		url,
		certificateAuthority: certificates?.authority,
		baseUrl: `${url}/v1`,
		authServerUrl: url,
		apiKey: service.seededApiKey,
		clientId: client.id,
		clientSecret: client.secret,
		username: PERSON.username,
		password: PERSON.password,
		projects: service.projects,
		requests: service.requests,
		clearRequests: () => void service.requests.splice(0),
		configure: (behavior) => {
			refuseOutOfRange(behavior);
			Object.assign(service.behavior, behavior);
			if (behavior.requestsPerSecond !== undefined) service.rateLimit.reset();
		},
		issueToken: (scope = 'read') => service.oauth.issueToken(scope),
		issueApiKey: (scope = 'read') => service.apiKeys.create('Issued key', scopesOf(scope)).key,
		expireAccessTokens: () => grants.expireAccessTokens(),
		revokeEverything: () => grants.withdrawAll(),
		stopListening: async () => await listener.stop(),
		listenAgain: async () => void (await listener.listen(Number(new URL(url).port))),
		close: async () => {
			activity.stop();
			service.faults.close();
			await listener.stop();
		},
	};
}

/** Loaded when needed: most sandboxes speak plain http. */
async function certificatesFor(names: readonly string[]) {
	const { issueCertificates } = await import('./certificates');
	return await issueCertificates(names);
}

function scopesOf(text: string): string[] {
	return text.split(' ').filter((scope) => scope !== '');
}
