import { dataFor } from './harness/asSomebody';
import {
	credentialProperties,
	credentialType,
	type CredentialName,
} from './harness/credentialTypes';
import { answer, listOf, scriptedServers, type ScriptedServer } from './harness/scriptedServer';
import { expectNoSecretIn } from './harness/textIn';
import { testCredential } from './harness/testCredential';

const serve = scriptedServers();

const both: CredentialName[] = ['collabApi', 'collabOAuth2Api'];

describe.each(both)('the test of %s', (name) => {
	const testAgainst = async (service: ScriptedServer) =>
		await testCredential(name, dataFor(service)[name]);

	it('sends nothing to an address where the key could be read on its way', async () => {
		const account = { url: 'https://auth.example.com', baseUrl: 'http://collab.example.com/v1' };
		const result = await testCredential(name, dataFor(account)[name]);
		expect(result.message).toMatch(/enter an https address .* as 'Base URL'/);
		expectNoSecretIn(result);
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
	])('says what %i means', async (status, words) => {
		const service = await serve((response, { path }) =>
			path === '/oauth/token'
				? answer(response, 200, { access_token: 'secret-token-2', token_type: 'bearer' })
				: answer(response, status),
		);
		const result = await testAgainst(service);
		expect(result).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(words) as string,
		});
		expectNoSecretIn(result);
	});

	it.each([400, 500, 502, 503, 504])('says the status %i', async (status) => {
		const service = await serve((response) => answer(response, status));
		expect((await testAgainst(service)).message).toMatch(new RegExp(`status ${status}.*\\.$`));
	});

	it.each([400, 402, 418, 451, 499, 500, 503, 599, 600, 777, 999])(
		'does not show the reason phrase of %i, which the service chooses',
		async (status) => {
			const service = await serve((response) =>
				response.writeHead(status, 'Call us with your key').end(),
			);
			const result = await testAgainst(service);
			expect(result.status).toBe('Error');
			expect(result.message).toMatch(/status \d+|not with a list of projects/);
			expect(result.message).not.toContain('Call us');
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
		const result = await testAgainst(service);
		expect(result).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/not with a list of projects.*'Base URL'/) as string,
		});
	});

	const BROKEN: Array<[what: string, headers: Record<string, string>]> = [
		['is not compressed as it says', { 'Content-Encoding': 'gzip' }],
		['breaks off', { 'Content-Length': '1000' }],
	];
	it.each(BROKEN)(
		'does not show the reason phrase of an answer that %s',
		async (_what, headers) => {
			const service = await serve((response) => {
				response.writeHead(200, 'Call us with secret-words', headers);
				response.write('{"data":["secret-words"', () => response.socket?.end());
			});
			const result = await testAgainst(service);
			expect(result.status).toBe('Error');
			expect(result.message).not.toContain('secret-words');
			expectNoSecretIn(result);
		},
	);

	it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
		const other = await serve((response) => answer(response, 200, listOf([])));
		const service = await serve((response) =>
			answer(response, status, '', { Location: `${other.baseUrl}/projects` }),
		);
		const result = await testAgainst(service);
		expect(result).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/redirects.*Base URL/) as string,
		});
		expect(other.requests).toEqual([]);
	});

	it('tolerates slashes at the end of the addresses', async () => {
		const service = await serve((response) => answer(response, 200, listOf([])));
		const { baseUrl, url } = service;
		const data = dataFor({ baseUrl: `${baseUrl}//`, url: `${url}/` })[name];
		expect(await testCredential(name, data)).toMatchObject({ status: 'OK' });
		expect(service.requests.map(({ path }) => path)).toEqual(['/v1/projects']);
	});
});

describe('the test of collabOAuth2Api', () => {
	const answers: Array<[status: number, body: unknown]> = [
		[400, { error: 'secret-words', error_description: 'secret-words for secret-client' }],
		[400, { error: 'invalid_grant', error_description: 'secret-words for secret-refresh' }],
		[401, { error: 'secret-words' }],
		[200, { error: 'secret-words', error_description: 'secret-words' }],
		[200, '<html>secret-words</html>'],
		[500, 'secret-words'],
	];
	it.each([500, 503, 507, 511])(
		'does not show the reason phrase of an authorization server that answers %i to a refresh',
		async (status) => {
			const service = await serve((response, { path }) =>
				path === '/oauth/token'
					? response.writeHead(status, 'secret-words').end()
					: answer(response, 401),
			);
			const result = await testCredential('collabOAuth2Api', dataFor(service).collabOAuth2Api);
			expect(result.status).toBe('Error');
			expect(result.message).not.toContain('secret-words');
		},
	);

	it.each(answers)(
		'does not show the words of an authorization server that answers %i %j to a refresh',
		async (status, body) => {
			const service = await serve((response, { path }) =>
				path === '/oauth/token' ? answer(response, status, body) : answer(response, 401),
			);
			const data = dataFor(service).collabOAuth2Api;
			const result = await testCredential('collabOAuth2Api', data);
			expect(result.status).toBe('Error');
			expect(result.message).not.toContain('secret-words');
			expectNoSecretIn(result);
		},
	);
});

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
	expect(result).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(/enter-an-https-address/) as string,
	});
	expect(service.requests).toEqual([]);
	expectNoSecretIn(result);
});
