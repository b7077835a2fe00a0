import {
	authorizationUrlOf,
	createCredential,
	testCredential,
	updateCredential,
} from '../../../dev/host/credentials';
import type { Sandbox } from '../../../dev/sandbox';
import { errorOf, REVOKE, rowsOf } from '../stage';
import { misnamed, stage, unknown } from './stage';

it('a person is connected with the address and the form of the specification', async () => {
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
	const exchange = sandbox.requests.find(({ path }) => path === '/oauth/token');
	const sent = { method: 'POST', status: 200, authentication: 'none', query: {} };
	const contentType = expect.stringMatching(/^application\/x-www-form-urlencoded(;|$)/) as string;
	expect(exchange).toMatchObject({ ...sent, contentType });
	const fields = ['client_id', 'client_secret', 'code', 'grant_type', 'redirect_uri'];
	expect([...(exchange?.form ?? [])].sort()).toEqual(fields);
});

it('both credentials pass their test; of a wrong key and of a service that is down it says in words what is wrong', async () => {
	const { credentials, sandbox, session } = stage;
	const keyAt = async (baseUrl: string) => {
		const data = { baseUrl, apiKey: 'wrong' };
		return await createCredential(session, { name: 'Wrong', type: 'collabApi', data });
	};
	// One after the other: n8n mixes up tests that run at the same time.
	for (const [credential, outcome] of [
		[credentials.apiKey, /^OK: .*successful/],
		// Before 2.38, n8n tests no OAuth2 credential that HTTP Request nodes may not use.
		[credentials.oAuth2, /^OK: .*successful|^Error: .*prevent use within an HTTP Request node/],
		[await keyAt(sandbox.baseUrl), /^Error: .*did not accept the credential\. Check the key/],
		[await keyAt('http://127.0.0.1:1/v1'), /^Error: .*refused the connection\. Try again later/],
	] as const) {
		const { status, message } = await testCredential(session, credential);
		expect(`${status}: ${message}`).toMatch(outcome);
	}
});

it('an application without a person gets its token', async () => {
	const credential = await createCredential(stage.session, asApplication(stage.sandbox));
	expect(rowsOf(await stage.runNode(credential, { limit: 3 }), 'Collab')).toHaveLength(3);
});

const asApplication = ({ baseUrl, authServerUrl, clientId, clientSecret }: Sandbox) => {
	const access = { grantType: 'clientCredentials', scope: 'read', clientId, clientSecret };
	const data = { baseUrl, authServerUrl, ...access };
	return { name: 'Application', type: 'collabOAuth2Api', data };
};

/** n8n 2.30 does not tell the node why. */
const FAILED = /could not send|could not renew the access token/.source;
const NO_RETRY = { options: { maxRetryWait: 0 } };

it.each<[string, () => Sandbox, string]>([
	['of an authority that n8n does not know', () => unknown, 'is not trusted'],
	['for another host', () => misnamed, 'other host name'],
])('with a certificate %s a service gets no key, token or secret', async (...row) => {
	const [, service, reason] = row;
	const { session } = stage;
	const { oAuth2 } = stage.credentials;
	const { baseUrl, apiKey, authServerUrl, requests } = service();
	const message = new RegExp(`${reason}|${FAILED}`);
	const withKey = { name: 'Key', type: 'collabApi', data: { baseUrl, apiKey } };
	for (const draft of [withKey, asApplication(service())]) {
		const credential = await createCredential(session, draft);
		expect(errorOf(await stage.runNode(credential, NO_RETRY))).toMatch(message);
		expect(await testCredential(session, credential)).toMatchObject({ status: 'Error' });
	}
	const path = `/credentials/${oAuth2.id}?includeData=true`;
	const stored = await session.get<{ data: object }>(path);
	const change = async (data: object) =>
		await updateCredential(session, oAuth2.id, { ...oAuth2, data: { ...data } });
	await change({ ...stored.data, authServerUrl });
	stage.sandbox.expireAccessTokens();
	const refreshing = await stage.runNode(oAuth2, NO_RETRY);
	const revocation = await stage.runNode(oAuth2, { ...REVOKE, ...NO_RETRY });
	await change(stored.data);
	expect(refreshing.status).toBe('error');
	expect(errorOf(revocation)).toMatch(message);
	expect(requests).toEqual([]);
});
