import {
	authorizationUrlOf,
	createCredential,
	testCredential,
	updateCredential,
} from '../../../dev/host/credentials';
import type { Sandbox } from '../../../dev/sandbox';
import { errorOf, rowsOf } from '../stage';
import { misnamed, REVOKE, stage, unknown } from './stage';

const NO_RETRY = { options: { maxRetryWait: 0 } };

interface Listed {
	readonly name: string;
	readonly iconUrl?: string | Readonly<Record<'light' | 'dark', string>>;
}

/** What the editor reads to know all nodes or credentials. */
async function known(list: 'nodes' | 'credentials', name: RegExp): Promise<Listed[]> {
	const answer = await stage.session.page(`/types/${list}.json`);
	return ((await answer.json()) as Listed[]).filter((one) => name.test(one.name));
}

describe('Connects', () => {
	it('nodes and credentials are known to the editor, each with its icon', async () => {
		const nodes = await known('nodes', /^n8n-nodes-collab\.collab(Trigger)?$/);
		const credentials = await known('credentials', /^collab(OAuth2)?Api$/);
		expect([nodes.length, credentials.length]).toEqual([2, 2]);
		for (const { iconUrl = '' } of [...nodes, ...credentials]) {
			for (const path of typeof iconUrl === 'string' ? [iconUrl] : Object.values(iconUrl)) {
				const answer = await stage.session.page(`/${path}`);
				const type = answer.headers.get('content-type');
				expect(`${path} ${type}`).toMatch(/collab.* image\/svg/);
			}
		}
	});

	it('a person is sent to the authorization page with the parameters of the specification', async () => {
		const { credentials, sandbox, session } = stage;
		const address = new URL(await authorizationUrlOf(session, credentials.oAuth2));
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
		const contentType = expect.stringMatching(/^application\/x-www-form-urlencoded(;|$)/) as string;
		expect(exchange).toMatchObject({ ...sent, contentType });
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
		expect(rowsOf(await stage.runNode(credential, { limit: 3 }), 'Collab')).toHaveLength(3);
	});
});

const asApplication = ({ baseUrl, authServerUrl, clientId, clientSecret }: Sandbox) => {
	const access = { grantType: 'clientCredentials', scope: 'read', clientId, clientSecret };
	const data = { baseUrl, authServerUrl, ...access };
	return { name: 'Application', type: 'collabOAuth2Api', data };
};

describe.each<[string, () => Sandbox, RegExp]>([
	// The others are texts in n8n 2.30, which does not tell the node why.
	[
		'an authority that n8n does not know',
		() => unknown,
		/is not trusted|could not send|not accept the credential/,
	],
	[
		'a certificate for another host',
		() => misnamed,
		/other host name|could not send|not accept the credential/,
	],
])('%s is refused', (_what, service, message) => {
	it('by lists and connection tests', async () => {
		const { baseUrl, apiKey, requests } = service();
		const withKey = { name: 'Key', type: 'collabApi', data: { baseUrl, apiKey } };
		for (const draft of [withKey, asApplication(service())]) {
			const credential = await createCredential(stage.session, draft);
			expect(errorOf(await stage.runNode(credential, NO_RETRY))).toMatch(message);
			expect(await testCredential(stage.session, credential)).toMatchObject({ status: 'Error' });
		}
		expect(requests).toEqual([]);
	});

	it('by the token endpoint: tokens are neither refreshed nor revoked', async () => {
		const { oAuth2 } = stage.credentials;
		const { authServerUrl, requests } = service();
		const path = `/credentials/${oAuth2.id}?includeData=true`;
		const stored = await stage.session.get<{ data: object }>(path);
		const change = async (data: object) =>
			await updateCredential(stage.session, oAuth2.id, { ...oAuth2, data: { ...data } });
		await change({ ...stored.data, authServerUrl });
		stage.sandbox.expireAccessTokens();
		const list = await stage.runNode(oAuth2, NO_RETRY);
		const revocation = await stage.runNode(oAuth2, { ...REVOKE, ...NO_RETRY });
		await change(stored.data);
		expect(list.status).toBe('error');
		expect(errorOf(revocation)).toMatch(message);
		expect(requests).toEqual([]);
	});
});
