import { createCredential, testCredential } from '../../../dev/host/credentials';
import { itemsOf, listExecutions, untilEnded } from '../../../dev/host/executions';
import { request } from '../../../dev/host/request';
import type { Workflow } from '../../../dev/host/workflows';
import { ask, byId, held, lastError } from './answers';
import { Stage } from '../stage';
import { onRequest, withErrorOutput } from './workflows';

const PROJECTS = 1234;
const ALL = { resource: 'project', operation: 'list', returnAll: true };

interface Listed {
	readonly name: string;
	readonly iconUrl?: string | Readonly<Record<'light' | 'dark', string>>;
}

let stage: Stage;
/** The workflow that lists with OAuth2, in the end. */
let lister: Workflow;

beforeAll(async () => {
	stage = await Stage.open({ sandbox: { projects: PROJECTS } });
});
afterAll(async () => await stage?.close());

/** What the editor reads to know all nodes or credentials. */
async function known(list: 'nodes' | 'credentials', name: RegExp): Promise<Listed[]> {
	const { url, cookie } = stage.session;
	const answer = await request(`${url}/types/${list}.json`, { headers: { Cookie: cookie } });
	const all = (await answer.json()) as Listed[];
	return all.filter((one) => name.test(one.name));
}

describe('Loads', () => {
	it('nodes and credentials are known, and each has its icon', async () => {
		const nodes = await known('nodes', /^n8n-nodes-collab\.collab(Trigger)?$/);
		const credentials = await known('credentials', /^collab(OAuth2)?Api$/);
		expect(nodes.map(({ name }) => name).sort()).toEqual([
			'n8n-nodes-collab.collab',
			'n8n-nodes-collab.collabTrigger',
		]);
		expect(credentials.map(({ name }) => name).sort()).toEqual(['collabApi', 'collabOAuth2Api']);
		for (const { iconUrl = '' } of [...nodes, ...credentials]) {
			const paths = typeof iconUrl === 'string' ? [iconUrl] : Object.values(iconUrl);
			for (const path of paths) {
				const answer = await request(`${stage.session.url}/${path}`);
				expect([path, answer.headers.get('content-type')]).toEqual([
					expect.stringContaining('collab'),
					expect.stringMatching(/^image\/svg/),
				]);
			}
		}
	});
});

describe('Connects', () => {
	it('both credentials pass their test', async () => {
		for (const credential of [stage.credentials.apiKey, stage.credentials.oAuth2]) {
			const { status, message } = await testCredential(stage.session, credential);
			expect({ status, message }).toEqual({ status: 'OK', message });
		}
	});

	it('a wrong key does not', async () => {
		const { baseUrl } = stage.sandbox;
		const data = { baseUrl, apiKey: 'wrong' };
		const draft = { name: 'Wrong key', type: 'collabApi', data };
		const wrong = await createCredential(stage.session, draft);
		expect(await testCredential(stage.session, wrong)).toMatchObject({ status: 'Error' });
	});
});

describe.each([
	['Lists with API key', 'apiKey'],
	['Lists with OAuth2', 'oAuth2'],
])('%s', (_title, authentication) => {
	it('all projects come, each with all fields', async () => {
		const path = `all-${authentication}`;
		lister = await stage.publish(onRequest(path, { ...ALL, authentication, output: 'raw' }));
		expect(byId(await ask(stage, path))).toEqual(held(stage));
	});

	it('simplified output has ten fields of them, and computed ones', async () => {
		const path = `few-${authentication}`;
		const parameters = {
			resource: 'project',
			operation: 'list',
			limit: 3,
			addComputedFields: true,
		};
		await stage.publish(onRequest(path, { ...parameters, authentication }));
		const items = await ask(stage, path);
		const newest = [...held(stage)].sort((a, b) => (a.updated_at > b.updated_at ? -1 : 1));
		expect(items).toHaveLength(3);
		expect(items[0]).toMatchObject({ id: newest[0]?.id, name: newest[0]?.name });
		expect(Object.keys(items[0] ?? {})).toHaveLength(15);
	});
});

describe('Sends errors to the error output', () => {
	let workflow: Workflow;
	beforeAll(async () => {
		workflow = await stage.publish(withErrorOutput('status'));
	});

	/** How many items reached the node after each output in the latest execution. */
	async function reached(): Promise<Record<'listed' | 'failed', number>> {
		const [latest] = await listExecutions(stage.session, workflow.id);
		const execution = await untilEnded(stage.session, latest?.id ?? '');
		const countAt = (node: string) => itemsOf(execution, node).length;
		return { listed: countAt('Listed'), failed: countAt('Failed') };
	}

	it('not the projects that were listed', async () => {
		expect(await ask(stage, 'status?status=active')).toHaveLength(50);
		expect(await reached()).toEqual({ listed: 50, failed: 0 });
	});

	it('the item whose parameter cannot be used', async () => {
		expect(await ask(stage, 'status?status=closed')).toEqual([
			expect.objectContaining({ error: expect.stringContaining("'Status'") as string }),
		]);
		expect(await reached()).toEqual({ listed: 0, failed: 1 });
	});
});

describe('Revokes', () => {
	it('both tokens, and lists no more until the account is connected again', async () => {
		const parameters = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };
		await stage.publish(onRequest('revoke', { ...parameters, authentication: 'oAuth2' }));
		expect(await ask(stage, 'revoke')).toMatchObject([
			{ revoked: ['refresh_token', 'access_token'] },
		]);
		await expect(ask(stage, 'all-oAuth2')).rejects.toThrow(/answered 500/);
		expect(await lastError(stage, lister)).toMatch(/did not accept the credential/);
		expect(await testCredential(stage.session, stage.credentials.oAuth2)).toMatchObject({
			status: 'Error',
		});
	});
});
