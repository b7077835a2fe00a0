import { BEHAVIOR, type Behavior, latencyOf } from './behavior';
import { CLIENT, Grants } from './oauth/grants';
import { ProjectStore } from './projects';
import type { RecordedRequest } from './recording';
import { seededSecret } from './seed';

/** Its page asks nobody to sign in, so the service is not for other machines. */
export const HOST = '127.0.0.1';

export const DEFAULTS = {
	/** 0 takes any free one. */
	port: 0,
	/** Serves https, with a certificate that is made at the start. */
	tls: false,
	projects: 250,
	seed: 1,
	/** The service's clock, in milliseconds since 1970. */
	now: Date.now,
	...BEHAVIOR,
};

export type SandboxOptions = Partial<typeof DEFAULTS>;

export type Service = ReturnType<typeof createService>;

/** The service without its network: what the routes work on. */
export function createService(options: typeof DEFAULTS) {
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
		requests: new Array<RecordedRequest>(),
	};
}
