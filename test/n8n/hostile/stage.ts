import { setTimeout as sleep } from 'node:timers/promises';
import { EVERY_FIVE_SECONDS } from '../../../dev/host/draft';
import {
	type Execution,
	listExecutions,
	runWorkflow,
	untilEnded,
} from '../../../dev/host/executions';
import type { Host } from '../../../dev/host/n8n';
import { request } from '../../../dev/host/request';
import type { Session } from '../../../dev/host/session';
import { until } from '../../../dev/host/waiting';
import { publishWorkflow, unpublishWorkflow, type Workflow } from '../../../dev/host/workflows';
import {
	answer,
	listOf,
	scriptedServer,
	type Script,
	type ScriptedServer,
} from '../../engine/harness/scriptedServer';
import { OwnN8n } from '../ownN8n';
import { peakBytes, resetPeak, residentBytes } from '../../../dev/bench/usage';

const BYTES_PER_MB = 1024 * 1024;
const WAIT_MS = 200;

export interface Measured {
	readonly execution: Execution;
	/** What n8n took beyond what it had before, at most. */
	readonly tookMb: number;
	/** Whether n8n's own address answered all the while. */
	readonly healthy: boolean;
	readonly requests: number;
}

/** An n8n whose nodes ask a service that answers as the test says. */
export class Stage {
	/** How the service answers from now on. */
	script: Script = well;

	private constructor(
		private readonly n8n: OwnN8n,
		readonly service: ScriptedServer,
	) {}

	static async open(environment: Record<string, string> = {}): Promise<Stage> {
		const n8n = await OwnN8n.start({ environment });
		let stage: Stage | undefined = undefined;
		const service = await scriptedServer((...request) => stage?.script(...request));
		stage = new Stage(n8n, service);
		return stage;
	}

	get host(): Host {
		return this.n8n.host;
	}

	get session(): Session {
		return this.n8n.session;
	}

	get userFolder(): string {
		return this.n8n.userFolder;
	}

	async close(): Promise<void> {
		await this.n8n.close();
		await this.service.close();
	}

	async run(workflow: Workflow, script: Script): Promise<Measured> {
		return await this.measure(
			script,
			async () => await runWorkflow(this.session, workflow, 'Start'),
		);
	}

	/** Publishes the workflow while the service is well, then measures its next poll. */
	async poll(workflow: Workflow, script: Script): Promise<Measured> {
		this.script = well;
		await publishWorkflow(this.session, workflow);
		const measured = await this.measure(script, async () => {
			const latest = await until(
				'an execution',
				async () => (await listExecutions(this.session, workflow.id))[0],
			);
			return await untilEnded(this.session, latest.id);
		});
		await unpublishWorkflow(this.session, workflow.id);
		return measured;
	}

	private async measure(script: Script, act: () => Promise<Execution>): Promise<Measured> {
		this.script = script;
		const { processId, url } = this.host;
		const before = this.service.requests.length;
		await resetPeak(processId);
		const beforeBytes = await residentBytes(processId);
		let isOver = false;
		const health = this.watchHealth(url, () => isOver);
		const execution = await act();
		isOver = true;
		const tookMb = ((await peakBytes(processId)) - beforeBytes) / BYTES_PER_MB;
		this.script = well;
		const requests = this.service.requests.length - before;
		return { execution, tookMb, healthy: await health, requests };
	}

	private async watchHealth(url: string, isOver: () => boolean): Promise<boolean> {
		let answers = 0;
		while (!isOver()) {
			if (!(await request(`${url}/healthz`)).ok) return false;
			answers++;
			await sleep(WAIT_MS);
		}
		return answers > 0;
	}
}

export const well: Script = (response) => answer(response, 200, listOf([]));

export const POLLS = { events: ['created', 'updated'], pollTimes: EVERY_FIVE_SECONDS };
