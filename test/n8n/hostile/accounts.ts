/** Credentials with secrets that are easy to find, and workflows that use them. */
import {
	createCredential,
	type Credential,
	type CredentialTestResult,
	testCredential,
} from '../../../dev/host/credentials';
import { chain, collab, START } from '../../../dev/host/draft';
import { runWorkflow, type Execution } from '../../../dev/host/executions';
import { connectOAuth2 } from '../../../dev/host/oauth';
import type { WorkflowNode } from '../../../dev/host/template';
import { createWorkflow, type Workflow } from '../../../dev/host/workflows';
import { answer, type Script } from '../../engine/harness/scriptedServer';
import type { Stage } from './stage';

export const SECRETS = {
	apiKey: 'leak-a1-api-key',
	clientSecret: 'leak-b2-client-secret',
	access: 'leak-c3-access-token',
	refresh: 'leak-d4-refresh-token',
};

export class Accounts {
	constructor(private readonly stage: Stage) {}

	async withKey(more: Record<string, unknown> = {}): Promise<Credential> {
		const { baseUrl } = this.stage.service;
		const data = { baseUrl, apiKey: SECRETS.apiKey, ...more };
		return await createCredential(this.stage.session, { name: 'Key', type: 'collabApi', data });
	}

	/** Connected, as a person does it: with a code that is exchanged for tokens. */
	async connected(
		script: Script = (response) => answer(response, 200, tokens()),
	): Promise<Credential> {
		const { session, service } = this.stage;
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
		this.stage.script = script;
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
		return await createWorkflow(this.stage.session, chain('Attacked', nodes));
	}

	async trigger(credential: Credential, parameters: Record<string, unknown>): Promise<Workflow> {
		const node = collab(credential, parameters, 'n8n-nodes-collab.collabTrigger');
		return await createWorkflow(this.stage.session, chain('Attacked trigger', [node]));
	}

	async run(workflow: Workflow, start = 'Start'): Promise<Execution> {
		return await runWorkflow(this.stage.session, workflow, start);
	}

	async test(credential: Credential): Promise<CredentialTestResult> {
		return await testCredential(this.stage.session, credential);
	}
}

/** What a token endpoint gives out; `part` distinguishes later tokens from the first. */
export const tokens = (part = '') => ({
	access_token: SECRETS.access + part,
	refresh_token: SECRETS.refresh + part,
	token_type: 'bearer',
	expires_in: 3600,
});

/** Why an execution failed; undefined if it did not. */
export const errorOf = (execution: Execution) => execution.data.resultData.error?.message;
