/**
 * An attack on the secrets in a real n8n: the service gets them with every request, and repeats them wherever an answer has
 * room. None may come to stand in what a run shows and keeps, in n8n's log, or in any other file of n8n.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
	allowed,
	connectOAuth2,
	createCredential,
	type Credential,
	testCredential,
} from '../../../dev/host/credentials';
import { until } from '../../../dev/host/processes';
import { chain, collab, OFTEN } from '../../../dev/host/template';
import { listExecutions, untilEnded } from '../../../dev/host/workflows';
import type { Script, ScriptedServer, SeenRequest } from '../../engine/harness/scriptedServer';
import { answer, listOf, scriptedServer } from '../../engine/harness/scriptedServer';
import { callList, connectAssistant, offerTools } from '../examples';
import { type Row, Stage } from '../stage';

/** Easy to find where they should not be. */
const SECRETS = {
	apiKey: 'leak-a1-api-key',
	clientSecret: 'leak-b2-client-secret',
	access: 'leak-c3-access-token',
	refresh: 'leak-d4-refresh-token',
};
const { apiKey, clientSecret, access, refresh } = SECRETS;

const well: Script = (response) => answer(response, 200, listOf([]));
/** How the service answers. */
let script = well;
let service: ScriptedServer;
let stage: Stage;

beforeAll(async () => {
	service = await scriptedServer((...request) => script(...request));
	stage = await Stage.open({ projects: 1 }, { environment: { N8N_LOG_LEVEL: 'debug' } });
});
afterAll(async () => {
	await stage?.close();
	await service?.close();
});

async function withKey(): Promise<Credential> {
	const data = { baseUrl: service.baseUrl, apiKey };
	return await createCredential(stage.session, { name: 'Key', type: 'collabApi', data });
}

/** Connected, as a person does it: with a code that is exchanged for tokens. */
async function connected(): Promise<Credential> {
	const { baseUrl, url: authServerUrl } = service;
	const form = { grantType: 'authorizationCode', scope: 'read', clientId: 'client', clientSecret };
	const data = { baseUrl, authServerUrl, ...form };
	const draft = { name: 'OAuth2', type: 'collabOAuth2Api', data };
	const credential = await createCredential(stage.session, draft);
	const tokens = { access_token: access, refresh_token: refresh, token_type: 'bearer' };
	script = (response) => answer(response, 200, { ...tokens, expires_in: 3600 });
	await connectOAuth2(stage.session, credential, allowed);
	return credential;
}

/** Runs the Collab node by hand while the service answers like this. */
async function run(next: Script, credential: Credential, parameters: Row = {}) {
	script = next;
	return await stage.runNode(credential, { options: { maxRetryWait: 0 }, ...parameters });
}

/** All that the service knows of the caller. */
const echo = ({ headers, body }: SeenRequest) =>
	`${String(headers['x-api-key'])} ${String(headers.authorization)} ${body} ${Object.values(SECRETS).join(' ')}`;

const echoing =
	(status: number, headers: Record<string, string> = {}): Script =>
	(response, request) =>
		answer(response, status, { error: echo(request), error_description: echo(request) }, headers);

const text =
	(body: (words: string) => string): Script =>
	(response, request) =>
		answer(response, 200, body(echo(request)), { 'Content-Type': 'text/html' });

const ANSWERS: Readonly<Record<string, Script>> = {
	'status 401': echoing(401),
	'status 500': echoing(500),
	'a reason phrase': (response, request) => response.writeHead(503, echo(request)).end(),
	'a redirect with the secrets': echoing(302, {
		Location: `http://127.0.0.1:1/${apiKey}/${access}`,
	}),
	'a web page with status 200': text((words) => `<html>${words}</html>`),
	'broken JSON': text((words) => `{"data":[{"${words}`),
	'no gzip': echoing(200, { 'Content-Encoding': 'gzip' }),
	'a body that breaks off': (response, request) => {
		response.writeHead(200, { 'Content-Length': '100000' });
		response.write(echo(request), () => response.socket?.destroy());
	},
	'no HTTP': ({ socket }, request) => socket?.end(`${echo(request)}\r\n\r\n`),
};

/** The secrets as they are, and as Basic authentication writes them. */
const NEEDLES = [
	...Object.values(SECRETS),
	Buffer.from(`client:${clientSecret}`).toString('base64'),
];
const secretsIn = (shown: string | Buffer) => NEEDLES.filter((needle) => shown.includes(needle));

/** n8n's log, its database with what is not yet merged into it, and all its other files but the packages hold no secret. */
afterEach(async () => {
	const entries = await readdir(stage.userFolder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile() && !/node_modules|\.cache/.test(entry.parentPath))
		.map(({ parentPath, name }) => join(parentPath, name));
	expect(files.filter((file) => /database\.sqlite$|n8n\.log$/.test(file))).toHaveLength(2);
	for (const file of files) {
		const found = secretsIn(await readFile(file).catch(() => ''));
		expect({ file, found }).toEqual({ file, found: [] });
	}
});

async function expectNoSecret(act: () => Promise<unknown>, outcome: RegExp): Promise<void> {
	const shown = JSON.stringify(await act());
	expect(shown).toMatch(outcome);
	expect(secretsIn(shown)).toEqual([]);
}

const FAILED = /"status":"error"/;

it.each(Object.entries(ANSWERS))(
	'no secret is shown or kept after %s, to a list and to a refresh',
	async (_what, broken) => {
		const key = await withKey();
		await expectNoSecret(async () => await run(broken, key), FAILED);
		const account = await connected();
		const refusing: Script = (response, request, attempt) =>
			request.path === '/oauth/token' ? broken(response, request, attempt) : answer(response, 401);
		await expectNoSecret(async () => await run(refusing, account), FAILED);
	},
);

const trigger = (key: Credential) =>
	chain('Attacked trigger', [
		collab(key, { events: ['created'], pollTimes: OFTEN }, 'n8n-nodes-collab.collabTrigger'),
	]);

async function poll(key: Credential) {
	script = well;
	const workflow = await stage.publish(trigger(key));
	script = echoing(403);
	const find = async () => (await listExecutions(stage.session, workflow.id))[0];
	const { id } = await until('an execution', find);
	const execution = await untilEnded(stage.session, id);
	await stage.unpublish(workflow);
	return execution;
}

async function toolCall(key: Credential) {
	await offerTools(stage, { ...stage.credentials, apiKey: key });
	const assistant = await connectAssistant(stage);
	const result = await callList(assistant);
	await assistant.close();
	return result;
}

async function revoke() {
	const credential = await connected();
	const revoking = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };
	return await run(echoing(400), credential, revoking);
}

const goOn = async (key: Credential) =>
	await stage.runNode(key, {}, { onError: 'continueErrorOutput' });
const testEvent = async (key: Credential) => await stage.run(trigger(key), 'Collab');
const connectionTest = async (key: Credential) => await testCredential(stage.session, key);

it.each<[where: string, outcome: RegExp, act: (key: Credential) => Promise<unknown>]>([
	['the items that go on', /"status":"success"/, goOn],
	['a poll', FAILED, poll],
	['a test event', FAILED, testEvent],
	['Revoke', /could not be revoked/, revoke],
	['a connection test', /"status":"Error"/, connectionTest],
	['a tool that an assistant calls', /does not allow/, toolCall],
])(
	'no secret is shown or kept in %s when the service repeats all it knows',
	async (_where, outcome, act) => {
		const key = await withKey();
		script = echoing(403);
		await expectNoSecret(async () => await act(key), outcome);
	},
);
