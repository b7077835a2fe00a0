import { prepareCredentials } from '../../dev/demo/credentials';
import { chain, collab, START } from '../../dev/host/draft';
import type { Credential } from '../../dev/host/credentials';
import { type Environment, trustIn } from '../../dev/host/environment';
import {
	type Execution,
	itemsOf,
	listExecutions,
	runWorkflow,
	untilEnded,
} from '../../dev/host/executions';
import { freePort } from '../../dev/host/ports';
import { request } from '../../dev/host/request';
import type { Session } from '../../dev/host/session';
import {
	bindCredentials,
	type CredentialChoice,
	type WorkflowDraft,
} from '../../dev/host/template';
import { until } from '../../dev/host/waiting';
import {
	createWorkflow,
	publishWorkflow,
	unpublishWorkflow,
	type Workflow,
} from '../../dev/host/workflows';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../dev/sandbox';
import { newFolder, TestN8n } from './testN8n';

export type Row = Readonly<Record<string, unknown>>;

interface StageOptions {
	readonly sandbox: SandboxOptions;
	/** More environment variables for n8n. */
	readonly environment?: Environment;
	/** Other services whose certificates n8n is to trust. */
	readonly trusted?: readonly Sandbox[];
}

/** An n8n and a sandbox, with one credential of each type; the OAuth2 one has its consent. */
export class Stage {
	private readonly seen = new Set<string>();

	private constructor(
		readonly n8n: TestN8n,
		readonly sandbox: Sandbox,
		readonly credentials: CredentialChoice,
	) {}

	static async open({ trusted = [], environment, ...options }: StageOptions): Promise<Stage> {
		const port = await freePort();
		const redirectUris = [`http://127.0.0.1:${port}/rest/oauth2-credential/callback`];
		const sandbox = await startSandbox({ seed: 11, redirectUris, ...options.sandbox });
		const userFolder = await newFolder('n8n');
		const authorities = [sandbox, ...trusted].map((service) => service.certificateAuthority);
		const trusting = { ...(await trustIn(authorities, userFolder)), ...environment };
		try {
			const n8n = await TestN8n.start({ port, userFolder, environment: trusting });
			return new Stage(n8n, sandbox, await prepareCredentials(n8n.session, sandbox));
		} catch (error) {
			await sandbox.close();
			throw error;
		}
	}

	get session(): Session {
		return this.n8n.session;
	}

	/** Creates the workflow with these credentials. */
	async create(draft: WorkflowDraft): Promise<Workflow> {
		return await createWorkflow(this.session, bindCredentials(draft, this.credentials));
	}

	async publish(draft: WorkflowDraft): Promise<Workflow> {
		const workflow = await this.create(draft);
		await publishWorkflow(this.session, workflow);
		return workflow;
	}

	/** Runs the Collab node by hand. */
	async run(credential: Credential, parameters: Row): Promise<Execution> {
		const draft = chain('By hand', [START, collab(credential, parameters)]);
		return await runWorkflow(this.session, await createWorkflow(this.session, draft), 'Start');
	}

	/** Starts the workflow of that path; what came out of its last node. */
	async ask(path: string, init: RequestInit = {}): Promise<Row[]> {
		const answer = await request(`${this.session.url}/webhook/${path}`, init);
		const text = await answer.text();
		if (!answer.ok) throw new Error(`The workflow "${path}" answered ${answer.status}: ${text}`);
		return JSON.parse(text) as Row[];
	}

	/** The next execution of a published workflow, once it has ended; fails with n8n's message when it failed. */
	async next({ id: workflowId, name }: Workflow): Promise<Execution> {
		const { id } = await until(`an execution of "${name}"`, async () => {
			const executions = await listExecutions(this.session, workflowId);
			return executions.filter((one) => !this.seen.has(one.id)).at(-1);
		});
		this.seen.add(id);
		const execution = await untilEnded(this.session, id);
		if (execution.status === 'success') return execution;
		throw new Error(execution.data.resultData.error?.message ?? execution.status);
	}

	/** What the node puts out in the next execution. */
	async nextRows(workflow: Workflow, node: string): Promise<Row[]> {
		return itemsOf(await this.next(workflow), node).map(({ json }) => json);
	}

	async unpublish({ id }: Workflow): Promise<void> {
		await unpublishWorkflow(this.session, id);
	}

	/** The statuses of the answers at the path since the requests were cleared. */
	statusesAt(path: string): number[] {
		const requests = this.sandbox.requests.filter((one) => one.path === path);
		return requests.map(({ status }) => status);
	}

	async close(): Promise<void> {
		await this.n8n.close();
		await this.sandbox.close();
	}
}

export function byId<T extends object>(rows: readonly T[]): T[] {
	const idOf = (row: T) => ('id' in row ? String(row.id) : '');
	return [...rows].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}
