/** Every request that the nodes send, held against the OpenAPI document of the service's interface. */
import { validateForm, validateListRequest } from '../contract';
import { openSandbox, type Sandbox } from '../sandboxes';
import { asSomebody, connected } from './harness/credentials';
import { CONFIRMED, runCollab } from './harness/runCollab';
import { answer, listOf, serve } from './harness/scriptedServer';
import { activateTrigger } from './harness/triggers';

let sandbox: Sandbox;

beforeAll(async () => (sandbox = await openSandbox({ projects: 350, seed: 4 })));
beforeEach(() => sandbox.clearRequests());

afterEach(() => {
	for (const { method, path, query, authentication } of sandbox.requests) {
		expect([method, path, authentication]).toEqual(['GET', '/v1/projects', 'apiKey']);
		expect(validateListRequest(query)).toEqual([]);
	}
});

it.each([
	{ sortBy: 'updated_at', order: 'desc', status: 'all' },
	{ sortBy: 'created_at', order: 'asc', status: 'all' },
	{ sortBy: 'name', order: 'asc', status: 'active' },
] as const)(
	'List Projects gives the list %j, and asks only for what is allowed',
	async (listing) => {
		const expected = sandbox.projects.sorted(listing).map(({ id }) => id);
		for (const limit of [50, Infinity]) {
			const run = { ...listing, limit, returnAll: limit === Infinity };
			const { items } = await runCollab(asSomebody(sandbox, run));
			expect(items.map(({ json }) => json['id'])).toEqual(expected.slice(0, limit));
		}
	},
);

it('Collab Trigger asks only for what the interface allows', async () => {
	const trigger = await activateTrigger(asSomebody(sandbox, { startFrom: 'all' }));
	await trigger.tick();
	expect(sandbox.requests.length).toBeGreaterThan(1);
});

describe('on the wire', () => {
	/** What a run sends to a service that accepts the access token `new` and any key. */
	async function sentBy(start: typeof connected | typeof asSomebody, parameters = {}) {
		const { requests, ...service } = await serve((response, { path, headers }) => {
			const isIn = headers.authorization === 'Bearer new' || headers['x-api-key'];
			if (path === '/oauth/token') answer(response, 200, { access_token: 'new' });
			else answer(response, isIn || path === '/oauth/revoke' ? 200 : 401, listOf([]));
		});
		await runCollab(start(service, parameters));
		return requests;
	}

	it.each([
		['an API key', asSomebody, { 'x-api-key': 'secret-key', authorization: undefined }],
		['OAuth2', connected, { 'x-api-key': undefined, authorization: 'Bearer secret-token' }],
	] as const)(
		'with %s a list is a GET for JSON, without a body, with one kind of authentication',
		async (_what, start, sent) => {
			const [request] = await sentBy(start);
			expect(request).toMatchObject({ method: 'GET', path: '/v1/projects', body: '' });
			const { accept, authorization, ...headers } = request?.headers ?? {};
			expect(accept).toMatch(/^application\/json\b/);
			expect({ authorization, 'x-api-key': headers['x-api-key'] }).toEqual(sent);
			// Without a body there is nothing to describe.
			expect(headers).not.toHaveProperty('content-length');
			expect(headers).not.toHaveProperty('transfer-encoding');
			expect(headers['content-type'] ?? 'application/json').toBe('application/json');
		},
	);

	const refresh = { grant_type: 'refresh_token', refresh_token: 'secret-refresh' };
	const tokens = [
		{ token: 'secret-refresh', token_type_hint: 'refresh_token' },
		{ token: 'secret-token', token_type_hint: 'access_token' },
	];
	it.each<[path: string, parameters: object, forms: object[]]>([
		['/oauth/token', {}, [refresh]],
		['/oauth/revoke', CONFIRMED, tokens],
	])('%s gets the forms of the specification, and nothing else', async (at, parameters, forms) => {
		const sent = (await sentBy(connected, parameters)).filter(({ method }) => method === 'POST');
		const client = { client_id: 'client', client_secret: 'secret-client' };
		expect(sent.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual(
			forms.map((form) => ({ ...form, ...client })),
		);
		for (const { path, headers, body } of sent) {
			expect(path).toBe(at);
			expect(validateForm(path, Object.fromEntries(new URLSearchParams(body)))).toEqual([]);
			expect([headers.authorization, headers['x-api-key']]).toEqual([undefined, undefined]);
			expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded\b/);
		}
	});
});
