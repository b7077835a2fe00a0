import { ApiKeys, SCOPES } from './access';
import { Faults, RateLimit } from './faults';
import type { Troubles } from './faults';
import { Grants } from './oauth/grants';
import type { Client } from './oauth/grants';
import { ProjectStore } from './projects';
import { seededSecret } from './seed';
import type { RecordedRequest } from './server';

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
export function createService(options: Required<SandboxOptions>) {
	const { now, seed, redirectUris } = options;
	/** Read anew at every request; changes take effect at once. */
	const behavior: Behavior = { ...options };
	const apiKeys = new ApiKeys(now);
	const { key: apiKey } = apiKeys.create(
		'Sandbox key',
		SCOPES,
		`collab_key_${seededSecret(seed, 'api key')}`,
	);
	const secret = seededSecret(seed, 'client');
	const client: Client = { id: 'n8n-sandbox', secret, name: 'n8n', redirectUris };
	const requests: RecordedRequest[] = [];
	return {
		now,
		behavior,
		projects: new ProjectStore(seed, options.projects, now),
		apiKeys,
		/** Valid from the start, the same for a seed. */
		apiKey,
		client,
		grants: new Grants(now, () => behavior.tokenLifetimeSeconds),
		faults: new Faults(behavior, seed),
		rateLimit: new RateLimit(behavior),
		requests,
	};
}
