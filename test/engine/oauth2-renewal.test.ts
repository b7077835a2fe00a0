import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { CredentialStore } from './harness/credentialStore';
import { runCollab } from './harness/runCollab';

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

it('a token that expires amid a list is renewed once, for all requests that find it expired', async () => {
	const { items, error } = await listWhile(() => sandbox.expireAccessTokens());
	expect(error).toBeUndefined();
	expect(new Set(items.map(({ json }) => json['id'])).size).toBe(1234);
	expect(statusesAt('/oauth/token')).toEqual([200]);
	expect(statusesAt('/v1/projects').filter((status) => status === 401).length).toBeGreaterThan(3);
});

it('access that is withdrawn amid a list ends it after one try to renew the token', async () => {
	const { items, error } = await listWhile(() => sandbox.revokeEverything());
	expect(error?.message).toMatch(/did not accept the credential/);
	expect(items).toEqual([]);
	expect(statusesAt('/oauth/token')).toEqual([400]);
});
