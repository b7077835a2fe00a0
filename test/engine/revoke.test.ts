import { NodeHelpers, type INodeParameters, type INodePropertyOptions } from 'n8n-workflow';
import { Collab } from '../../nodes/Collab/Collab.node';
import { openSandbox } from '../sandboxes';
import { connected, connectedTo } from './harness/credentials';
import { TOOL } from './harness/engine';
import {
	CONFIRMED,
	expectFailure,
	expectNoSecretIn,
	limitClock,
	runCollab,
} from './harness/runCollab';
import { always, answer, type Script, serve } from './harness/scriptedServer';

const limits = limitClock();

it.each([
	['both', {}, ['refresh_token', 'access_token'], /The access has ended.*press 'Disconnect'/, 0],
	['accessToken', {}, ['access_token'], /the access goes on/, 1],
	['accessToken', { grantType: 'clientCredentials' }, ['access_token'], /or its secret/, 1],
])('Revoke of %s with %j says what was revoked and what follows', async (...row) => {
	const [tokens, data, revoked, next, listed] = row;
	const sandbox = await openSandbox({ projects: 3 });
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

type Held = Record<'access_token' | 'refresh_token', string>;

/** A credential whose tokens are at that service. */
async function account(script: Script, data = {}) {
	const { requests, ...service } = await serve(script);
	const run = connected(service, {}, data);
	const revoke = async (more: INodeParameters = {}, type?: string) => {
		const parameters = { ...run.parameters, ...CONFIRMED, ...more };
		const outcome = await runCollab({ ...run, type, parameters });
		expectNoSecretIn(outcome.run);
		return outcome;
	};
	return { ...run, requests, revoke };
}

const PAGE = '\uFEFF\n<!doctype html><title>Please log in</title>';
const REFRESH = /^The refresh token could not be revoked: .*did not accept.* 400/;
const LEFT = /assume that it still works/;
const to = { Location: 'http://127.0.0.1:1/oauth/revoke' };
const halfWay: Script = (response, _request, attempt) =>
	answer(response, attempt === 1 ? 204 : 400);

it.each<[what: string, script: Script, message: RegExp, advice: RegExp]>([
	['refuses', always(400), REFRESH, /Client Secret/],
	['shows a web page', always(200, PAGE), /is a web page/, LEFT],
	['redirects', always(307, '', to), /redirects/, /Server URL/],
	['is busy', always(429), /limiting/, /^Try again later\. .*Or withdraw/],
	['does not answer', limits.unending, /did not answer in time/, LEFT],
	['fails half-way', halfWay, /^The access token could not/, LEFT],
])('where the authorization server %s, Revoke says so and tries no more', async (...row) => {
	const [what, script, message, advice] = row;
	const { revoke, requests } = await account(script);
	expectFailure(await revoke({ options: { maxRetryWait: 0 } }), message, advice);
	expect(requests).toHaveLength(what === 'fails half-way' ? 2 : 1);
});

it('Revoke runs once, however many input items there are, and tries the next where one failed', async () => {
	const run = await account((response, _request, attempt) =>
		answer(response, attempt === 1 || attempt > 3 ? 400 : 200),
	);
	const parameters = { ...run.parameters, ...CONFIRMED };
	const onError = 'continueRegularOutput';
	const { items } = await runCollab({ ...run, parameters, items: [{}, {}, {}, {}], onError });
	expect(items.map(({ json }) => Object.keys(json)[0])).toEqual(['error', 'revoked']);
	expect(run.requests).toHaveLength(3);
});

const noRefresh = { oauthTokenData: { access_token: 'a' } };
const plain = { authServerUrl: 'http://auth.example.com' };
it.each<[string, INodeParameters, object, RegExp, type?: string]>([
	['not confirmed', { confirmRevocation: false }, {}, /the confirmation is off/],
	['"yes" is no confirmation', { confirmRevocation: '={{ "yes" }}' }, {}, /confirmation is off/],
	['never connected', {}, { oauthTokenData: {} }, /holds no token/],
	['never given a refresh token', { tokens: 'refreshToken' }, noRefresh, /no refresh token/],
	['an unprotected address', {}, plain, /Authorization Server URL.*http:\/\//],
	['an API key', { authentication: 'apiKey' }, {}, /only OAuth2 credentials hold tokens/],
	['an AI tool, whatever a workflow says', {}, {}, /not for AI tools/, TOOL],
])('without a clear will nothing is sent: %s', async (...row) => {
	const [, parameters, data, message, type] = row;
	const { revoke, requests } = await account(always(200), data);
	expect((await revoke(parameters, type)).error?.message).toMatch(message);
	expect(requests).toEqual([]);
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
	const offered = [isOffered('oAuth2', 'collab'), isOffered('apiKey', 'collab')];
	expect([...offered, isOffered('oAuth2', 'collabTool')]).toEqual([true, false, false]);
});

it.each([
	['both', ['secret-refresh', 'secret-token', 'refresh-2', 'access-2']],
	['accessToken', ['secret-token', 'access-1']],
	['refreshToken', ['secret-refresh', 'refresh-1']],
])(
	'while others refresh again and again, Revoke (%s) reads the credential twice',
	async (...row) => {
		const [tokens, revoked] = row;
		const n8n = await account((response, _request, attempt) => {
			// What another process of n8n, or a node of another package, keeps of a refresh.
			const now = { access_token: `access-${attempt}`, refresh_token: `refresh-${attempt}` };
			n8n.change({ oauthTokenData: now });
			answer(response, 200);
		});
		const { items, error } = await n8n.revoke({ tokens });
		expect(error).toBeUndefined();
		expect(items[0]?.json['revoked']).toHaveLength(tokens === 'both' ? 2 : 1);
		const sent = n8n.requests.map(({ body }) => new URLSearchParams(body).get('token'));
		expect(sent).toEqual(revoked);
	},
);
