/** Sections 1, 4.2 to 4.4 and 5 of the interface's specification in a real n8n, over TLS. */
import { createCredential, testCredential, updateCredential } from '../../../dev/host/credentials';
import { itemsOf } from '../../../dev/host/executions';
import type { Sandbox } from '../../../dev/sandbox';
import { openStage, type Stage } from './stage';

const PROJECTS = 3456;
const LIST = { returnAll: true, output: 'raw' };
const REVOKE = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };
const FORM = 'application/x-www-form-urlencoded';

let stage: Stage;

beforeAll(async () => (stage = await openStage(PROJECTS)));
afterAll(async () => await stage.close());

const requestsAt = (path: string) =>
	stage.service.requests.filter((request) => request.path === path);

it('a person is sent to the authorization page with the parameters of the specification', async () => {
	const { credentials, service, session } = stage;
	const { id } = credentials.oAuth2;
	const address = new URL(await session.get<string>('/oauth2-credential/auth', { id }));
	expect(`${address.origin}${address.pathname}`).toBe(`${service.authServerUrl}/oauth/authorize`);
	expect(Object.fromEntries(address.searchParams)).toEqual({
		client_id: service.clientId,
		redirect_uri: `${session.url}/rest/oauth2-credential/callback`,
		response_type: 'code',
		scope: 'read',
		state: expect.stringMatching(/./) as string,
	});
});

it('the code was exchanged with the form of the specification', () => {
	const [exchange] = requestsAt('/oauth/token');
	expect(exchange).toMatchObject({
		method: 'POST',
		status: 200,
		authentication: 'none',
		query: {},
	});
	expect(exchange?.contentType?.split(';')[0]).toBe(FORM);
	expect([...(exchange?.form ?? [])].sort()).toEqual(
		['grant_type', 'code', 'client_id', 'client_secret', 'redirect_uri'].sort(),
	);
});

it.each(['apiKey', 'oAuth2'] as const)('the %s credential passes its test', async (name) => {
	const { status, message } = await testCredential(stage.session, stage.credentials[name]);
	expect({ status, message }).toEqual({ status: 'OK', message });
});

it.each(['apiKey', 'oAuth2'] as const)('%s: a long list comes whole', async (name) => {
	stage.service.clearRequests();
	stage.service.expireAccessTokens();
	const listed = itemsOf(await stage.run(stage.credentials[name], LIST), 'Collab');
	const held = stage.service.projects.all().map(({ id }) => id);
	expect(listed.map(({ json }) => json['id']).sort()).toEqual(held.sort());
	const refreshes = requestsAt('/oauth/token').map(({ form }) => [...(form ?? [])].sort());
	const refresh = ['client_id', 'client_secret', 'grant_type', 'refresh_token'];
	expect(refreshes).toEqual(name === 'oAuth2' ? [refresh] : []);
});

it('an application without a person gets its token', async () => {
	const { baseUrl, authServerUrl, clientId, clientSecret } = stage.service;
	const data = { baseUrl, authServerUrl, clientId, clientSecret, scope: 'read' };
	const credential = await createCredential(stage.session, {
		name: 'Without a person',
		type: 'collabOAuth2Api',
		data: { ...data, grantType: 'clientCredentials' },
	});
	expect(itemsOf(await stage.run(credential, { limit: 3 }), 'Collab')).toHaveLength(3);
});

it('tokens are revoked', async () => {
	const { oAuth2 } = stage.credentials;
	const [item] = itemsOf(await stage.run(oAuth2, REVOKE), 'Collab');
	expect(item?.json).toMatchObject({ revoked: ['refresh_token', 'access_token'] });
	const execution = await stage.run(oAuth2, LIST);
	expect(execution.data.resultData.error?.message).toMatch(/did not accept the credential/);
});

describe.each<[string, (from: Stage) => Sandbox, RegExp]>([
	['an authority that n8n does not know', ({ unknown }) => unknown, /certificate is not trusted/],
	['a certificate for another host', ({ misnamed }) => misnamed, /is for another host name/],
])('%s is refused', (_what, choose, message) => {
	it.each(['collabApi', 'collabOAuth2Api'])('by lists and the test of %s', async (type) => {
		const { baseUrl, authServerUrl, apiKey, clientId, clientSecret, requests } = choose(stage);
		const forServer = { grantType: 'clientCredentials', scope: 'read', clientId, clientSecret };
		const data =
			type === 'collabApi' ? { baseUrl, apiKey } : { baseUrl, authServerUrl, ...forServer };
		const credential = await createCredential(stage.session, { name: type, type, data });
		const options = { maxRetryWait: 0 };
		const { status, data: run } = await stage.run(credential, { ...LIST, options });
		expect([status, run.resultData.error?.message]).toEqual([
			'error',
			expect.stringMatching(message),
		]);
		expect(await testCredential(stage.session, credential)).toMatchObject({ status: 'Error' });
		expect(requests).toEqual([]);
	});

	it('by the token endpoint: tokens are neither refreshed nor revoked', async () => {
		const { oAuth2 } = stage.credentials;
		const { authServerUrl, requests } = choose(stage);
		const saved = await stage.session.get<{ data: Record<string, unknown> }>(
			`/credentials/${oAuth2.id}`,
			{ includeData: 'true' },
		);
		const data = { ...saved.data, authServerUrl };
		await updateCredential(stage.session, oAuth2.id, { ...oAuth2, data });
		for (const parameters of [LIST, REVOKE]) {
			const { data: run } = await stage.run(oAuth2, {
				...parameters,
				options: { maxRetryWait: 0 },
			});
			expect(run.resultData.error?.message).toMatch(message);
		}
		expect(requests).toEqual([]);
	});
});
