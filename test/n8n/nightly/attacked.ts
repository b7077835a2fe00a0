import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createCredential, type Credential } from '../../../dev/host/credentials';
import { chain, collab, OFTEN, START } from '../../../dev/host/draft';
import type { Environment } from '../../../dev/host/environment';
import {
	type Execution,
	listExecutions,
	runWorkflow,
	untilEnded,
} from '../../../dev/host/executions';
import { connectOAuth2 } from '../../../dev/host/oauth';
import type { WorkflowNode } from '../../../dev/host/template';
import { until } from '../../../dev/host/waiting';
import { createWorkflow, publishWorkflow, unpublishWorkflow } from '../../../dev/host/workflows';
import {
	answer,
	listOf,
	scriptedServer,
	type Script,
	type ScriptedServer,
} from '../../engine/harness/scriptedServer';
import type { Row } from '../stage';
import { TestN8n } from '../testN8n';

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

/** An n8n whose nodes ask a service that answers as the test says. */
export class Attacked {
	/** How the service answers from now on. */
	script: Script = well;

	private constructor(
		readonly n8n: TestN8n,
		readonly service: ScriptedServer,
	) {}

	static async open(environment: Environment = {}): Promise<Attacked> {
		const n8n = await TestN8n.start({ environment });
		let opened: Attacked | undefined = undefined;
		const service = await scriptedServer((...request) => opened?.script(...request));
		return (opened = new Attacked(n8n, service));
	}

	async close(): Promise<void> {
		await this.n8n.close();
		await this.service.close();
	}

	async withKey(more: Row = {}): Promise<Credential> {
		const { baseUrl } = this.service;
		const data = { baseUrl, apiKey: SECRETS.apiKey, ...more };
		return await createCredential(this.n8n.session, { name: 'Key', type: 'collabApi', data });
	}

	/** Connected, as a person does it: with a code that is exchanged for tokens. */
	async connected(
		script: Script = (response) => answer(response, 200, tokens()),
	): Promise<Credential> {
		const { baseUrl, url: authServerUrl } = this.service;
		const access = { grantType: 'authorizationCode', scope: 'read', clientId: 'client' };
		const data = { baseUrl, authServerUrl, ...access, clientSecret: SECRETS.clientSecret };
		const draft = { name: 'OAuth2', type: 'collabOAuth2Api', data };
		const credential = await createCredential(this.n8n.session, draft);
		this.script = script;
		await connectOAuth2(this.n8n.session, credential, async (page) => {
			const { searchParams } = new URL(page);
			const back = new URL(searchParams.get('redirect_uri') ?? '');
			back.searchParams.set('code', 'code');
			back.searchParams.set('state', searchParams.get('state') ?? '');
			return await Promise.resolve(back.href);
		});
		return credential;
	}

	/** Runs the Collab node by hand, or another in its place, while the service answers like this. */
	async run(
		script: Script,
		credential: Credential,
		parameters: Row = {},
		more: Partial<WorkflowNode> = {},
	): Promise<Execution> {
		const draft = chain('Attacked', [START, { ...collab(credential, parameters), ...more }]);
		const workflow = await createWorkflow(this.n8n.session, draft);
		this.script = script;
		return await runWorkflow(this.n8n.session, workflow, 'Start');
	}

	/** One poll, after the workflow was published while the service was well; or a test event. */
	async poll(
		script: Script,
		credential: Credential,
		what: 'poll' | 'test event' = 'poll',
	): Promise<Execution> {
		const { session } = this.n8n;
		const parameters = { events: ['created', 'updated'], pollTimes: OFTEN };
		const node = collab(credential, parameters, 'n8n-nodes-collab.collabTrigger');
		const workflow = await createWorkflow(session, chain('Attacked trigger', [node]));
		this.script = what === 'poll' ? well : script;
		if (what === 'test event') return await runWorkflow(session, workflow, 'Collab');
		await publishWorkflow(session, workflow);
		this.script = script;
		const found = async () => (await listExecutions(session, workflow.id))[0];
		const execution = await untilEnded(session, (await until('an execution', found)).id);
		await unpublishWorkflow(session, workflow.id);
		return execution;
	}

	/**
	 * Files of n8n that hold a secret, as paths below its folder: its log, its database with what is not yet merged into it,
	 * its records of events, and all else but the packages.
	 */
	async filesWithSecrets(): Promise<string[]> {
		const folder = this.n8n.userFolder;
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
}

/** Why an execution failed; undefined if it did not. */
export const errorOf = ({ data }: Execution) => data.resultData.error?.message;

export function expectNoSecret(shown: unknown): void {
	const seen = JSON.stringify(shown);
	expect(NEEDLES.filter((needle) => seen.includes(needle))).toEqual([]);
}
