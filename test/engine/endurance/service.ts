import { join } from 'node:path';
import { startChild, type Child } from '../../../dev/bench/child';
import type { Sandbox, SandboxOptions } from '../../../dev/sandbox';
import type { Delivery } from './ledger';
import type { Round } from './plan';

export interface ServiceOptions {
	readonly seed: number;
	readonly projects: number;
	readonly tokenLifetimeSeconds: number;
}

/** Obeyed in the order in which it is written here; answered with a report. */
export interface Command {
	/** What was delivered since the last time. Only when no poll is under way. */
	readonly deliveries?: readonly Delivery[];
	readonly listening?: boolean;
	readonly behaviour?: Pick<SandboxOptions, 'faultRate' | 'requestsPerSecond'>;
	readonly tokensExpire?: boolean;
	readonly waitSeconds?: number;
	readonly changes?: Round['changes'];
	/** Made one by one, while others may read. */
	readonly changesMeanwhile?: number;
}

export interface Report {
	/** What was wrong with the deliveries. */
	readonly complaints: readonly string[];
	readonly changes: number;
	readonly projects: number;
	readonly projectsEver: number;
	/** Requests by the status of their answer; 0 for those that got none. */
	readonly requests: Readonly<Record<number, number>>;
}

export type Access = Pick<
	Sandbox,
	'baseUrl' | 'authServerUrl' | 'apiKey' | 'clientId' | 'clientSecret'
> & {
	/** One for each watcher, as if each had its own connection. */
	readonly tokens: ReadonlyArray<Awaited<ReturnType<Sandbox['issueToken']>>>;
};

/**
 * The sandbox and the books in a process of their own. Both grow by design (every version is remembered), and the memory
 * that is measured is to be that of n8n and the triggers alone.
 */
export type Service = Child<Access, Command, Report>;

export async function startService(options: ServiceOptions): Promise<Service> {
	return await startChild(join(__dirname, 'serviceProcess.ts'), options);
}
