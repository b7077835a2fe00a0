import { startSandbox, type Sandbox } from '../../../dev/sandbox';
import type { CredentialData } from '../harness/credentialStore';
import { endless } from '../harness/hostileAnswers';
import { answer, scriptedServers, type ScriptedServer } from '../harness/scriptedServer';
import { dataFor, expectNoSecretIn } from '../harness/secretData';
import { textIn } from '../harness/textIn';
import { withoutWaits } from '../harness/withoutWaits';
import { revokeWith } from './revoking';

withoutWaits();

const serve = scriptedServers();

describe('at the service', () => {
	let sandbox: Sandbox;
	let data: CredentialData;
	beforeEach(async () => {
		sandbox = await startSandbox({ projects: 3 });
		const { baseUrl, authServerUrl, clientId, clientSecret } = sandbox;
		const oauthTokenData = { ...(await sandbox.issueToken()) };
		data = { baseUrl, authServerUrl, clientId, clientSecret, oauthTokenData };
	});
	afterEach(async () => await sandbox.close());

	const revocations = () => sandbox.requests.filter(({ path }) => path === '/oauth/revoke');

	it('both tokens end the access, and the next run asks to reconnect', async () => {
		const { json, items, listing } = await revokeWith(data);
		expect(json).toEqual({
			revoked: ['refresh_token', 'access_token'],
			revoked_at: expect.stringMatching(/Z$/) as string,
			next_steps: expect.stringMatching(
				/The access has ended.*connects the account again.*press 'Disconnect'/,
			) as string,
		});
		expect(items).toHaveLength(1);
		expect(revocations()).toMatchObject(
			[1, 2].map(() => ({
				method: 'POST',
				status: 200,
				contentType: expect.stringContaining('application/x-www-form-urlencoded') as string,
				form: ['token', 'token_type_hint', 'client_id', 'client_secret'],
			})),
		);
		const { error } = await listing();
		expect(error?.message).toMatch(/did not accept the credential/);
		expect(error?.description).toMatch(/reconnect/);
	});

	it('the access token alone is replaced at the next request, and that is said', async () => {
		const { json, listing } = await revokeWith(data, { tokens: 'accessToken' });
		expect(json).toMatchObject({
			revoked: ['access_token'],
			next_steps: expect.stringMatching(/the access goes on/) as string,
		});
		const { items } = await listing();
		expect(items).toHaveLength(1);
		expect(sandbox.requests.map(({ path }) => path)).toContain('/oauth/token');
	});

	it('the refresh token alone leaves nothing to refresh with', async () => {
		const { json, listing } = await revokeWith(data, { tokens: 'refreshToken' });
		expect(json).toMatchObject({ revoked: ['refresh_token'] });
		sandbox.expireAccessTokens();
		expect((await listing()).error?.message).toMatch(/did not accept the credential/);
	});

	it('neither output nor history holds a token or the secret', async () => {
		const outcome = await revokeWith(data);
		const { access_token, refresh_token } = data['oauthTokenData'] as Record<string, string>;
		for (const secret of [access_token, refresh_token, sandbox.clientSecret]) {
			expect(textIn(outcome.run)).not.toContain(secret);
		}
	});

	it('without a person says that n8n gets new tokens by itself', async () => {
		const forServer = { ...data, grantType: 'clientCredentials' };
		const { json } = await revokeWith(forServer, { tokens: 'accessToken' });
		expect(json?.['next_steps']).toMatch(/remove the application or its secret/);
	});
});

