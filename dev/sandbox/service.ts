import { ApiKeys } from './access/apiKeys';
import { Faults } from './faults';
import { AuthorizationServer } from './oauth/authorizationServer';
import { registeredClient, SCOPES, seededSecret } from './oauth/client';
import { Grants } from './oauth/grants';
import type { Behavior, SandboxOptions } from './options';
import { Lists } from './projects/lists';
import { ProjectStore } from './projects/store';
import { RateLimit } from './rateLimit';
import type { RecordedRequest } from './recording';

/** The service without its network: what the routes work on. */
export interface Service {
	readonly now: () => number;
	/** Read anew at every request; changes take effect at once. */
	readonly behavior: Behavior;
	readonly projects: ProjectStore;
	readonly lists: Lists;
	readonly apiKeys: ApiKeys;
	readonly seededApiKey: string;
	readonly oauth: AuthorizationServer;
	readonly faults: Faults;
	readonly rateLimit: RateLimit;
	readonly requests: RecordedRequest[];
}

export function createService(options: Required<SandboxOptions>): Service {
	const { now, seed, projects: count, withoutUpdatedAt } = options;
	const behavior: Behavior = { ...options };
	const projects = new ProjectStore({ seed, count, withoutUpdatedAt, now });
	const apiKeys = new ApiKeys(now);
	const seededApiKey = `collab_key_${seededSecret(seed, 'api key')}`;
	apiKeys.create('Sandbox key', SCOPES, seededApiKey);
	const lifetimeSeconds = () => behavior.tokenLifetimeSeconds;
	const client = registeredClient(seed, options.redirectUris);
	const grants = new Grants(now, lifetimeSeconds);
	return {
		now,
		behavior,
		projects,
		lists: new Lists(projects, behavior, seed),
		apiKeys,
		seededApiKey,
		oauth: new AuthorizationServer(client, grants, lifetimeSeconds, now),
		faults: new Faults(behavior, seed),
		rateLimit: new RateLimit(behavior),
		requests: [],
	};
}
