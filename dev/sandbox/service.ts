import { ApiKeys } from './access/apiKeys';
import { Faults } from './faults';
import { AuthorizationServer } from './oauth/authorizationServer';
import { registeredClient, SCOPES, seededSecret } from './oauth/client';
import { Grants } from './oauth/grants';
import type { Behaviour, SandboxOptions } from './options';
import { ProjectStore } from './projects/store';
import { RateLimit } from './rateLimit';
import type { RecordedRequest } from './recording';

/** The service without its network: what the routes work on. */
export interface Service {
	readonly now: () => number;
	/** Read anew at every request; changes take effect at once. */
	readonly behaviour: Behaviour;
	readonly projects: ProjectStore;
	readonly apiKeys: ApiKeys;
	readonly seededApiKey: string;
	readonly oauth: AuthorizationServer;
	readonly faults: Faults;
	readonly rateLimit: RateLimit;
	readonly requests: RecordedRequest[];
}

export function createService(options: Required<SandboxOptions>): Service {
	const { now, seed, projects: count } = options;
	const behaviour = behaviourOf(options);
	const projects = new ProjectStore({ seed, count, now });
	projects.buildIndexes();
	const apiKeys = new ApiKeys(now);
	const seededApiKey = `collab_key_${seededSecret(seed, 'api key')}`;
	apiKeys.create('Sandbox key', SCOPES, seededApiKey);
	const lifetimeSeconds = () => behaviour.tokenLifetimeSeconds;
	const client = registeredClient(seed, options.redirectUris);
	const grants = new Grants(now, lifetimeSeconds);
	return {
		now,
		behaviour,
		projects,
		apiKeys,
		seededApiKey,
		oauth: new AuthorizationServer(client, grants, lifetimeSeconds, now),
		faults: new Faults(behaviour, seed),
		rateLimit: new RateLimit(behaviour),
		requests: [],
	};
}

function behaviourOf(options: Required<SandboxOptions>): Behaviour {
	return {
		latencyMs: options.latencyMs,
		requestsPerSecond: options.requestsPerSecond,
		faultRate: options.faultRate,
		tokenLifetimeSeconds: options.tokenLifetimeSeconds,
		changesPerSecond: options.changesPerSecond,
		maxPerPage: options.maxPerPage,
	};
}
