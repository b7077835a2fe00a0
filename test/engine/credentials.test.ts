/** The test of each credential, and which addresses n8n's expressions in it take: those that the nodes take. */
import { getCredentialAllowedDomains, isDomainAllowed } from 'n8n-workflow';
import { CollabOAuth2Api } from '../../credentials/CollabOAuth2Api.credentials';
import { toAddress } from '../../nodes/Collab/core/requests/credential';
import * as addresses from '../unit/requests/addresses';
import { asSomebody, CredentialStore, dataFor } from './harness/credentials';
import type { CredentialName } from './harness/engine';
import { credentialProperties, credentialType, nodeOf, workflowOf } from './harness/engine';
import { expectNoSecretIn, runCollab } from './harness/runCollab';
import { always, answer, listOf, type ScriptedServer, serve } from './harness/scriptedServer';
import { testCredential } from './harness/testCredential';

const NO_LIST = /not with a list of projects.*'Base URL'/;

function expectRefusal(result: object, words: RegExp): void {
	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(words) as string });
	expectNoSecretIn(result, ['secret-words']);
}

describe.each<CredentialName>(['collabApi', 'collabOAuth2Api'])('the test of %s', (name) => {
	const testAgainst = async (service: Pick<ScriptedServer, 'url' | 'baseUrl'>) =>
		await testCredential(name, dataFor(service)[name]);

	it('asks for one project, whatever slashes are at the end of the address', async () => {
		const service = await serve(always(200, listOf([])));
		const account = { baseUrl: `${service.baseUrl}//`, url: `${service.url}/` };
		const message = 'Connection successful!';
		expect(await testAgainst(account)).toEqual({ status: 'OK', message });
		const headers =
			name === 'collabApi'
				? { 'x-api-key': 'secret-key' }
				: { authorization: 'Bearer secret-token' };
		const query = { page: '1', per_page: '1' };
		const request = { method: 'GET', path: '/v1/projects', query };
		expect(service.requests).toMatchObject([{ ...request, headers }]);
	});

	it.each<[status: number, words: RegExp, body: unknown]>([
		[401, /did not accept/, ''],
		[403, /does not allow/, ''],
		[404, /no list of projects at this address/, ''],
		[429, /limiting/, ''],
		[301, /redirects.*Base URL/, ''],
		[400, /status 400.*credential that has expired.*\.$/, ''],
		[498, /did not accept the credential/, ''],
		[503, /status 503.*\.$/, ''],
		[418, /not with a list of projects|status 418/, ''],
		[200, NO_LIST, '<html>Please log in</html>'],
		[200, NO_LIST, ''],
		[200, NO_LIST, { data: {}, pagination: { has_next: false } }],
	])('says what is wrong with %i, follows no redirect, and shows no words', async (...row) => {
		const [status, words, body] = row;
		const other = await serve(always(200, listOf([])));
		const service = await serve((response, { path }) => {
			if (path === '/oauth/token') return answer(response, 200, { access_token: 'secret-token-2' });
			response.statusMessage = 'secret-words';
			answer(response, status, body, { Location: other.baseUrl });
		});
		const result = await testAgainst(service);
		expectRefusal(result, words);
		expect(other.requests).toEqual([]);
		const ofOtherType = name === 'collabApi' ? /OAuth2|Scope|connect|authorization/i : /\bkey\b/i;
		expect(result.message).not.toMatch(ofOtherType);
		const renew = name === 'collabApi' ? /Check the key/ : /reconnect/;
		if (status === 401) expect(result.message).toMatch(renew);
	});

	it.each(['http://collab.example.com/v1', 'https://ada@collab.example.com/v1'])(
		'names what cannot be used in an address: %s',
		async (baseUrl) => {
			const result = await testAgainst({ baseUrl, url: 'https://auth.example.com' });
			expectRefusal(result, /^The 'Base URL' in the credential .*https:\/\/.*(::1\]\)|"#")\.$/);
			expect(result.message).not.toContain('example.com/v1 is');
		},
	);

	// The editor offers no test for a credential that shows an expression, which a default may be.
	it('is offered by the editor, and takes little of what it loads', () => {
		const shown = credentialProperties(name).filter(({ type }) => type !== 'hidden');
		expect(shown.filter((field) => JSON.stringify(field.default).startsWith('"='))).toEqual([]);
		expect(JSON.stringify(credentialType(name).test ?? '').length).toBeLessThan(10_000);
	});
});

