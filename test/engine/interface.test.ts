/** Every request that the nodes send, held against the OpenAPI document of the service's interface. */
import { CollabOAuth2Api } from '../../credentials/CollabOAuth2Api.credentials';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { validateForm, validateListRequest } from '../../dev/sandbox/contract';
import { activateTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { CredentialStore } from './harness/credentialStore';
import { runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers, type ScriptedServer } from './harness/scriptedServer';
import { dataFor } from './harness/secretData';

const serve = scriptedServers();
let sandbox: Sandbox;

beforeEach(async () => (sandbox = await startSandbox({ projects: 350, seed: 4 })));
afterEach(async () => await sandbox.close());

function expectConformity(): void {
	expect(sandbox.requests.length).toBeGreaterThan(0);
	for (const { method, path, query, authentication } of sandbox.requests) {
		expect(authentication).toBe('apiKey');
		expect([method, path]).toEqual(['GET', '/v1/projects']);
		expect(validateListRequest(query)).toEqual([]);
	}
}

describe.each(['all', 'active', 'archived'])('List Projects, status %s', (status) => {
	it.each(['updated_at', 'created_at', 'name'])('sorted by %s', async (sortBy) => {
		for (const order of ['asc', 'desc']) {
			const listing = { status, sortBy, order };
			sandbox.clearRequests();
			await runCollab(asSomebody(sandbox, { ...listing, returnAll: true }));
			await runCollab(asSomebody(sandbox, { ...listing, limit: 150 }));
			const asked = { status, sort_by: sortBy, order };
			for (const { query } of sandbox.requests) expect(query).toMatchObject(asked);
			expectConformity();
		}
	});
});

it('List Projects with filters, and Summarize Projects', async () => {
	const filters = { updatedAfter: '2025-06-01', overdue: 'only' };
	await runCollab(asSomebody(sandbox, { returnAll: true, filters }));
	await runCollab(asSomebody(sandbox, { operation: 'summarize', filters }));
	expectConformity();
});

it('Collab Trigger, with a backlog too', async () => {
	const trigger = await activateTrigger(asSomebody(sandbox, { startFrom: 'all' }));
	await trigger.tick();
	const parameters = { startFrom: 'since', changedSince: '2025-01-01T00:00:00Z' };
	await activateTrigger(asSomebody(sandbox, parameters));
	expectConformity();
});

describe('on the wire', () => {
	const TOKEN = { token_type: 'bearer', expires_in: 60 };

	/** Accepts the access token `new` and any key; answers every other request as a service does. */
	const service = async () =>
		await serve((response, { path, headers }) => {
			const isAllowed =
				headers.authorization === 'Bearer new' || headers['x-api-key'] !== undefined;
			if (path === '/oauth/token') {
				answer(response, 200, { ...TOKEN, access_token: 'new', refresh_token: 'next' });
			} else if (path === '/oauth/revoke') answer(response, 200, {});
			else if (isAllowed) answer(response, 200, listOf([]));
			else answer(response, 401);
		});

	async function runOn(
		{ baseUrl, url }: ScriptedServer,
		name: 'collabApi' | 'collabOAuth2Api',
		parameters = {},
	): Promise<void> {
		const store = new CredentialStore();
		const credentials = { [name]: store.add(name, dataFor({ baseUrl, url })[name]) };
		await runCollab({ store, credentials, parameters });
	}

	const formsOf = ({ requests }: ScriptedServer) =>
		requests
			.filter(({ method }) => method === 'POST')
			.map(({ path, headers, body }) => ({
				path,
				contentType: headers['content-type']?.split(';')[0],
				form: Object.fromEntries(new URLSearchParams(body)),
			}));

	it.each([
		['collabApi', { 'x-api-key': 'secret-key', authorization: undefined }],
		['collabOAuth2Api', { 'x-api-key': undefined, authorization: 'Bearer secret-token' }],
	] as const)(
		'%s: a list is a GET for JSON, without a body, with one kind of authentication',
		async (name, sent) => {
			const server = await service();
			await runOn(server, name);
			const [request] = server.requests;
			expect(request).toMatchObject({ method: 'GET', path: '/v1/projects', body: '' });
			expect(request?.query).toEqual({
				page: '1',
				per_page: expect.stringMatching(/^\d+$/) as string,
				status: 'all',
				sort_by: 'updated_at',
				order: 'desc',
			});
			const { headers = {} } = request ?? {};
			expect(headers.accept).toMatch(/^application\/json\b/);
			expect(headers['x-api-key']).toBe(sent['x-api-key']);
			expect(headers.authorization).toBe(sent.authorization);
			// Without a body there is nothing to describe.
			expect([headers['content-length'], headers['transfer-encoding']]).toEqual([
				undefined,
				undefined,
			]);
			expect(headers['content-type'] ?? 'application/json').toBe('application/json');
		},
	);

	it('a token is refreshed with the form of the specification, and nothing else in it', async () => {
		const server = await service();
		await runOn(server, 'collabOAuth2Api');
		expect(formsOf(server)).toEqual([
			{
				path: '/oauth/token',
				contentType: 'application/x-www-form-urlencoded',
				form: {
					grant_type: 'refresh_token',
					refresh_token: 'secret-refresh',
					client_id: 'client',
					client_secret: 'secret-client',
				},
			},
		]);
		const [post] = server.requests.filter(({ method }) => method === 'POST');
		expect(post?.headers.authorization).toBeUndefined();
	});

	it('tokens are revoked with a form each, which says what kind of token it is', async () => {
		const server = await service();
		const parameters = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };
		await runOn(server, 'collabOAuth2Api', parameters);
		const client = { client_id: 'client', client_secret: 'secret-client' };
		const revocation = { path: '/oauth/revoke', contentType: 'application/x-www-form-urlencoded' };
		expect(formsOf(server)).toEqual([
			{
				...revocation,
				form: { token: 'secret-refresh', token_type_hint: 'refresh_token', ...client },
			},
			{
				...revocation,
				form: { token: 'secret-token', token_type_hint: 'access_token', ...client },
			},
		]);
		for (const { path, form } of formsOf(server)) expect(validateForm(path, form)).toEqual([]);
		for (const { headers } of server.requests) {
			expect([headers.authorization, headers['x-api-key']]).toEqual([undefined, undefined]);
		}
	});
});

it('an OAuth2 credential has no place for a person’s password', () => {
	const { properties } = new CollabOAuth2Api();
	const grants = properties.find(({ name }) => name === 'grantType')?.options ?? [];
	expect(grants.map((grant) => 'value' in grant && grant.value)).toEqual([
		'authorizationCode',
		'clientCredentials',
	]);
	expect(properties.filter(({ name }) => /user|password/i.test(name))).toEqual([]);
});
