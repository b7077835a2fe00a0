import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { connectOAuth2, createCredential, type Credential } from '../../../dev/host/credentials';
import type { Environment } from '../../../dev/host/environment';
import { chain, collab, OFTEN, type WorkflowNode } from '../../../dev/host/template';
import * as workflows from '../../../dev/host/workflows';
import { until } from '../../../dev/host/waiting';
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

/** As they are, and as Basic authentication writes them. */
const NEEDLES = [
	...Object.values(SECRETS),
	Buffer.from(`client:${SECRETS.clientSecret}`).toString('base64'),
];

/** What a token endpoint gives out; `part` distinguishes later tokens from the first. */
export const tokens = (part = '') => ({
	access_token: SECRETS.access + part,
	refresh_token: SECRETS.refresh + part,
	token_type: 'bearer',
	expires_in: 3600,
});

const well: Script = (response) => answer(response, 200, listOf([]));
let script = well;

/** An n8n, and a service that answers as the test says. */
export let stage: Stage;
export let service: ScriptedServer;

export async function open(environment?: Environment): Promise<void> {
	service = await scriptedServer((...request) => script(...request));
	stage = await Stage.open({ sandbox: { projects: 1 }, environment });
}

export async function close(): Promise<void> {
	await stage?.close();
	await service?.close();
}

/** How the service answers from now on. */
export const answerWith = (next: Script) => void (script = next);

export async function withKey(more: Row = {}): Promise<Credential> {
	const data = { baseUrl: service.baseUrl, apiKey: SECRETS.apiKey, ...more };
	return await createCredential(stage.session, { name: 'Key', type: 'collabApi', data });
}

/** Connected, as a person does it: with a code that is exchanged for tokens. */
export async function connected(
	exchange: Script = (response) => answer(response, 200, tokens()),
): Promise<Credential> {
	const { baseUrl, url: authServerUrl } = service;
	const access = { grantType: 'authorizationCode', scope: 'read', clientId: 'client' };
	const data = { baseUrl, authServerUrl, ...access, clientSecret: SECRETS.clientSecret };
	const draft = { name: 'OAuth2', type: 'collabOAuth2Api', data };
	const credential = await createCredential(stage.session, draft);
	answerWith(exchange);
	await connectOAuth2(stage.session, credential, (page) => {
		const { searchParams } = new URL(page);
		const back = new URL(searchParams.get('redirect_uri') ?? '');
		back.searchParams.set('code', 'code');
		back.searchParams.set('state', searchParams.get('state') ?? '');
		return back.href;
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

/** One poll, after the workflow was published while the service was well; or a test event. */
export async function poll(next: Script, credential: Credential, what = 'poll') {
	const { session } = stage;
	const parameters = { events: ['created', 'updated'], pollTimes: OFTEN };
	const node = collab(credential, parameters, 'n8n-nodes-collab.collabTrigger');
	const workflow = await workflows.createWorkflow(session, chain('Attacked trigger', [node]));
	answerWith(what === 'poll' ? well : next);
	if (what === 'test event') return await workflows.runWorkflow(session, workflow, 'Collab');
	await workflows.publishWorkflow(session, workflow);
	answerWith(next);
	const found = async () => (await workflows.listExecutions(session, workflow.id))[0];
	const { id } = await until('an execution', found);
	const execution = await workflows.untilEnded(session, id);
	await stage.unpublish(workflow);
	return execution;
}

/**
 * Files of n8n that hold a secret, as paths below its folder: its log, its database with what is not yet merged into it,
 * its records of events, and all else but the packages.
 */
export async function filesWithSecrets(): Promise<string[]> {
	const folder = stage.userFolder;
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile() && !/node_modules|\.cache/.test(entry.parentPath))
		.map(({ parentPath, name }) => join(parentPath, name));
	expect(files.filter((file) => /database\.sqlite$|n8n\.log$/.test(file))).toHaveLength(2);
	const found = files.map(async (file) => {
		const bytes = await readFile(file).catch(() => Buffer.alloc(0));
		return NEEDLES.some((needle) => bytes.includes(needle)) ? [relative(folder, file)] : [];
	});
	return (await Promise.all(found)).flat();
}

export function expectNoSecret(shown: unknown): void {
	const seen = JSON.stringify(shown);
	expect(NEEDLES.filter((needle) => seen.includes(needle))).toEqual([]);
}
