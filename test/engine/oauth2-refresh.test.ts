import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { CredentialStore } from './harness/credentialStore';
import { runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';
import { dataFor } from './harness/secretData';

const serve = scriptedServers();

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox({ projects: 1234, latencyMs: 100 });
});
afterEach(async () => await sandbox.close());

const statusesAt = (path: string) =>
	sandbox.requests.filter((request) => request.path === path).map(({ status }) => status);

/** Lists all projects; `happening` happens while several requests are under way. */
async function listWhile(happening: () => void) {
	const { baseUrl, authServerUrl, clientId, clientSecret } = sandbox;
	const store = new CredentialStore();
	const collabOAuth2Api = store.add('collabOAuth2Api', {
		...{ baseUrl, authServerUrl, clientId, clientSecret },
		oauthTokenData: { ...(await sandbox.issueToken()) },
	});
	const parameters = { returnAll: true };
	const outcome = runCollab({ store, credentials: { collabOAuth2Api }, parameters });
	while (statusesAt('/v1/projects').length < 6) {
		await new Promise((resolve) => setImmediate(resolve));
	}
	happening();
	return await outcome;
}

it('a token that expires amid a list is refreshed once, for all requests that find it expired', async () => {
	const { items, error } = await listWhile(() => sandbox.expireAccessTokens());
	expect(error).toBeUndefined();
	expect(new Set(items.map(({ json }) => json['id'])).size).toBe(1234);
	expect(statusesAt('/oauth/token')).toEqual([200]);
	expect(statusesAt('/v1/projects').filter((status) => status === 401).length).toBeGreaterThan(3);
});

it('access that is withdrawn amid a list ends it after one try to refresh the token', async () => {
	const { items, error } = await listWhile(() => sandbox.revokeEverything());
	expect(error?.message).toMatch(/did not accept the credential/);
	expect(items).toEqual([]);
	expect(statusesAt('/oauth/token')).toEqual([400]);
});

it('a run that waited for another to refresh the token gets its own answer, not the other one’s', async () => {
	const service = await serve((response, { path, query, headers }) => {
		if (path === '/oauth/token') {
			const token = { access_token: 'secret-token-2', token_type: 'bearer' };
			setTimeout(() => answer(response, 200, token), 200);
		} else if (headers.authorization !== 'Bearer secret-token-2') answer(response, 401);
		else if (query['status'] === 'archived') answer(response, 403);
		else answer(response, 200, listOf([{ id: 'proj_1' }]));
	});
	const store = new CredentialStore();
	const collabOAuth2Api = store.add('collabOAuth2Api', dataFor(service).collabOAuth2Api);
	const list = async (status: string) => {
		const parameters = { authentication: 'oAuth2', status };
		return await runCollab({ store, credentials: { collabOAuth2Api }, parameters });
	};
	const forbidden = list('archived');
	await service.arrived(2);
	const [refused, allowed] = await Promise.all([forbidden, list('all')]);
	expect(refused.error?.message).toMatch(/does not allow/);
	expect(allowed.error).toBeUndefined();
	expect(allowed.items).toMatchObject([{ json: { id: 'proj_1' } }]);
	expect(service.requests.filter(({ path }) => path === '/oauth/token')).toHaveLength(1);
});
