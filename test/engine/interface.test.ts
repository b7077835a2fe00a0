/** Every request that the nodes send, held against the OpenAPI document of the service's interface. */
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { validateForm, validateListRequest } from '../../dev/sandbox/contract';
import { activateTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { CredentialStore } from './harness/credentialStore';
import { runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';
import { dataFor } from './harness/secretData';

const serve = scriptedServers();
let sandbox: Sandbox;

beforeEach(async () => (sandbox = await startSandbox({ projects: 350, seed: 4 })));
afterEach(async () => await sandbox.close());

function expectConformity(): void {
	expect(sandbox.requests.length).toBeGreaterThan(0);
	for (const { method, path, query } of sandbox.requests) {
		expect([method, path]).toEqual(['GET', '/v1/projects']);
		expect(validateListRequest(query)).toEqual([]);
	}
}

describe.each(['all', 'active', 'archived'])('List Projects, status %s', (status) => {
	it.each(['updated_at', 'created_at', 'name'])('sorted by %s', async (sortBy) => {
		for (const order of ['asc', 'desc']) {
			const listing = { status, sortBy, order };
			await runCollab(asSomebody(sandbox, { ...listing, returnAll: true }));
			await runCollab(asSomebody(sandbox, { ...listing, limit: 150 }));
		}
		expectConformity();
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

it('the refresh and the revocation of tokens', async () => {
	const service = await serve((response, { path, headers }) => {
		const token = { access_token: 'new', token_type: 'bearer', expires_in: 60, refresh_token: 'r' };
		if (path === '/oauth/token') answer(response, 200, token);
		else if (path === '/oauth/revoke') answer(response, 200, '');
		else if (headers.authorization === 'Bearer new') answer(response, 200, listOf([]));
		else answer(response, 401);
	});
	const store = new CredentialStore();
	const collabOAuth2Api = store.add('collabOAuth2Api', dataFor(service).collabOAuth2Api);
	const credentials = { collabOAuth2Api };
	await runCollab({ store, credentials });
	const parameters = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };
	await runCollab({ store, credentials, parameters });
	const forms = service.requests
		.filter(({ method }) => method === 'POST')
		.map(({ path, body }) => ({ path, form: Object.fromEntries(new URLSearchParams(body)) }));
	expect(forms.map(({ path }) => path)).toEqual(['/oauth/token', '/oauth/revoke', '/oauth/revoke']);
	for (const { path, form } of forms) expect(validateForm(path, form)).toEqual([]);
});
