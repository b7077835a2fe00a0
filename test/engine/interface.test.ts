/** Every request that the nodes send, held against the OpenAPI document of the service's interface. */
import { CollabOAuth2Api } from '../../credentials/CollabOAuth2Api.credentials';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { validateForm, validateListRequest } from '../contract';
import { asSomebody, connected } from './harness/credentials';
import { CONFIRMED, runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';
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
	(['updated_at', 'created_at', 'name'] as const).flatMap((sortBy) => [
		{ sortBy, order: 'asc', status: 'active' } as const,
		{ sortBy, order: 'desc', status: 'all' } as const,
	]),
)('List Projects asks for %j, and that is what the list is', async (listing) => {
	const { status, sortBy, order } = listing;
	const asked = { status, sort_by: sortBy, order };
	// A change moves a row in the order of changes: all of a list is read by creation then, and sorted here.
	const calm = sortBy === 'updated_at' ? { status, sort_by: 'created_at', order: 'asc' } : asked;
	const all = sandbox.projects.sorted(listing).map(({ id }) => id);
	for (const [more, query, expected] of [
		[{ returnAll: true }, calm, all],
		[{ limit: 50 }, asked, all.slice(0, 50)],
	] as const) {
		const before = sandbox.requests.length;
		const { items } = await runCollab(asSomebody(sandbox, { ...listing, ...more }));
		expect(items.map(({ json }) => json['id'])).toEqual(expected);
		for (const request of sandbox.requests.slice(before))
			expect(request.query).toMatchObject(query);
	}
	expectConformity();
});

it('Collab Trigger asks as it may', async () => {
	for (const startFrom of ['all', 'since']) {
		const parameters = { startFrom, changedSince: '2025-01-01T00:00:00Z' };
		const trigger = await activateTrigger(asSomebody(sandbox, parameters));
		await trigger.tick();
	}
	expectConformity();
});

describe('on the wire', () => {
	/** What a run sends to a service that accepts the access token `new` and any key; with its forms. */
	async function sentBy(start: typeof connected | typeof asSomebody, parameters = {}) {
		const { requests, ...service } = await serve((response, { path, headers }) => {
			const isNew = headers.authorization === 'Bearer new';
			if (path === '/oauth/token') {
				answer(response, 200, { token_type: 'bearer', access_token: 'new', refresh_token: 'next' });
			} else if (path === '/oauth/revoke') answer(response, 200);
			else if (isNew || headers['x-api-key']) answer(response, 200, listOf([]));
			else answer(response, 401);
		});
		await runCollab(start(service, parameters));
		const posts = requests.filter(({ method }) => method === 'POST');
		const forms = posts.map(({ path, headers, body }) => {
			expect([headers.authorization, headers['x-api-key']]).toEqual([undefined, undefined]);
			expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded\b/);
			return { path, form: Object.fromEntries(new URLSearchParams(body)) };
		});
		return { requests, forms };
	}

	it.each([
		['an API key', asSomebody, { 'x-api-key': 'secret-key', authorization: undefined }],
		['OAuth2', connected, { 'x-api-key': undefined, authorization: 'Bearer secret-token' }],
	] as const)(
		'with %s a list is a GET for JSON, without a body, with one kind of authentication',
		async (_what, start, sent) => {
			const { requests } = await sentBy(start);
			expect(requests[0]).toMatchObject({ method: 'GET', path: '/v1/projects', body: '' });
			const { accept, authorization, ...headers } = requests[0]?.headers ?? {};
			expect(accept).toMatch(/^application\/json\b/);
			expect({ authorization, 'x-api-key': headers['x-api-key'] }).toEqual(sent);
			// Without a body there is nothing to describe.
			expect(headers).not.toHaveProperty('content-length');
			expect(headers).not.toHaveProperty('transfer-encoding');
			expect(headers['content-type'] ?? 'application/json').toBe('application/json');
		},
	);

	const client = { client_id: 'client', client_secret: 'secret-client' };

	it('a token is refreshed with the form of the specification, and nothing else in it', async () => {
		const form = { grant_type: 'refresh_token', refresh_token: 'secret-refresh', ...client };
		expect((await sentBy(connected)).forms).toEqual([{ path: '/oauth/token', form }]);
	});

	it('tokens are revoked with a form each, which says what kind of token it is', async () => {
		const { forms } = await sentBy(connected, CONFIRMED);
		const path = '/oauth/revoke';
		const refresh = { token: 'secret-refresh', token_type_hint: 'refresh_token', ...client };
		const access = { token: 'secret-token', token_type_hint: 'access_token', ...client };
		expect(forms).toEqual([refresh, access].map((form) => ({ path, form })));
		for (const { form } of forms) expect(validateForm(path, form)).toEqual([]);
	});
});

it('an OAuth2 credential has no place for a person’s password', () => {
	const { properties } = new CollabOAuth2Api();
	const grants = properties.find(({ name }) => name === 'grantType')?.options ?? [];
	const values = grants.map((grant) => 'value' in grant && grant.value);
	expect(values).toEqual(['authorizationCode', 'clientCredentials']);
	expect(properties.filter(({ name }) => /user|password/i.test(name))).toEqual([]);
});
