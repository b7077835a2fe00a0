export interface SandboxOptions {
	/** 0 takes any free one. */
	port?: number;
	host?: string;
	projects?: number;
	seed?: number;
	latencyMs?: number;
	/** 0 means no limit. */
	requestsPerSecond?: number;
	/** Share of requests that fail, from 0 to 1: half with status 503, half with a dropped connection. */
	faultRate?: number;
	tokenLifetimeSeconds?: number;
	/** Live activity: so many projects change by themselves. */
	changesPerSecond?: number;
	/** The service answers with fewer rows when more are asked for. */
	maxPerPage?: number;
	/** Where the registered client may have people sent back to. */
	redirectUris?: string[];
	/** The service's clock, in milliseconds since 1970. */
	now?: () => number;
}

/** What can be changed while the service runs. */
export type Behaviour = Required<
	Pick<
		SandboxOptions,
		| 'latencyMs'
		| 'requestsPerSecond'
		| 'faultRate'
		| 'tokenLifetimeSeconds'
		| 'changesPerSecond'
		| 'maxPerPage'
	>
>;

const N8N_CALLBACK = '/rest/oauth2-credential/callback';

export const DEFAULTS = {
	port: 0,
	host: '127.0.0.1',
	projects: 250,
	seed: 1,
	latencyMs: 0,
	requestsPerSecond: 0,
	faultRate: 0,
	tokenLifetimeSeconds: 3600,
	changesPerSecond: 0,
	maxPerPage: 100,
	redirectUris: [`http://localhost:5678${N8N_CALLBACK}`, `http://127.0.0.1:5678${N8N_CALLBACK}`],
	now: Date.now,
} satisfies Required<SandboxOptions>;

/** Leaves out what is undefined, so that a missing value never hides a default. */
export function withDefaults(options: SandboxOptions): Required<SandboxOptions> {
	const given = Object.entries(options).filter(([, value]) => value !== undefined);
	return { ...DEFAULTS, ...Object.fromEntries(given) };
}
