import { setTimeout as sleep } from 'node:timers/promises';
import { createCredential } from '../../../dev/host/credentials';
import { chain, node, START } from '../../../dev/host/draft';
import {
	type Execution,
	listExecutions,
	runWorkflow,
	untilEnded,
} from '../../../dev/host/executions';
import type { Host } from '../../../dev/host/n8n';
import { EVERY_FIVE_SECONDS } from '../../../dev/host/pollTimes';
import { request } from '../../../dev/host/request';
import type { Session } from '../../../dev/host/session';
import {
	createWorkflow,
	publishWorkflow,
	unpublishWorkflow,
	type Workflow,
} from '../../../dev/host/workflows';
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
const MAX_WAITS = 600;

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

	/** A workflow of a trigger and the node, or of Collab Trigger alone. */
	async workflow(
		name: string,
		parameters: Record<string, unknown>,
		auth = 'apiKey',
	): Promise<Workflow> {
		const { baseUrl, url } = this.service;
		const type = auth === 'apiKey' ? 'collabApi' : 'collabOAuth2Api';
		const data = auth === 'apiKey' ? { baseUrl, apiKey: 'key' } : oAuth2Data(baseUrl, url);
		const { id } = await createCredential(this.session, { name: type, type, data });
		const credentials = { [type]: { id, name: type } };
		const given = { authentication: auth, ...parameters };
		const nodes =
			'pollTimes' in parameters
				? [node('Collab Trigger', 'n8n-nodes-collab.collabTrigger', given, { credentials })]
				: [START, node('Collab', 'n8n-nodes-collab.collab', given, { credentials })];
		return await createWorkflow(this.session, chain(name, nodes));
	}

	/** Another node with the credential of that workflow's node. */
	async withCredentialOf(
		{ nodes, connections, settings }: Workflow,
		name: string,
		parameters: Record<string, unknown>,
	): Promise<Workflow> {
		const changed = nodes.map((node) =>
			node.credentials
				? { ...node, parameters: { authentication: 'oAuth2', ...parameters } }
				: node,
		);
		return await createWorkflow(this.session, {
			name,
			nodes: changed,
			connections,
			...(settings ? { settings } : {}),
		});
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
			const latest = await this.until(
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

	private async until<T>(find: () => Promise<T | undefined>): Promise<T> {
		for (let waits = 0; waits < MAX_WAITS; waits++) {
			const found = await find();
			if (found !== undefined) return found;
			await sleep(WAIT_MS);
		}
		throw new Error('The trigger started no execution');
	}
}

export const well: Script = (response) => answer(response, 200, listOf([]));

const oAuth2Data = (baseUrl: string, authServerUrl: string) => ({
	baseUrl,
	authServerUrl,
	grantType: 'clientCredentials',
	clientId: 'client',
	clientSecret: 'secret',
	scope: 'read',
});

export const POLLS = { events: ['created', 'updated'], pollTimes: EVERY_FIVE_SECONDS };