describe('when the authorization server', () => {
	const failing = async (status: number, service: ScriptedServer) => {
		const outcome = await revokeWith(dataFor(service).collabOAuth2Api);
		expectNoSecretIn(outcome.run);
		expect(outcome.items).toEqual([]);
		expect(outcome.error?.message).toContain(String(status));
		return outcome.error;
	};

	it.each([
		[400, /did not accept/, /Client Secret/],
		[401, /did not accept/, /Client Secret/],
		[404, /nothing at its revocation address/, /Authorization Server URL/],
	])('answers %i, that is said and not tried again', async (status, message, advice) => {
		const service = await serve((response) => answer(response, status));
		const error = await failing(status, service);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(advice);
		expect(service.requests).toHaveLength(1);
	});

	it('redirects, no token reaches the other address', async () => {
		const other = await serve((response) => answer(response, 200));
		const service = await serve((response) =>
			answer(response, 307, '', { Location: `${other.url}/oauth/revoke` }),
		);
		expect((await failing(307, service))?.message).toMatch(/redirects/);
		expect(other.requests).toEqual([]);
	});

	const SUCCESSES: Array<[what: string, status: number, body: string, type: string]> = [
		['nothing', 200, '', 'text/html'],
		['an empty object', 200, '{}', 'application/json'],
		['"error": null', 200, '{"error":null}', 'application/json'],
		['plain text', 200, 'revoked', 'text/plain'],
		['status 204', 204, '', 'text/plain'],
	];
	it.each(SUCCESSES)('answers with %s, the token is revoked', async (_what, status, body, type) => {
		const service = await serve((response) =>
			response.writeHead(status, { 'Content-Type': type }).end(body),
		);
		const { json } = await revokeWith(dataFor(service).collabOAuth2Api);
		expect(json).toMatchObject({ revoked: ['refresh_token', 'access_token'] });
	});

	const PAGE = '\uFEFF\n<!doctype html><title>Please log in</title>';
	const NO_SUCCESSES: Array<[what: string, status: number, body: string, message: RegExp]> = [
		['a web page', 200, PAGE, /could not be understood: it is a web page/],
		[
			'an error',
			200,
			'{"error":"invalid_client"}',
			/it says that the request did not succeed, although its status/,
		],
		['status 202', 202, '{}', /did not accept the request \(status 202\)/],
	];
	it.each(NO_SUCCESSES)(
		'answers with %s as if it were a success, Revoke does not claim one',
		async (_what, status, body, message) => {
			const service = await serve((response) =>
				response.writeHead(status, { 'Content-Type': 'application/json' }).end(body),
			);
			const { error, items } = await revokeWith(dataFor(service).collabOAuth2Api);
			expect(error?.message).toMatch(/^The refresh token could not be revoked: /);
			expect(error?.message).toMatch(message);
			expect(error?.description).toMatch(/Until the refresh token is revoked, take it to be valid/);
			expect(items).toEqual([]);
			expect(service.requests).toHaveLength(1);
		},
	);

	it('answers without end, so much is read and no more', async () => {
		const service = await serve((response) => endless(response));
		const { error } = await revokeWith(dataFor(service).collabOAuth2Api);
		expect(error?.message).toMatch(/refresh token could not be revoked: .* is too large/);
		expect(service.requests).toHaveLength(1);
	});

	it('does not answer, the run does not wait for ever', async () => {
		const service = await serve(() => undefined);
		const options = { timeout: 0.2, maxRetryWait: 0 };
		const { error } = await revokeWith(dataFor(service).collabOAuth2Api, { options });
		expect(error?.message).toMatch(/refresh token could not be revoked.*did not answer in time/);
		expectNoSecretIn(error);
	});

	it('fails half-way, it says which token was revoked', async () => {
		const service = await serve((response, _request, attempt) =>
			answer(response, attempt === 1 ? 200 : 400),
		);
		const error = await failing(400, service);
		expect(error?.message).toMatch(/access token could not be revoked.*refresh token was revoked/);
	});

	it('is busy, the same request is sent again', async () => {
		const service = await serve((response, _request, attempt) =>
			attempt === 1 ? answer(response, 429, {}, { 'Retry-After': '0.01' }) : answer(response, 200),
		);
		const { json } = await revokeWith(dataFor(service).collabOAuth2Api, { tokens: 'refreshToken' });
		expect(json).toMatchObject({ revoked: ['refresh_token'] });
		expect(
			service.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body))),
		).toEqual(
			[1, 2].map(() => ({
				token: 'secret-refresh',
				token_type_hint: 'refresh_token',
				client_id: 'client',
				client_secret: 'secret-client',
			})),
		);
	});
});
