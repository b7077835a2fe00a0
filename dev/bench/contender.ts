import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import axios from 'axios';
import { createCredential } from '../host/credentials';
import { startN8n, type Host } from '../host/n8n';
import { Session } from '../host/session';
import { createWorkflow, publishWorkflow } from '../host/workflows';
import type { MemoryUse, Run } from './results';
import type { Service } from './serviceProcess';
import { cpuMs, peakBytes, resetPeak, residentBytes, untilIdle } from './usage';
import { draft, type Strategy } from './workflows';

export interface Surroundings {
	/** For n8n's data; one folder below it for each n8n. */
	readonly folder: string;
	/** Where the built package lies. */
	readonly packageFolder: string;
	readonly signal: AbortSignal;
	/** Given what ends a started process, at once. */
	readonly onStarted: (end: () => Promise<void>) => void;
}

const OWNER = {
	email: 'owner@collab.example',
	password: 'Collab-bench-1',
	firstName: 'Olu',
	lastName: 'Owner',
};

const COLLECT = join(__dirname, 'collect-on-signal.cjs');
const PATH = 'run';
const TOO_MANY_REQUESTS = 429;

/** A fresh n8n that holds one workflow, ready to run it. */
export class Contender {
	private constructor(
		private readonly host: Host,
		private readonly service: Service,
		private readonly signal: AbortSignal,
	) {}

	static async start(
		strategy: Strategy,
		service: Service,
		{ folder, packageFolder, signal, onStarted }: Surroundings,
	): Promise<Contender> {
		const userFolder = await mkdtemp(join(folder, 'n8n-'));
		const environment = { NODE_OPTIONS: `--require ${JSON.stringify(COLLECT)}` };
		const host = await startN8n({ userFolder, packageFolder, environment, signal });
		onStarted(async () => await host.stop());
		const session = await Session.open(host.url, OWNER);
		const { baseUrl, apiKey } = service.greeting;
		const credential = await createCredential(session, {
			name: 'Collab',
			type: 'collabApi',
			data: { baseUrl, apiKey },
		});
		const workflow = draft(strategy, { path: PATH, credential, baseUrl });
		await publishWorkflow(session, await createWorkflow(session, workflow));
		return new Contender(host, service, signal);
	}

	/** Runs the workflow once; n8n has nothing else to do meanwhile. */
	async run(projects: number): Promise<Run> {
		const { processId } = this.host;
		await untilIdle(processId);
		await this.service.command({});
		const cpuBeforeMs = await cpuMs(processId);
		const startedAt = performance.now();
		const isComplete = await this.request(projects);
		const ms = performance.now() - startedAt;
		const statuses = await this.service.command({});
		await untilIdle(processId);
		return {
			ms,
			cpuMs: (await cpuMs(processId)) - cpuBeforeMs,
			requests: statuses.length,
			refused: statuses.filter((status) => status === TOO_MANY_REQUESTS).length,
			isComplete,
		};
	}

	/** Runs the workflow once, after n8n has freed all memory that it can. */
	async measureMemory(projects: number): Promise<MemoryUse> {
		const { processId } = this.host;
		await untilIdle(processId);
		process.kill(processId, 'SIGUSR2');
		await untilIdle(processId);
		await resetPeak(processId);
		const restBytes = await residentBytes(processId);
		if (!(await this.request(projects))) throw new Error('The run was not complete');
		return { restBytes, peakBytes: await peakBytes(processId) };
	}

	/** Whether every project came out once. */
	private async request(projects: number): Promise<boolean> {
		const { status, data } = await axios.get<Readonly<Record<string, unknown>>>(
			`${this.host.url}/webhook/${PATH}`,
			{ validateStatus: () => true, signal: this.signal },
		);
		return status === 200 && data['count_id'] === projects && data['unique_count_id'] === projects;
	}
}
