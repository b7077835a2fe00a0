import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SandboxOptions } from '../sandbox';

/** To the service's process, which answers each command with a report. */
export interface Command {
	readonly behaviour?: Pick<SandboxOptions, 'latencyMs' | 'requestsPerSecond'>;
}

export interface Report {
	/** Of the requests since the last report. */
	readonly statuses: readonly number[];
}

interface Address {
	readonly baseUrl: string;
	readonly apiKey: string;
}

/** A sandbox that does not share this process, so that neither slows the other down. */
export class Service {
	private constructor(
		readonly address: Address,
		private readonly child: ChildProcess,
	) {}

	static async start(projects: number): Promise<Service> {
		const child = fork(join(__dirname, 'serviceProcess.ts'), [String(projects)]);
		return new Service(await answerOf<Address>(child), child);
	}

	async behave(behaviour: Required<Command>['behaviour']): Promise<void> {
		await this.command({ behaviour });
	}

	async takeStatuses(): Promise<readonly number[]> {
		return (await this.command({})).statuses;
	}

	async stop(): Promise<void> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return;
		const exited = once(this.child, 'exit');
		this.child.disconnect();
		await exited;
	}

	private async command(command: Command): Promise<Report> {
		const answer = answerOf<Report>(this.child);
		this.child.send(command);
		return await answer;
	}
}

export async function answerOf<T>(child: ChildProcess): Promise<T> {
	const settled = new AbortController();
	const { signal } = settled;
	try {
		return await Promise.race([
			once(child, 'message', { signal }).then(([message]) => message as T),
			once(child, 'exit', { signal }).then(() => {
				throw new Error('The sandbox ended');
			}),
		]);
	} finally {
		settled.abort();
	}
}
