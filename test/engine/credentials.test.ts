import { dataFor } from './harness/asSomebody';
import { credentialProperties, credentialType, type CredentialName } from './harness/engine';
import { expectNoSecretIn } from './harness/outcomes';
import { answer, listOf, scriptedServers, type ScriptedServer } from './harness/scriptedServer';
import { testCredential, type TestResult } from './harness/testCredential';

const serve = scriptedServers();

const both: CredentialName[] = ['collabApi', 'collabOAuth2Api'];

function expectRefusal(result: TestResult, words: RegExp): void {
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(words);
	expect(result.message).not.toContain('secret-words');
	expectNoSecretIn(result);
}

describe.each(both)('the test of %s', (name) => {
	const testAgainst = async (service: ScriptedServer) =>
		await testCredential(name, dataFor(service)[name]);

	it('sends nothing to an address where the key could be read on its way', async () => {
		const account = { url: 'https://auth.example.com', baseUrl: 'http://collab.example.com/v1' };
		const result = await testCredential(name, dataFor(account)[name]);
		expectRefusal(result, /enter an https address .* as 'Base URL'/);
	});

	it('asks for one project and is content with an answer', async () => {
		const service = await serve((response) => answer(response, 200, listOf([])));
		expect(await testAgainst(service)).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
		expect(service.requests).toMatchObject([
			{ method: 'GET', path: '/v1/projects', query: { page: '1', per_page: '1' } },
		]);
		expect(service.requests[0]?.headers).toMatchObject(
			name === 'collabApi'
				? { 'x-api-key': 'secret-key' }
				: { authorization: 'Bearer secret-token' },
		);
	});

	it.each([
		[401, /did not accept/],
		[403, /does not allow/],
		[404, /no list of projects at this address/],
		[429, /limiting/],
		...[301, 302, 303, 307, 308].map((status): [number, RegExp] => [status, /redirects.*Base URL/]),
		...[400, 402, 418, 499, 500, 502, 503, 504, 599, 600, 777, 999].map(
			(status): [number, RegExp] => [status, /status \d+.*\.$|not with a list of projects/],
		),
	])(
		'says what %i means, follows no redirect, and shows no words of the service',
		async (status, words) => {
			const other = await serve((response) => answer(response, 200, listOf([])));
			const service = await serve((response, { path }) =>
				path === '/oauth/token'
					? answer(response, 200, { access_token: 'secret-token-2', token_type: 'bearer' })
					: response
							.writeHead(status, 'secret-words', { Location: `${other.baseUrl}/projects` })
							.end(),
			);
			expectRefusal(await testAgainst(service), words);
			expect(other.requests).toEqual([]);
		},
	);

	it.each([
		['HTML', '<html>Please log in</html>'],
		['nothing', ''],
		['another object', { projects: [] }],
		['a list without "pagination"', { data: [] }],
		['"pagination" without "has_next"', { data: [], pagination: {} }],
		['"data" that is no list', { data: {}, pagination: { has_next: false } }],
	])('is not content with %s and status 200', async (_what, body) => {
		const service = await serve((response) => answer(response, 200, body));
		expectRefusal(await testAgainst(service), /not with a list of projects.*'Base URL'/);
	});

	it.each<[what: string, headers: Record<string, string>]>([
		['is not compressed as it says', { 'Content-Encoding': 'gzip' }],
		['breaks off', { 'Content-Length': '1000' }],
	])('does not show the reason phrase of an answer that %s', async (_what, headers) => {
		const service = await serve((response) => {
			response.writeHead(200, 'secret-words', headers);
			response.write('{"data":["secret-words"', () => response.socket?.end());
		});
		expectRefusal(await testAgainst(service), /./);
	});

	it('tolerates slashes at the end of the addresses', async () => {
		const service = await serve((response) => answer(response, 200, listOf([])));
		const { baseUrl, url } = service;
		const data = dataFor({ baseUrl: `${baseUrl}//`, url: `${url}/` })[name];
		expect(await testCredential(name, data)).toMatchObject({ status: 'OK' });
		expect(service.requests.map(({ path }) => path)).toEqual(['/v1/projects']);
	});
});

it.each<[status: number, body: unknown]>([
	[400, { error: 'secret-words', error_description: 'secret-words for secret-client' }],
	[400, { error: 'invalid_grant', error_description: 'secret-words for secret-refresh' }],
	[401, { error: 'secret-words' }],
	[200, { error: 'secret-words', error_description: 'secret-words' }],
	[200, '<html>secret-words</html>'],
	[500, 'secret-words'],
	[511, 'secret-words'],
])(
	'a test does not show the words of an authorization server that answers %i %j to a refresh',
	async (status, body) => {
		const service = await serve((response, { path }) => {
			if (path !== '/oauth/token') return answer(response, 401);
			response.writeHead(status, 'secret-words', { 'Content-Type': 'application/json' });
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		});
		expectRefusal(await testCredential('collabOAuth2Api', dataFor(service).collabOAuth2Api), /./);
	},
);

it('the tests of both take little of what every editor loads', () => {
	const tests = both.map((name) => credentialType(name).test);
	const counts = tests.map((test) => test?.rules?.length ?? 0);
	expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(60);
	expect(JSON.stringify(tests).length).toBeLessThan(20_000);
});

/** The editor offers no test for a credential that shows an expression, which a default may be. */
describe.each(both)('%s in the editor', (name) => {
	it('shows no field that holds an expression', () => {
		const shown = credentialProperties(name).filter(({ type }) => type !== 'hidden');
		const expressions = shown.filter(
			({ default: value }) => typeof value === 'string' && value.startsWith('='),
		);
		expect(expressions).toEqual([]);
	});
});

it('n8n gets no token from an address where the client secret could be read on its way', async () => {
	const service = await serve((response) => answer(response, 200, listOf([])));
	const result = await testCredential('collabOAuth2Api', {
		...dataFor(service).collabOAuth2Api,
		grantType: 'clientCredentials',
		authServerUrl: 'http://auth.example.com',
		oauthTokenData: {},
	});
	expectRefusal(result, /enter-an-https-address/);
	expect(service.requests).toEqual([]);
});
