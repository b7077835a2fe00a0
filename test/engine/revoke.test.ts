import { NodeHelpers, type INodeParameters, type INodePropertyOptions } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { Collab } from '../../nodes/Collab/Collab.node';
import { connected, connectedTo } from './harness/credentials';
import { TOOL } from './harness/engine';
import { CONFIRMED, expectNoSecretIn, runCollab, withoutWaits } from './harness/runCollab';
import { answer, listOf, scriptedServers, type Script } from './harness/scriptedServer';

withoutWaits();

const serve = scriptedServers();

describe('Revoke', () => {
	let sandbox: Sandbox;
	beforeEach(async () => (sandbox = await startSandbox({ projects: 3 })));
	afterEach(async () => await sandbox.close());

	it.each([
		['both', {}, ['refresh_token', 'access_token'], /The access has ended.*press 'Disconnect'/, 0],
		['accessToken', {}, ['access_token'], /the access goes on/, 1],
		['accessToken', { grantType: 'clientCredentials' }, ['access_token'], /or its secret/, 1],
	])('of %s with %j says what was revoked and what follows', async (...row) => {
		const [tokens, data, revoked, next, listed] = row;
		const run = await connectedTo(sandbox, { ...CONFIRMED, tokens }, data);
		const { access_token = '', refresh_token = '' } = run.saved()['oauthTokenData'] as Held;
		const outcome = await runCollab(run);
		expectNoSecretIn(outcome.run, [access_token, refresh_token, sandbox.clientSecret]);
		const next_steps = expect.stringMatching(next) as string;
		const revoked_at = expect.stringMatching(/Z$/) as string;
		expect(outcome.items.map(({ json }) => json)).toEqual([{ revoked, revoked_at, next_steps }]);
		const parameters = { authentication: 'oAuth2', limit: 1 };
		const { items, error } = await runCollab({ ...run, parameters });
		expect(items).toHaveLength(listed);
		if (listed === 0) expect(error?.description).toMatch(/reconnect/);
	});
});

type Held = Record<'access_token' | 'refresh_token', string>;

/** A credential whose tokens are at that service. */
async function account(script: Script, data = {}) {
	const { requests, ...service } = await serve(script);
	const run = connected(service, {}, data);
	const start = async (parameters: INodeParameters, type?: string) => {
		const all = { ...run.parameters, ...parameters };
		const outcome = await runCollab({ ...run, type, parameters: all });
		expectNoSecretIn(outcome.run);
		return outcome;
	};
	const revoke = async (more: INodeParameters = {}, type?: string) =>
		await start({ ...CONFIRMED, ...more }, type);
	return { ...run, requests, revoke, list: async () => await start({ limit: 1 }) };
}

describe('when the authorization server', () => {
	const PAGE = '\uFEFF\n<!doctype html><title>Please log in</title>';
	const REFRESH = /^The refresh token could not be revoked: .*did not accept.* 400/;
	const LEFT = /take it to be valid/;
	const to = { Location: 'http://127.0.0.1:1/oauth/revoke' };

	const halfWay: Script = (response, _request, attempt) =>
		answer(response, attempt === 1 ? 204 : 400);

	it.each<[what: string, script: Script, message: RegExp, advice: RegExp]>([
		['refuses', (response) => answer(response, 400), REFRESH, /Client Secret/],
		['shows a web page', (response) => answer(response, 200, PAGE), /is a web page/, LEFT],
		['redirects', (response) => answer(response, 307, '', to), /redirects/, /Server URL/],
		['does not answer', () => undefined, /did not answer in time/, LEFT],
		['fails half-way', halfWay, /^The access token could not.* The refresh token was/, LEFT],
	])('%s, Revoke says so and tries no more', async (what, script, message, advice) => {
		const { revoke, requests } = await account(script);
		const timeout = what === 'does not answer' ? 0.1 : 30;
		const { error, items } = await revoke({ options: { timeout, maxRetryWait: 0 } });
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(advice);
		expect([items.length, requests.length]).toEqual([0, what === 'fails half-way' ? 2 : 1]);
	});
});

