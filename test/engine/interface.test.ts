/** Every request that the nodes send, held against the OpenAPI document of the service's interface. */
import { CollabOAuth2Api } from '../../credentials/CollabOAuth2Api.credentials';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { validateForm, validateListRequest } from '../contract';
import { asSomebody, connected } from './harness/asSomebody';
import { CONFIRMED, runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers, type ScriptedServer } from './harness/scriptedServer';
import { activateTrigger } from './harness/triggers';

const serve = scriptedServers();

let sandbox: Sandbox;

beforeAll(async () => (sandbox = await startSandbox({ projects: 350, seed: 4 })));
beforeEach(() => sandbox.clearRequests());
afterAll(async () => await sandbox.close());

function expectConformity(): void {
	expect(sandbox.requests.length).toBeGreaterThan(1);
	for (const { method, path, query, authentication } of sandbox.requests) {
		expect([method, path, authentication]).toEqual(['GET', '/v1/projects', 'apiKey']);
		expect(validateListRequest(query)).toEqual([]);
	}
}

it.each(
	(['updated_at', 'created_at', 'name'] as const).flatMap((sortBy) =>
		(['asc', 'desc'] as const).flatMap((order) =>
			(['all', 'active', 'archived'] as const).map((status) => ({ status, sortBy, order })),
		),
	),
)('List Projects asks for %j, and that is what the list is', async (listing) => {
	const { status, sortBy, order } = listing;
	const asked = { status, sort_by: sortBy, order };
	// A change moves a row in the order of changes: all of a list is read by creation then, and sorted here.
	const calm = sortBy === 'updated_at' ? { status, sort_by: 'created_at', order: 'asc' } : asked;
	for (const [more, query] of [
		[{ returnAll: true }, calm],
		[{ limit: 50 }, asked],
	] as const) {
		const before = sandbox.requests.length;
		const { items } = await runCollab(asSomebody(sandbox, { ...listing, ...more }));
		const expected = sandbox.projects
			.sorted(listing)
			.slice(0, 'limit' in more ? more.limit : Infinity);
		expect(items.map(({ json }) => json['id'])).toEqual(expected.map(({ id }) => id));
		for (const request of sandbox.requests.slice(before))
			expect(request.query).toMatchObject(query);
	}
	expectConformity();
});

it.each(['all', 'since'])(
	'Collab Trigger asks as it may, with Start From %s',
	async (startFrom) => {
		const parameters = { startFrom, changedSince: '2025-01-01T00:00:00Z' };
		const trigger = await activateTrigger(asSomebody(sandbox, parameters));
		await trigger.tick();
		trigger.stop();
		expectConformity();
	},
);

describe('on the wire', () => {
	/** Accepts the access token `new` and any key; answers every other request as a service does. */
	const service = async () =>
		await serve((response, { path, headers }) => {
			const isNew = headers.authorization === 'Bearer new';
			if (path === '/oauth/token') {
				answer(response, 200, { token_type: 'bearer', access_token: 'new', refresh_token: 'next' });
			} else if (path === '/oauth/revoke') answer(response, 200);
			else if (isNew || headers['x-api-key']) answer(response, 200, listOf([]));
			else answer(response, 401);
		});

	const formsOf = ({ requests }: ScriptedServer) =>
		requests
			.filter(({ method }) => method === 'POST')
			.map(({ path, headers, body }) => ({
				path,
				contentType: headers['content-type']?.split(';')[0],
				form: Object.fromEntries(new URLSearchParams(body)),
			}));

	it.each([
		['an API key', asSomebody, { 'x-api-key': 'secret-key', authorization: undefined }],
		['OAuth2', connected, { 'x-api-key': undefined, authorization: 'Bearer secret-token' }],
	] as const)(
		'with %s a list is a GET for JSON, without a body, with one kind of authentication',
		async (_what, runOn, sent) => {
			const server = await service();
			await runCollab(runOn(server));
			const [request] = server.requests;
			expect(request).toMatchObject({ method: 'GET', path: '/v1/projects', body: '' });
			const { headers = {} } = request ?? {};
			expect(headers).toMatchObject({
				accept: expect.stringMatching(/^application\/json\b/) as string,
			});
			const { authorization, 'x-api-key': key } = headers;
			expect({ authorization, 'x-api-key': key }).toEqual(sent);
			// Without a body there is nothing to describe.
			expect(headers).not.toHaveProperty('content-length');
			expect(headers).not.toHaveProperty('transfer-encoding');
			expect(headers['content-type'] ?? 'application/json').toBe('application/json');
		},
	);

	const client = { client_id: 'client', client_secret: 'secret-client' };
	const contentType = 'application/x-www-form-urlencoded';

	it('a token is refreshed with the form of the specification, and nothing else in it', async () => {
		const server = await service();
		await runCollab(connected(server));
		const form = { grant_type: 'refresh_token', refresh_token: 'secret-refresh', ...client };
		expect(formsOf(server)).toEqual([{ path: '/oauth/token', contentType, form }]);
		const [post] = server.requests.filter(({ method }) => method === 'POST');
		expect(post?.headers.authorization).toBeUndefined();
	});

	it('tokens are revoked with a form each, which says what kind of token it is', async () => {
		const server = await service();
		await runCollab(connected(server, CONFIRMED));
		const revocation = { path: '/oauth/revoke', contentType };
		const refresh = { token: 'secret-refresh', token_type_hint: 'refresh_token', ...client };
		const access = { token: 'secret-token', token_type_hint: 'access_token', ...client };
		const forms = [refresh, access].map((form) => ({ ...revocation, form }));
		expect(formsOf(server)).toEqual(forms);
		for (const { path, form } of forms) expect(validateForm(path, form)).toEqual([]);
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
