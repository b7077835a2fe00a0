import { createCredential, testCredential, updateCredential } from '../../../dev/host/credentials';
import { itemsOf } from '../../../dev/host/executions';
import { request } from '../../../dev/host/request';
import type { Sandbox } from '../../../dev/sandbox';
import { misnamed, stage, unknown } from './stage';

const FORM = 'application/x-www-form-urlencoded';
const NO_RETRY = { options: { maxRetryWait: 0 } };

interface Listed {
	readonly name: string;
	readonly iconUrl?: string | Readonly<Record<'light' | 'dark', string>>;
}

/** What the editor reads to know all nodes or credentials. */
async function known(list: 'nodes' | 'credentials', name: RegExp): Promise<Listed[]> {
	const { url, cookie } = stage.session;
	const answer = await request(`${url}/types/${list}.json`, { headers: { Cookie: cookie } });
	const all = (await answer.json()) as Listed[];
	return all.filter((one) => name.test(one.name));
}

describe('Connects', () => {
	it('nodes and credentials are known to the editor, each with its icon', async () => {
		const nodes = await known('nodes', /^n8n-nodes-collab\.collab(Trigger)?$/);
		const credentials = await known('credentials', /^collab(OAuth2)?Api$/);
		expect([nodes.length, credentials.length]).toEqual([2, 2]);
		for (const { iconUrl = '' } of [...nodes, ...credentials]) {
			for (const path of typeof iconUrl === 'string' ? [iconUrl] : Object.values(iconUrl)) {
				const answer = await request(`${stage.session.url}/${path}`);
				const type = answer.headers.get('content-type');
				expect(`${path} ${type}`).toMatch(/collab.* image\/svg/);
			}
		}
	});

	it('a person is sent to the authorization page with the parameters of the specification', async () => {
		const { credentials, sandbox, session } = stage;
		const { id } = credentials.oAuth2;
		const address = new URL(await session.get<string>('/oauth2-credential/auth', { id }));
		expect(address.origin + address.pathname).toBe(`${sandbox.authServerUrl}/oauth/authorize`);
		expect(Object.fromEntries(address.searchParams)).toEqual({
			client_id: sandbox.clientId,
			redirect_uri: `${session.url}/rest/oauth2-credential/callback`,
			response_type: 'code',
			scope: 'read',
			state: expect.stringMatching(/./) as string,
		});
	});

	it('the code was exchanged with the form of the specification', () => {
		const exchange = stage.sandbox.requests.find(({ path }) => path === '/oauth/token');
		const sent = { method: 'POST', status: 200, authentication: 'none', query: {} };
		expect(exchange).toMatchObject(sent);
		expect(exchange?.contentType?.split(';')[0]).toBe(FORM);
		const fields = ['client_id', 'client_secret', 'code', 'grant_type', 'redirect_uri'];
		expect([...(exchange?.form ?? [])].sort()).toEqual(fields);
	});

	it('both credentials pass their test, a wrong key does not', async () => {
		const { credentials, sandbox, session } = stage;
		for (const credential of [credentials.apiKey, credentials.oAuth2]) {
			expect(await testCredential(session, credential)).toMatchObject({ status: 'OK' });
		}
		const data = { baseUrl: sandbox.baseUrl, apiKey: 'wrong' };
		const wrong = await createCredential(session, { name: 'Wrong', type: 'collabApi', data });
		expect(await testCredential(session, wrong)).toMatchObject({ status: 'Error' });
	});

	it('an application without a person gets its token', async () => {
		const credential = await createCredential(stage.session, asApplication(stage.sandbox));
		expect(itemsOf(await stage.run(credential, { limit: 3 }), 'Collab')).toHaveLength(3);
	});
});

const asApplication = ({ baseUrl, authServerUrl, clientId, clientSecret }: Sandbox) => {
	const access = { grantType: 'clientCredentials', scope: 'read', clientId, clientSecret };
	const data = { baseUrl, authServerUrl, ...access };
	return { name: 'Application', type: 'collabOAuth2Api', data };
};

describe.each<[string, () => Sandbox, RegExp]>([
	// The second texts are those of n8n 2.30, which does not tell the node why.
	['an authority that n8n does not know', () => unknown, /is not trusted|could not send/],
	['a certificate for another host', () => misnamed, /is for another host name|could not send/],
])('%s is refused', (_what, service, message) => {
	it('by lists and connection tests', async () => {
		const { baseUrl, apiKey, requests } = service();
		const withKey = { name: 'Key', type: 'collabApi', data: { baseUrl, apiKey } };
		for (const draft of [withKey, asApplication(service())]) {
			const credential = await createCredential(stage.session, draft);
			const { status, data } = await stage.run(credential, NO_RETRY);
			expect(status).toBe('error');
			expect(data.resultData.error?.message).toMatch(message);
			expect(await testCredential(stage.session, credential)).toMatchObject({ status: 'Error' });
		}
		expect(requests).toEqual([]);
	});

	it('by the token endpoint: tokens are neither refreshed nor revoked', async () => {
		const { oAuth2 } = stage.credentials;
		const { authServerUrl, requests } = service();
		const path = `/credentials/${oAuth2.id}`;
		const stored = await stage.session.get<{ data: object }>(path, { includeData: 'true' });
		const change = async (data: object) =>
			await updateCredential(stage.session, oAuth2.id, { ...oAuth2, data: { ...data } });
		await change({ ...stored.data, authServerUrl });
		stage.sandbox.expireAccessTokens();
		const revoke = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };
		const list = await stage.run(oAuth2, NO_RETRY);
		const revocation = await stage.run(oAuth2, { ...revoke, ...NO_RETRY });
		await change(stored.data);
		expect([list.status, revocation.status]).toEqual(['error', 'error']);
		expect(revocation.data.resultData.error?.message).toMatch(message);
		expect(requests).toEqual([]);
	});
});
