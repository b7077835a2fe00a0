import { startSandbox } from '../../dev/sandbox';
import { connected, connectedTo } from './harness/asSomebody';
import type { CredentialData } from './harness/credentialStore';
import { expectNoSecretIn } from './harness/outcomes';
import { runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';
import type { Script, ScriptedServer } from './harness/scriptedServer';

const serve = scriptedServers();

const isRefresh = ({ path }: { path: string }) => path === '/oauth/token';
const issue: Script = (response) =>
	answer(response, 200, {
		access_token: 'secret-token-2',
		token_type: 'bearer',
		expires_in: 3600,
		refresh_token: 'secret-refresh-2',
	});

/** A service that accepts the token `accepted` only; the token endpoint answers with `answerToken`. */
const serviceThatAccepts = async (accepted: string, answerToken: Script) =>
	await serve((response, request, attempt) => {
		if (isRefresh(request)) answerToken(response, request, attempt);
		else if (request.headers.authorization !== `Bearer ${accepted}`) answer(response, 401);
		else answer(response, 200, listOf([{ id: 'proj_1' }]));
	});

async function listWith(service: ScriptedServer, data: CredentialData = {}, parameters = {}) {
	const run = connected(service, parameters, data);
	const outcome = await runCollab(run);
	expectNoSecretIn(outcome.run);
	return { ...outcome, saved: run.saved() };
}

describe('an OAuth2 token', () => {
	it('that has expired is refreshed once, unnoticed, and kept', async () => {
		const service = await serviceThatAccepts('secret-token-2', issue);
		const { items, saved } = await listWith(service);
		expect(items).toMatchObject([{ json: { id: 'proj_1' } }]);
		expect(saved['oauthTokenData']).toMatchObject({
			access_token: 'secret-token-2',
			refresh_token: 'secret-refresh-2',
		});
		const paths = service.requests.map(({ path }) => path);
		expect(paths).toEqual(['/v1/projects', '/oauth/token', '/v1/projects']);
	});

	it('that cannot be refreshed, since it was revoked, asks the person to reconnect', async () => {
		const refuse: Script = (response) => answer(response, 400, { error: 'invalid_grant' });
		const { error, items } = await listWith(await serviceThatAccepts('none', refuse));
		expect(error?.message).toMatch(/did not accept the credential/);
		expect(error?.description).toMatch(/reconnect/);
		expect(error?.context['itemIndex']).toBe(0);
		expect(items).toEqual([]);
	});

	it('that is refused although it is new is not refreshed for ever', async () => {
		const service = await serviceThatAccepts('none', issue);
		const { error } = await listWith(service);
		expect(error?.message).toMatch(/did not accept the credential/);
		expect(service.requests.filter(isRefresh)).toHaveLength(1);
	});

	it('that expires amid a list is refreshed once, for all requests that find it expired', async () => {
		const sandbox = await startSandbox({ projects: 1234, latencyMs: 100 });
		const statusesAt = (path: string) =>
			sandbox.requests.filter((request) => request.path === path).map(({ status }) => status);
		const outcome = runCollab(await connectedTo(sandbox, { returnAll: true }));
		while (statusesAt('/v1/projects').length < 6) await new Promise(setImmediate);
		sandbox.expireAccessTokens();
		const { items, error } = await outcome;
		await sandbox.close();
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json['id'])).size).toBe(1234);
		expect(statusesAt('/oauth/token')).toEqual([200]);
		expect(statusesAt('/v1/projects').filter((status) => status === 401).length).toBeGreaterThan(3);
	});

	it('is fetched without a person with client credentials', async () => {
		const service = await serviceThatAccepts('secret-token-2', issue);
		const { items, saved } = await listWith(service, SERVER);
		expect(items).toMatchObject([{ json: { id: 'proj_1' } }]);
		expect(saved['oauthTokenData']).toMatchObject({ access_token: 'secret-token-2' });
		expect(Object.fromEntries(new URLSearchParams(service.requests[0]?.body))).toMatchObject({
			grant_type: 'client_credentials',
			client_id: 'client',
			client_secret: 'secret-client',
			scope: 'read',
		});
	});

	it.each<[string, CredentialData, RegExp]>([
		[
			'whose authorization server is reached over plain http',
			{ authServerUrl: 'http://auth.example.com' },
			/Authorization Server URL.*http:\/\//,
		],
		['that was never fetched', { oauthTokenData: {} }, /not connected/],
	])('%s is not sent', async (_what, data, message) => {
		const service = await serve((response) => answer(response, 200, listOf([])));
		const { error } = await listWith(service, data);
		expect(error?.message).toMatch(message);
		expect(service.requests).toEqual([]);
	});
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
	const run = connected(service);
	const list = async (status: string) => await runCollab({ ...run, parameters: { status } });
	const forbidden = list('archived');
	await service.arrived(2);
	const [refused, allowed] = await Promise.all([forbidden, list('all')]);
	expect(refused.error?.message).toMatch(/does not allow/);
	expect(allowed.error).toBeUndefined();
	expect(allowed.items).toMatchObject([{ json: { id: 'proj_1' } }]);
	expect(service.requests.filter(isRefresh)).toHaveLength(1);
});

/** Who has connected, and who gets a token with the first request. */
const PERSON = {};
const SERVER = { grantType: 'clientCredentials', oauthTokenData: {} };

it.each<[what: string, grant: CredentialData]>([
	['a refresh', PERSON],
	['a first token', SERVER],
])('%s that is never answered to its end: the run ends after its Timeout', async (_what, grant) => {
	// One byte at a time: no pause is as long as the timeout.
	const service = await serviceThatAccepts('none', (response) => {
		const drip = setInterval(() => response.write(' '), 20);
		response.on('close', () => clearInterval(drip));
	});
	const options = { timeout: 0.2, maxRetryWait: 0 };
	const { error } = await listWith(service, grant, { options });
	expect(error?.message).toBe('The authorization server did not answer in time');
});
