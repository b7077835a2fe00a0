import { NodeHelpers, type INodeParameters, type INodePropertyOptions } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../dev/sandbox';
import { Collab } from '../../../nodes/Collab/Collab.node';
import { connected, connectedTo } from '../harness/asSomebody';
import type { CredentialData } from '../harness/credentialStore';
import { TOOL } from '../harness/engine';
import { endless } from '../harness/hostileAnswers';
import { expectNoSecretIn, textIn } from '../harness/outcomes';
import { CONFIRMED, runCollab } from '../harness/runCollab';
import {
	answer,
	scriptedServers,
	type Script,
	type ScriptedServer,
} from '../harness/scriptedServer';
import { withoutWaits } from '../harness/withoutWaits';

withoutWaits();

const serve = scriptedServers();

describe('at the service', () => {
	let sandbox: Sandbox;
	beforeEach(async () => (sandbox = await startSandbox({ projects: 3 })));
	afterEach(async () => await sandbox.close());

	/** Revokes; then a list with the same credential. */
	async function revoke(parameters: INodeParameters = {}, data: CredentialData = {}) {
		const run = await connectedTo(sandbox, { ...CONFIRMED, ...parameters }, data);
		const outcome = await runCollab(run);
		const list = async () => await runCollab({ ...run, parameters: { limit: 1 } });
		return { ...outcome, json: outcome.items[0]?.json, list, token: run.saved()['oauthTokenData'] };
	}

	it('both tokens end the access, and the next run asks to reconnect', async () => {
		const { json, items, list, run, token } = await revoke();
		expect(json).toEqual({
			revoked: ['refresh_token', 'access_token'],
			revoked_at: expect.stringMatching(/Z$/) as string,
			next_steps: expect.stringMatching(
				/The access has ended.*connects the account again.*press 'Disconnect'/,
			) as string,
		});
		expect(items).toHaveLength(1);
		expect(sandbox.requests.map(({ path, status }) => [path, status])).toEqual([
			['/oauth/revoke', 200],
			['/oauth/revoke', 200],
		]);
		const { access_token, refresh_token } = token as Record<string, string>;
		for (const secret of [access_token, refresh_token, sandbox.clientSecret]) {
			expect(textIn(run)).not.toContain(secret);
		}
		const { error } = await list();
		expect(error?.message).toMatch(/did not accept the credential/);
		expect(error?.description).toMatch(/reconnect/);
	});

	it('the access token alone is replaced at the next request, and that is said', async () => {
		const { json, list } = await revoke({ tokens: 'accessToken' });
		expect(json).toMatchObject({
			revoked: ['access_token'],
			next_steps: expect.stringMatching(/the access goes on/) as string,
		});
		expect((await list()).items).toHaveLength(1);
		expect(sandbox.requests.map(({ path }) => path)).toContain('/oauth/token');
	});

	it('the refresh token alone leaves nothing to refresh with', async () => {
		const { json, list } = await revoke({ tokens: 'refreshToken' });
		expect(json).toMatchObject({ revoked: ['refresh_token'] });
		sandbox.expireAccessTokens();
		expect((await list()).error?.message).toMatch(/did not accept the credential/);
	});

	it('without a person says that n8n gets new tokens by itself', async () => {
		const { json } = await revoke({ tokens: 'accessToken' }, { grantType: 'clientCredentials' });
		expect(json?.['next_steps']).toMatch(/remove the application or its secret/);
	});
});

async function revokeAt(service: ScriptedServer, parameters: INodeParameters = {}, data = {}) {
	const outcome = await runCollab(connected(service, { ...CONFIRMED, ...parameters }, data));
	expectNoSecretIn(outcome.run);
	return outcome;
}

