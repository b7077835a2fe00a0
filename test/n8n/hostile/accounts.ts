/** Credentials with secrets that are easy to find, and workflows that use them. */
import {
	createCredential,
	type Credential,
	type CredentialTestResult,
	testCredential,
} from '../../../dev/host/credentials';
import { runWorkflow, type Execution } from '../../../dev/host/executions';
import { connectOAuth2 } from '../../../dev/host/oauth';
import { createWorkflow, type Workflow } from '../../../dev/host/workflows';
import { answer, type Script } from '../../engine/harness/scriptedServer';
import type { Stage } from './stage';

export const SECRETS = {
	apiKey: 'leak-a1-api-key',
	clientSecret: 'leak-b2-client-secret',
	access: 'leak-c3-access-token',
	refresh: 'leak-d4-refresh-token',
};

const COLLAB = 'n8n-nodes-collab.collab';

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
			back.search = new URLSearchParams({
				code: 'code',
				state: searchParams.get('state') ?? '',
			}).toString();
			return await Promise.resolve(back.href);
		});
		return credential;
	}

	/** A workflow of a manual trigger and one node. */
	async workflow(
		credential: Credential,
		parameters: Record<string, unknown> = {},
		{ type = COLLAB, ...settings }: { type?: string; onError?: string } = {},
	): Promise<Workflow> {
		const authentication = credential.type === 'collabApi' ? 'apiKey' : 'oAuth2';
		const node = {
			...common('2', 'Collab', type),
			parameters: { ...(type === COLLAB ? { authentication } : {}), ...parameters },
			credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			...settings,
		};
		const start = { ...common('1', 'Start', 'n8n-nodes-base.manualTrigger'), parameters: {} };
		return await createWorkflow(this.stage.session, {
			name: 'Attacked',
			nodes: [start, node],
			connections: { Start: { main: [[{ node: 'Collab', type: 'main', index: 0 }]] } },
			settings: {},
		});
	}

	async trigger(credential: Credential, parameters: Record<string, unknown>): Promise<Workflow> {
		const node = {
			...common('3', 'Collab Trigger', 'n8n-nodes-collab.collabTrigger'),
			parameters: { authentication: 'apiKey', ...parameters },
			credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		};
		return await createWorkflow(this.stage.session, {
			name: 'Attacked trigger',
			nodes: [node],
			connections: {},
			settings: {},
		});
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

const common = (id: string, name: string, type: string) => ({
	id,
	name,
	type,
	typeVersion: type === 'n8n-nodes-base.httpRequest' ? 4.2 : 1,
	position: [0, 0],
});

/** Why an execution failed; undefined if it did not. */
export const errorOf = (execution: Execution) => execution.data.resultData.error?.message;