describe('without a clear will nothing is sent:', () => {
	const none = { oauthTokenData: {} };
	const noRefresh = { oauthTokenData: { access_token: 'a' } };
	const plain = { authServerUrl: 'http://auth.example.com' };

	it.each<[string, INodeParameters, object, RegExp, type?: string]>([
		['not confirmed', { confirmRevocation: false }, {}, /the confirmation is off/],
		['"yes" is no confirmation', { confirmRevocation: '={{ "yes" }}' }, {}, /confirmation is off/],
		['never connected', {}, none, /holds no token/],
		['never given a refresh token', { tokens: 'refreshToken' }, noRefresh, /no refresh token/],
		['an unprotected address', {}, plain, /Authorization Server URL.*http:\/\//],
		['an API key', { authentication: 'apiKey' }, {}, /only OAuth2 credentials hold tokens/],
		['an AI tool, whatever a workflow says', {}, {}, /not for AI tools/, TOOL],
	])('%s', async (...row) => {
		const [, parameters, data, message, type] = row;
		const { revoke, requests } = await account((response) => answer(response, 200), data);
		expect((await revoke(parameters, type)).error?.message).toMatch(message);
		expect(requests).toEqual([]);
	});
});

it('in the editor it is offered with OAuth2, and to people only', () => {
	const { description } = new Collab();
	const resource = description.properties.find(({ name }) => name === 'resource');
	const options = resource?.options as INodePropertyOptions[];
	const isOffered = (authentication: string, name: string) =>
		options
			.filter(({ value }) => value === 'authorization')
			.every((one) =>
				NodeHelpers.displayParameter({ authentication }, one, null, { ...description, name }),
			);
	expect(isOffered('oAuth2', 'collab')).toBe(true);
	expect(isOffered('apiKey', 'collab')).toBe(false);
	expect(isOffered('oAuth2', 'collabTool')).toBe(false);
});

/**
 * A service that does no more than it has to: a refresh token works once, an access token goes on until it is revoked, and
 * revoking a token ends that token only (RFC 7009 leaves the others to the service).
 */
function weakRevocation() {
	const valid = new Set(['secret-token', 'secret-refresh']);
	let issued = 1;
	const issue = () => {
		const access_token = `secret-token-${++issued}`;
		const refresh_token = `secret-refresh-${issued}`;
		valid.add(access_token).add(refresh_token);
		return { access_token, refresh_token };
	};
	const script: Script = (response, { path, headers, body }) => {
		const form = new URLSearchParams(body);
		const token = headers.authorization?.slice('Bearer '.length) ?? '';
		if (path === '/oauth/revoke') {
			valid.delete(form.get('token') ?? '');
			answer(response, 200, '');
		} else if (path !== '/oauth/token') {
			// The first one has expired for lists.
			const isGood = valid.has(token) && token !== 'secret-token';
			answer(response, isGood ? 200 : 401, listOf([{ id: 'proj_1' }]));
		} else if (valid.delete(form.get('refresh_token') ?? '')) answer(response, 200, issue());
		else answer(response, 400, { error: 'invalid_grant' });
	};
	return { valid, issue, script };
}

describe('while others refresh the token', () => {
	const isRevocation = ({ path }: { path: string }) => path === '/oauth/revoke';

	it('and the first try is limited, no valid token is left', async () => {
		const { script, valid } = weakRevocation();
		let listing: ReturnType<typeof runCollab> | undefined;
		const n8n = await account((response, request, attempt) => {
			if (!isRevocation(request) || listing) return script(response, request, attempt);
			listing = n8n.list();
			// As in the service's own time, the refresh ends before the revocation may be sent again.
			return void listing.then(() => answer(response, 429, {}, { 'Retry-After': '0.01' }));
		});
		const { items } = await n8n.revoke();
		expect((await listing)?.error).toBeUndefined();
		expect(items).toMatchObject([{ json: { revoked: ['refresh_token', 'access_token'] } }]);
		expect([...valid]).toEqual([]);
		expect((await n8n.list()).error?.message).toMatch(/did not accept the credential/);
	});

	it.each([
		['both', 4],
		['accessToken', 2],
		['refreshToken', 2],
	])('again and again, Revoke (%s) reads the credential twice', async (choice, requests) => {
		const service = weakRevocation();
		const n8n = await account((response, request, attempt) => {
			n8n.change({ oauthTokenData: service.issue() });
			service.script(response, request, attempt);
		});
		expect((await n8n.revoke({ tokens: choice })).error).toBeUndefined();
		expect(n8n.requests).toHaveLength(requests);
	});
});
