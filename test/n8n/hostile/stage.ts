import {
	createCredential,
	type Credential,
	type CredentialTestResult,
	testCredential,
} from '../../../dev/host/credentials';
import { chain, collab, EVERY_FIVE_SECONDS, START } from '../../../dev/host/draft';
import {
	type Execution,
	listExecutions,
	runWorkflow,
	untilEnded,
} from '../../../dev/host/executions';
import type { Host } from '../../../dev/host/n8n';
import { connectOAuth2 } from '../../../dev/host/oauth';
import type { Session } from '../../../dev/host/session';
import type { WorkflowNode } from '../../../dev/host/template';
import { until } from '../../../dev/host/waiting';
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

/** Easy to find where they should not be. */
export const SECRETS = {
	apiKey: 'leak-a1-api-key',
	clientSecret: 'leak-b2-client-secret',
	access: 'leak-c3-access-token',
	refresh: 'leak-d4-refresh-token',
};

/** An n8n with credentials and workflows, whose nodes ask a service that answers as the test says. */
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

	async withKey(more: Record<string, unknown> = {}): Promise<Credential> {
		const { baseUrl } = this.service;
		const data = { baseUrl, apiKey: SECRETS.apiKey, ...more };
		return await createCredential(this.session, { name: 'Key', type: 'collabApi', data });
	}

	/** Connected, as a person does it: with a code that is exchanged for tokens. */
	async connected(
		script: Script = (response) => answer(response, 200, tokens()),
	): Promise<Credential> {
		const { session, service } = this;
		const credential = await createCredential(session, {
			name: 'OAuth2',
			type: 'collabOAuth2Api',
			data: {
				baseUrl: service.baseUrl,
				authServerUrl: service.url,
				grantType: 'authorizationCode',
				clientId: 'client',
				clientSecret: SECRETS.clientSecret,
				scope: 'read',
			},
		});
		this.script = script;
		await connectOAuth2(session, credential, async (page) => {
			const { searchParams } = new URL(page);
			const back = new URL(searchParams.get('redirect_uri') ?? '');
			back.searchParams.set('code', 'code');
			back.searchParams.set('state', searchParams.get('state') ?? '');
			return await Promise.resolve(back.href);
		});
		return credential;
	}

	/** A workflow of a manual trigger and the Collab node, or the one given. */
	async workflow(
		credential: Credential,
		parameters: Record<string, unknown> = {},
		more: Partial<WorkflowNode> = {},
	): Promise<Workflow> {
		const nodes = [START, { ...collab(credential, parameters), ...more }];
		return await createWorkflow(this.session, chain('Attacked', nodes));
	}

	async trigger(credential: Credential, parameters: Record<string, unknown>): Promise<Workflow> {
		const node = collab(credential, parameters, 'n8n-nodes-collab.collabTrigger');
		return await createWorkflow(this.session, chain('Attacked trigger', [node]));
	}

	async run(workflow: Workflow, start = 'Start'): Promise<Execution> {
		return await runWorkflow(this.session, workflow, start);
	}

	async test(credential: Credential): Promise<CredentialTestResult> {
		return await testCredential(this.session, credential);
	}

	/** Publishes the workflow while the service is well, then gives its next poll. */
	async poll(workflow: Workflow, script: Script): Promise<Execution> {
		this.script = well;
		await publishWorkflow(this.session, workflow);
		this.script = script;
		const { id } = await until(
			'an execution',
			async () => (await listExecutions(this.session, workflow.id))[0],
		);
		const execution = await untilEnded(this.session, id);
		await unpublishWorkflow(this.session, workflow.id);
		return execution;
	}
}

const well: Script = (response) => answer(response, 200, listOf([]));

export const POLLS = { events: ['created', 'updated'], pollTimes: EVERY_FIVE_SECONDS };

/** What a token endpoint gives out; `part` distinguishes later tokens from the first. */
export const tokens = (part = '') => ({
	access_token: SECRETS.access + part,
	refresh_token: SECRETS.refresh + part,
	token_type: 'bearer',
	expires_in: 3600,
});

/** Why an execution failed; undefined if it did not. */
export const errorOf = (execution: Execution) => execution.data.resultData.error?.message;
