import type { Looseness } from './projects/looseListing';
import { STRICT } from './projects/looseListing';
import type { ProjectStore } from './projects/store';

export const COMPRESSIONS = ['none', 'gzip', 'br', 'deflate'] as const;

/** What can be changed while the service runs. */
export interface Behavior extends Required<Looseness> {
	/** Wait before each answer of the list operation. */
	latencyMs: number;
	/** 0 means no limit. */
	requestsPerSecond: number;
	/** Share of list requests that fail, from 0 to 1: half with status 503, half with a dropped connection. */
	faultRate: number;
	tokenLifetimeSeconds: number;
	/** Live activity: so many projects change by themselves. */
	changesPerSecond: number;
	/** Share of list requests, from 0 to 1, in which a project is created after counting and before selecting. */
	createBeforeSelectRate: number;
	/** Called in every list request after counting and before selecting. */
	beforeSelect: (projects: ProjectStore) => void;
	/** The count in every answer is the one from before so many changes. */
	staleTotalChanges: number;
	/** Replicas that lag: every list request is answered from a state that is up to so many changes old. */
	replicaLagChanges: number;
	/** The same in milliseconds of the service's clock. A state is as old as the larger of both allows. */
	replicaLagMs: number;
	/** Added to the Date header only. */
	dateOffsetMs: number;
	/** Of all answers at /v1 and /oauth, whatever encodings the request accepts. */
	compression: (typeof COMPRESSIONS)[number];
}

export interface SandboxOptions extends Partial<Behavior> {
	/** 0 takes any free one. */
	port?: number;
	host?: string;
	/** Serves https, with a certificate of an authority that is made at the start. */
	tls?: boolean;
	/** The host names and addresses that the certificate is for. */
	certificateNames?: readonly string[];
	projects?: number;
	/** Share of the first projects, from 0 to 1, whose updated_at is null. */
	withoutUpdatedAt?: number;
	seed?: number;
	/** Where the registered client may have people sent back to. */
	redirectUris?: string[];
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
	withoutUpdatedAt: 0,
	seed: 1,
	latencyMs: 0,
	requestsPerSecond: 0,
	faultRate: 0,
	tokenLifetimeSeconds: 3600,
	changesPerSecond: 0,
	...STRICT,
	createBeforeSelectRate: 0,
	beforeSelect: () => undefined,
	staleTotalChanges: 0,
	replicaLagChanges: 0,
	replicaLagMs: 0,
	dateOffsetMs: 0,
	compression: 'none',
	redirectUris: [`http://localhost:5678${N8N_CALLBACK}`, `http://127.0.0.1:5678${N8N_CALLBACK}`],
	now: Date.now,
} satisfies Required<SandboxOptions>;

/** The interface's maximum (section 8 of the specification): a service may give fewer rows on a page, never more. */
export const MAX_PER_PAGE = 100;

export function refuseOutOfRange({ maxPerPage = MAX_PER_PAGE }: Partial<Behavior>): void {
	if (maxPerPage >= 1 && maxPerPage <= MAX_PER_PAGE) return;
	throw new RangeError(`maxPerPage must lie between 1 and ${MAX_PER_PAGE}`);
}

/** Leaves out what is undefined, so that a missing value never hides a default. */
export function withDefaults(options: SandboxOptions): Required<SandboxOptions> {
	refuseOutOfRange(options);
	const given = Object.entries(options).filter(([, value]) => value !== undefined);
	return { ...DEFAULTS, ...Object.fromEntries(given) };
}
