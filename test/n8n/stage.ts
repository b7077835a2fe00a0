import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Credential, CredentialChoice } from '../../dev/host/credentials';
import { prepareCredentials } from '../../dev/host/credentials';
import { type Environment, trustIn } from '../../dev/host/environment';
import { type Host, startN8n } from '../../dev/host/n8n';
import { freePort, until } from '../../dev/host/processes';
import { request, Session } from '../../dev/host/session';
import type { WorkflowDraft, WorkflowNode } from '../../dev/host/template';
import { bindCredentials, chain, collab, POLL_EVERY_MS, START } from '../../dev/host/template';
import * as workflows from '../../dev/host/workflows';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../dev/sandbox';
import { SEEDED_DAY_MS } from '../random';

export type Row = Readonly<Record<string, unknown>>;

/** Keeps times and states in n8n's database. Versions that do not have it poll as before. */
export const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

export const newFolder = (name: string) => mkdtemp(join(tmpdir(), `collab-${name}-`));

interface StageOptions {
	/** Of n8n; any free one by default. */
	readonly port?: number;
	readonly environment?: Environment;
	/** Other services whose certificates n8n is to trust. */
	readonly trusted?: ReadonlyArray<Pick<Sandbox, 'certificateAuthority'>>;
}

/** An n8n with somebody signed in, and a sandbox, with one credential of each type; the OAuth2 one has its consent. */
export class Stage {
	host!: Host;
	session!: Session;
	credentials!: CredentialChoice;
	private readonly seen = new Set<string>();

	private constructor(
		readonly sandbox: Sandbox,
		readonly userFolder: string,
		private readonly port: number,
		private readonly environment: Environment,
	) {}

	static async open(options: SandboxOptions, more: StageOptions = {}) {
		const port = more.port ?? (await freePort());
		const sandbox = await startSandbox({ seed: 11, todayMs: SEEDED_DAY_MS, ...options });
		const userFolder = await newFolder('n8n');
		const authorities = [sandbox, ...(more.trusted ?? [])].map(
			(service) => service.certificateAuthority,
		);
		const trust = await trustIn(authorities, userFolder);
		const environment = { ...trust, ...more.environment };
		const stage = new Stage(sandbox, userFolder, port, environment);
		try {
			await stage.start();
			stage.credentials = await prepareCredentials(stage.session, sandbox);
			return stage;
		} catch (error) {
			await stage.close();
			throw error;
		}
	}

	private async start(more: Environment = {}): Promise<void> {
		const { userFolder, port } = this;
		const environment = { ...this.environment, ...more };
		this.host = await startN8n({ userFolder, port, environment });
		this.session = await Session.open(this.host);
	}

	/** Stops n8n, and starts it again on the same data. */
	async restart(meanwhile: () => Promise<void> | void, more?: Environment): Promise<void> {
		await this.host.stop();
		await meanwhile();
		await this.start(more);
	}

	async close(): Promise<void> {
		await this.host?.stop();
		await rm(this.userFolder, { recursive: true, force: true });
		await this.sandbox.close();
	}

	/** Creates the workflow; nodes without a credential get the stage's. */
	private async create(draft: WorkflowDraft) {
		return await workflows.createWorkflow(this.session, bindCredentials(draft, this.credentials));
	}

	async publish(draft: WorkflowDraft) {
		const workflow = await this.create(draft);
		await workflows.publishWorkflow(this.session, workflow);
		return workflow;
	}

	async unpublish({ id }: workflows.Workflow): Promise<void> {
		await this.session.post(`/workflows/${id}/deactivate`, {});
	}

	/** Runs a workflow by hand. */
	async run(draft: WorkflowDraft, trigger = 'Start') {
		const workflow = await this.create(draft);
		return await workflows.runWorkflow(this.session, workflow, trigger);
	}

	/** Runs the Collab node by hand, or another in its place. */
	async runNode(credential: Credential, parameters: Row = {}, more: Partial<WorkflowNode> = {}) {
		const node = { ...collab(credential, parameters), ...more };
		return await this.run(chain('By hand', [START, node]));
	}

	/** Starts the workflow of that path, and gives what it answers. */
	async ask<T>(path: string, body: object = {}): Promise<T> {
		const headers = { 'Content-Type': 'application/json' };
		const init = { method: 'POST', headers, body: JSON.stringify(body) };
		const answer = await request(`${this.session.url}/webhook/${path}`, init);
		if (answer.ok) return (await answer.json()) as T;
		throw new Error(`"${path}" answered ${answer.status}: ${await answer.text()}`);
	}

	/** Waits for a published workflow's next execution; fails with n8n's message when that failed. */
	async next({ id: workflowId, name }: workflows.Workflow): Promise<workflows.Execution> {
		const { id } = await until(`an execution of "${name}"`, async () => {
			const executions = await workflows.listExecutions(this.session, workflowId);
			return executions.filter((one) => !this.seen.has(one.id)).at(-1);
		});
		this.seen.add(id);
		const execution = await workflows.untilEnded(this.session, id);
		if (execution.status === 'success') return execution;
		throw new Error(errorOf(execution) ?? execution.status);
	}

	/** Waits until so many polls have begun and ended: each asks the service at a time of its own. */
	async polls(count: number): Promise<void> {
		this.sandbox.clearRequests();
		await until(`${count} polls`, () => {
			const times = this.sandbox.requests.map(({ atMs }) => Math.floor(atMs / POLL_EVERY_MS));
			// The first may have begun before, and the last may not have ended.
			return new Set(times).size >= count + 2 || undefined;
		});
	}
}

export const errorOf = ({ data }: workflows.Execution) => data.resultData.error?.message;

export const rowsOf = (execution: workflows.Execution, node: string): Row[] =>
	workflows.itemsOf(execution, node).map(({ json }) => json);

export function by<T extends object>(field: keyof T & string, rows: readonly T[]): T[] {
	return [...rows].sort((a, b) => (String(a[field]) < String(b[field]) ? -1 : 1));
}
