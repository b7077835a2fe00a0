import { CredentialStore, type CredentialData } from './harness/credentialStore';
import { runCollab } from './harness/runCollab';
import {
	answer,
	listOf,
	scriptedServers,
	type Script,
	type ScriptedServer,
} from './harness/scriptedServer';
import { dataFor, expectNoSecretIn } from './harness/secretData';

const serve = scriptedServers();

describe('an OAuth2 token', () => {
	/** Accepts the token `fresh` only; the token endpoint answers with `answerToken`. */
	const serviceThatAccepts =
		(fresh: string, answerToken: Script): Script =>
		(response, request, attempt) => {
			if (request.path === '/oauth/token') answerToken(response, request, attempt);
			else if (request.headers.authorization === `Bearer ${fresh}`) {
				answer(response, 200, listOf([{ id: 'proj_1' }]));
			} else answer(response, 401);
		};

	const issue: Script = (response) =>
		answer(response, 200, {
			access_token: 'secret-token-2',
			token_type: 'bearer',
			expires_in: 3600,
			refresh_token: 'secret-refresh-2',
		});

	async function listWith(service: ScriptedServer, more: CredentialData = {}) {
		const store = new CredentialStore();
		const data = { ...dataFor(service).collabOAuth2Api, ...more };
		const collabOAuth2Api = store.add('collabOAuth2Api', data);
		const outcome = await runCollab({ store, credentials: { collabOAuth2Api } });
		return { outcome, saved: store.saved(collabOAuth2Api) };
	}

	it('that has expired is refreshed once, unnoticed, and kept', async () => {
		const service = await serve(serviceThatAccepts('secret-token-2', issue));
		const { outcome, saved } = await listWith(service);
		expect(outcome.items).toMatchObject([{ json: { id: 'proj_1' } }]);
		expect(saved['oauthTokenData']).toMatchObject({
			access_token: 'secret-token-2',
			refresh_token: 'secret-refresh-2',
		});
		const paths = service.requests.map(({ path }) => path);
		expect(paths).toEqual(['/v1/projects', '/v1/projects', '/oauth/token', '/v1/projects']);
		const form = Object.fromEntries(new URLSearchParams(service.requests[2]?.body));
		expect(form).toEqual({
			grant_type: 'refresh_token',
			refresh_token: 'secret-refresh',
			client_id: 'client',
			client_secret: 'secret-client',
		});
		expectNoSecretIn(outcome);
	});

	it.each([
		['revoked', 400, { error: 'invalid_grant' }],
		['of a removed application', 401, { error: 'invalid_client' }],
	])('that cannot be refreshed (%s) asks the person to reconnect', async (_what, status, body) => {
		const refuse: Script = (response) => answer(response, status, body);
		const service = await serve(serviceThatAccepts('none', refuse));
		const { outcome } = await listWith(service);
		expect(outcome.error?.message).toMatch(/did not accept the credential/);
		expect(outcome.error?.description).toMatch(/reconnect/);
		expect(outcome.error?.context['itemIndex']).toBe(0);
		expect(outcome.items).toEqual([]);
		expectNoSecretIn(outcome);
	});

	it('that is refused although it is new is not refreshed for ever', async () => {
		const service = await serve(serviceThatAccepts('none', issue));
		const { outcome } = await listWith(service);
		expect(outcome.error?.message).toMatch(/did not accept the credential/);
		expect(service.requests.filter(({ path }) => path === '/oauth/token')).toHaveLength(1);
		expectNoSecretIn(outcome);
	});

	it('is fetched without a person with client credentials', async () => {
		const service = await serve(serviceThatAccepts('secret-token-2', issue));
		const { outcome, saved } = await listWith(service, {
			grantType: 'clientCredentials',
			oauthTokenData: {},
		});
		expect(outcome.items).toMatchObject([{ json: { id: 'proj_1' } }]);
		expect(saved['oauthTokenData']).toMatchObject({ access_token: 'secret-token-2' });
		const form = Object.fromEntries(new URLSearchParams(service.requests[0]?.body));
		expect(form).toMatchObject({
			grant_type: 'client_credentials',
			client_id: 'client',
			client_secret: 'secret-client',
			scope: 'read',
		});
	});

	it('never reaches the host that a redirect names', async () => {
		const other = await serve((response) => answer(response, 200, listOf([])));
		const service = await serve((response) =>
			answer(response, 307, '', { Location: `${other.baseUrl}/projects` }),
		);
		const { outcome } = await listWith(service);
		expect(outcome.error?.message).toMatch(/redirects/);
		expect(other.requests).toEqual([]);
	});

	it('is not sent when the authorization server is reached over plain http', async () => {
		const service = await serve((response) => answer(response, 200, listOf([])));
		const { outcome } = await listWith(service, { authServerUrl: 'http://auth.example.com' });
		expect(outcome.error?.message).toMatch(/Authorization Server URL.*http:\/\//);
		expect(service.requests).toEqual([]);
	});

	it('that was never fetched asks the person to connect', async () => {
		const service = await serve((response) => answer(response, 200, listOf([])));
		const { outcome } = await listWith(service, { oauthTokenData: {} });
		expect(outcome.error?.message).toMatch(/not connected/);
		expect(outcome.error?.description).toMatch(/connect/i);
		expect(service.requests).toEqual([]);
	});
});

/** Who has connected, and who gets a token with the first request. */
const PERSON = {};
const SERVER = { grantType: 'clientCredentials', oauthTokenData: {} };

/** One byte at a time, for ever: no pause is as long as the timeout. */
const drips: Script = (response) => {
	response.writeHead(200, { 'Content-Type': 'application/json' });
	const drip = setInterval(() => response.write(' '), 20);
	response.on('close', () => clearInterval(drip));
};

const ENDLESS: Array<[what: string, grant: CredentialData, script: Script]> = [
	['a refresh is never answered', PERSON, () => undefined],
	['a refresh is answered without end', PERSON, drips],
	['a first token is never answered', SERVER, () => undefined],
	['a first token is answered without end', SERVER, drips],
];
it.each(ENDLESS)('%s: the run ends after its Timeout', async (_what, grant, script) => {
	const service = await serve((response, request, attempt) => {
		if (request.path === '/oauth/token') script(response, request, attempt);
		else answer(response, 401);
	});
	const store = new CredentialStore();
	const data = { ...dataFor(service).collabOAuth2Api, ...grant };
	const collabOAuth2Api = store.add('collabOAuth2Api', data);
	const parameters = { options: { timeout: 0.2, maxRetryWait: 0 } };
	const { error } = await runCollab({ store, credentials: { collabOAuth2Api }, parameters });
	expect(error?.message).toMatch(/did not answer in time/);
	expectNoSecretIn(error);
});
