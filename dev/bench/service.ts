import { join } from 'node:path';
import type { Sandbox, SandboxOptions } from '../sandbox';
import { startChild, type Child } from './child';

export type Address = Pick<Sandbox, 'baseUrl' | 'apiKey'>;

export interface Command {
	readonly behaviour?: Pick<SandboxOptions, 'latencyMs' | 'requestsPerSecond'>;
}

/** The statuses of the requests since the last report. */
export type Report = readonly number[];

/** A sandbox that does not share this process. */
export type Service = Child<Address, Command, Report>;

export async function startService(projects: number): Promise<Service> {
	return await startChild(join(__dirname, 'serviceProcess.ts'), { projects });
}
