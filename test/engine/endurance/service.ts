import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { answerOf } from '../../../dev/bench/service';
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
export class Service {
	private constructor(
		readonly access: Access,
		private readonly child: ChildProcess,
	) {}

	static async start(options: ServiceOptions): Promise<Service> {
		const file = join(__dirname, 'serviceProcess.ts');
		// Jest, too, starts it as a plain program.
		const child = fork(file, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'] });
		return new Service(await answerOf<Access>(child), child);
	}

	async command(command: Command): Promise<Report> {
		const report = answerOf<Report>(this.child);
		this.child.send(command);
		return await report;
	}

	async stop(): Promise<void> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return;
		const exited = once(this.child, 'exit');
		this.child.disconnect();
		await exited;
	}
}