it('an API key is used without what was copied along; a shortened one is refused, and not sent', async () => {
	const service = await serve(always(200, listOf([{ id: 'proj_1' }])));
	const outcomeOf = async (apiKey: string) => [
		(await testCredential('collabApi', { baseUrl: service.baseUrl, apiKey })).message,
		(await runCollab(asSomebody({ ...service, apiKey }))).error?.message,
	];
	const used = await outcomeOf(' X-API-Key: "secret-key"\u00a0');
	expect(used).toEqual(['Connection successful!', undefined]);
	const sent = service.requests.map(({ headers }) => headers['x-api-key']);
	expect(sent).toEqual(['secret-key', 'secret-key']);
	const refused = await outcomeOf('secret-key…');
	for (const text of refused) expect(text).toMatch(/^The 'API Key' .* characters that no key has/);
	expectNoSecretIn(refused);
	expect(service.requests).toHaveLength(2);
});

it.each<[status: number, body: unknown]>([
	[400, { error: 'invalid_grant', error_description: 'secret-words for secret-refresh' }],
	[200, { error: 'secret-words', error_description: 'secret-words' }],
	[200, '<html>secret-words</html>'],
	[511, 'secret-words'],
])('no words of an authorization server that answers %i %j are shown', async (status, body) => {
	const service = await serve((response, { path }) => {
		if (path !== '/oauth/token') return answer(response, 401);
		response.statusMessage = 'secret-words';
		answer(response, status, body);
	});
	expectRefusal(await testCredential('collabOAuth2Api', dataFor(service).collabOAuth2Api), /./);
});

const ADDRESSES = Object.values(addresses).flat();
const { ACCEPTED, WITHOUT_SCHEME, THIS_MACHINE, INTERNATIONAL } = addresses;
const used = [ACCEPTED, WITHOUT_SCHEME, THIS_MACHINE, INTERNATIONAL].flat();
const isAccepted = (address: string) => used.includes(address);
const accepted = ADDRESSES.filter(isAccepted);
const node = nodeOf('HTTP Request', 'n8n-nodes-base.noOp');
const { expression } = workflowOf([node]);
const resolved = (name: CredentialName, baseUrl: string, more = {}) => {
	const data = dataFor({ baseUrl, url: baseUrl })[name];
	return new CredentialStore().resolve({ ...data, ...more }, name);
};

it('the connection test and the addresses for tokens are those that the nodes accept', () => {
	const { baseURL } = new CollabOAuth2Api().test.request;
	const tested = ADDRESSES.filter((baseUrl) => {
		const data = { $credentials: { baseUrl } };
		return expression.getSimpleParameterValue(node, baseURL, 'internal', data) !== '';
	});
	const issuing = ADDRESSES.filter((address) => {
		const { accessTokenUrl } = resolved('collabOAuth2Api', address);
		return accessTokenUrl !== 'authorization-server-url-must-start-with-https:/oauth/token';
	});
	expect([tested, issuing]).toEqual([accepted, accepted]);
});

describe.each<CredentialName>(['collabApi', 'collabOAuth2Api'])(
	'HTTP Request nodes send %s',
	(name) => {
		const domainsOf = (baseUrl: string, more = {}) =>
			getCredentialAllowedDomains({ node, credentialData: resolved(name, baseUrl, more) }) ?? 'all';

		it.each([...accepted, ...addresses.MORE_THAN_AN_ADDRESS])(
			'to the host of %s alone',
			(baseUrl) => {
				const isUsed = isAccepted(baseUrl);
				const { hostname, origin } = new URL(isUsed ? toAddress('Base URL', baseUrl) : baseUrl);
				const sent = [origin, 'https://evil.test', 'https://base-url.invalid'].map((url) =>
					isDomainAllowed({ url, allowedDomains: domainsOf(baseUrl) }),
				);
				// n8n compares the name as it is entered with what is asked for: in ASCII, an IP address in full.
				const isUsual = isUsed && baseUrl.toLowerCase().includes(hostname);
				// Where it may not be used, the only host is one that nobody can have.
				expect(sent).toEqual([isUsual, false, !isUsed]);
			},
		);

		it('anywhere or nowhere where a person chooses so', () => {
			const domainsWhere = (allowedHttpRequestDomains: string) =>
				domainsOf('https://collab.test/v1', { allowedHttpRequestDomains });
			expect(domainsWhere('all')).toBe('all');
			expect(() => domainsWhere('none')).toThrow(/prevent use within an HTTP Request/);
		});
	},
);
