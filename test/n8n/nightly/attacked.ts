/** An n8n, and a service that answers as the test says, for tests that attack. */
import { connectOAuth2, createCredential, type Credential } from '../../../dev/host/credentials';
import type { WorkflowNode } from '../../../dev/host/template';
import {
	answer,
	listOf,
	scriptedServer,
	type Script,
	type ScriptedServer,
} from '../../engine/harness/scriptedServer';
import { type Row, Stage } from '../stage';

/** Easy to find where they should not be. */
export const SECRETS = {
	apiKey: 'leak-a1-api-key',
	clientSecret: 'leak-b2-client-secret',
	access: 'leak-c3-access-token',
	refresh: 'leak-d4-refresh-token',
};

const TOKENS = {
	access_token: SECRETS.access,
	refresh_token: SECRETS.refresh,
	token_type: 'bearer',
	expires_in: 3600,
};

export const well: Script = (response) => answer(response, 200, listOf([]));
let script = well;

export let stage: Stage;
export let service: ScriptedServer;

beforeAll(async () => {
	service = await scriptedServer((...request) => script(...request));
	stage = await Stage.open({ projects: 1 }, { environment: { N8N_LOG_LEVEL: 'debug' } });
});
afterAll(async () => {
	await stage?.close();
	await service?.close();
});

/** The service answers like this from now on. */
export const answerWith = (next: Script) => void (script = next);

export async function withKey(more: Row = {}): Promise<Credential> {
	const data = { baseUrl: service.baseUrl, apiKey: SECRETS.apiKey, ...more };
	return await createCredential(stage.session, { name: 'Key', type: 'collabApi', data });
}

/** Connected, as a person does it: with a code that is exchanged for tokens. */
export async function connected(): Promise<Credential> {
	const { baseUrl, url: authServerUrl } = service;
	const access = { grantType: 'authorizationCode', scope: 'read', clientId: 'client' };
	const data = { baseUrl, authServerUrl, ...access, clientSecret: SECRETS.clientSecret };
	const draft = { name: 'OAuth2', type: 'collabOAuth2Api', data };
	const credential = await createCredential(stage.session, draft);
	answerWith((response) => answer(response, 200, TOKENS));
	await connectOAuth2(stage.session, credential, (page) => {
		const { searchParams } = new URL(page);
		searchParams.set('code', 'code');
		return `${searchParams.get('redirect_uri')}?${searchParams.toString()}`;
	});
	return credential;
}

/** Runs the Collab node by hand, or another in its place, while the service answers like this. */
export async function run(
	next: Script,
	credential: Credential,
	parameters?: Row,
	more?: Partial<WorkflowNode>,
) {
	answerWith(next);
	return await stage.runNode(credential, parameters, more);
}