describe('when the authorization server', () => {
	const PAGE = '\uFEFF\n<!doctype html><title>Please log in</title>';
	const LEFT = /take it to be valid/;

	it.each<[what: string, script: Script, message: RegExp, advice: RegExp]>([
		['refuses', (response) => answer(response, 400), /did not accept.* 400/, /Client Secret/],
		[
			'has nothing there',
			(response) => answer(response, 404),
			/server has nothing at .* 404/,
			/Server URL/,
		],
		['answers with a web page', (response) => answer(response, 200, PAGE), /is a web page/, LEFT],
		['answers without end', (response) => endless(response), /is too large/, LEFT],
	])('%s, Revoke says so and tries no more', async (_what, script, message, advice) => {
		const service = await serve(script);
		const { error, items } = await revokeAt(service);
		expect(error?.message).toMatch(/^The refresh token could not be revoked: /);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(advice);
		expect(items).toEqual([]);
		expect(service.requests).toHaveLength(1);
	});

	it('redirects, no token reaches the other address', async () => {
		const other = await serve((response) => answer(response, 200));
		const service = await serve((response) =>
			answer(response, 307, '', { Location: `${other.url}/oauth/revoke` }),
		);
		expect((await revokeAt(service)).error?.message).toMatch(/redirects/);
		expect(other.requests).toEqual([]);
	});

	it('does not answer, the run does not wait for ever', async () => {
		const service = await serve(() => undefined);
		const options = { timeout: 0.1, maxRetryWait: 0 };
		const { error } = await revokeAt(service, { options });
		expect(error?.message).toMatch(/refresh token could not be revoked.*did not answer in time/);
	});

	it('fails half-way, it says which token was revoked', async () => {
		const service = await serve((response, _request, attempt) =>
			answer(response, attempt === 1 ? 204 : 400),
		);
		const { error } = await revokeAt(service);
		expect(error?.message).toMatch(/access token could not be revoked.*refresh token was revoked/);
	});

	it('is busy, the same request is sent again', async () => {
		const service = await serve((response, _request, attempt) =>
			attempt === 1 ? answer(response, 429, {}, { 'Retry-After': '0.01' }) : answer(response, 200),
		);
		const { items } = await revokeAt(service, { tokens: 'refreshToken' });
		expect(items).toMatchObject([{ json: { revoked: ['refresh_token'] } }]);
		expect(service.requests).toHaveLength(2);
		expect(service.requests[0]?.body).toBe(service.requests[1]?.body);
	});
});

describe('without a clear will nothing is sent:', () => {
	const none = { oauthTokenData: {} };
	const noRefresh = { oauthTokenData: { access_token: 'a' } };
	const plain = { authServerUrl: 'http://auth.example.com' };

	it.each<[string, INodeParameters, CredentialData, RegExp]>([
		['not confirmed', { confirmRevocation: false }, {}, /the confirmation is off/],
		['"yes" is no confirmation', { confirmRevocation: '={{ "yes" }}' }, {}, /confirmation is off/],
		['never connected', {}, none, /holds no token/],
		['never given a refresh token', { tokens: 'refreshToken' }, noRefresh, /no refresh token/],
		['an unprotected address', {}, plain, /Authorization Server URL.*http:\/\//],
		['an API key', { authentication: 'apiKey' }, {}, /only OAuth2 credentials hold tokens/],
	])('%s', async (_what, parameters, data, message) => {
		const service = await serve((response) => answer(response, 200));
		expect((await revokeAt(service, parameters, data)).error?.message).toMatch(message);
		expect(service.requests).toEqual([]);
	});

	it('an AI tool, whatever a workflow says', async () => {
		const service = await serve((response) => answer(response, 200));
		const { error } = await runCollab({ ...connected(service, CONFIRMED), type: TOOL });
		expect(error?.message).toMatch(/not for AI tools/);
		expect(service.requests).toEqual([]);
	});
});

it('in the editor it is offered with OAuth2, and to people only', () => {
	const { description } = new Collab();
	const resource = description.properties.find(({ name }) => name === 'resource');
	const offered = (authentication: string, name: string) =>
		(resource?.options as INodePropertyOptions[])
			.filter((option) => {
				const type = { ...description, name };
				return NodeHelpers.displayParameter({ authentication }, option, null, type);
			})
			.map(({ value }) => value);
	expect(offered('oAuth2', 'collab')).toEqual(['authorization', 'project']);
	expect(offered('apiKey', 'collab')).toEqual(['project']);
	expect(offered('oAuth2', 'collabTool')).toEqual(['project']);
});
