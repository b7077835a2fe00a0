/** Transport is HTTPS (specification, section 1): what the other tests do over plain http, over TLS. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../dev/sandbox';
import type { Result, Task } from './main';

const ROOT = join(__dirname, '..', '..', '..');
const PROJECTS = 3456;
const LIST = { returnAll: true, output: 'raw', options: { maxRetryWait: 0 } };
const REVOKE = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };

let folder: string;
const open: Sandbox[] = [];

beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'collab-https-'))));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
afterEach(async () => {
	await Promise.all(open.splice(0).map(async (sandbox) => await sandbox.close()));
});

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await startSandbox({ projects: 3, tls: true, ...options });
	open.push(sandbox);
	return sandbox;
}

/** In a process that trusts the authority of that sandbox, besides those that Node.js brings. */
async function perform(tasks: Task[], trusted?: Sandbox): Promise<Result[]> {
	const file = join(folder, 'authority.pem');
	await writeFile(file, trusted?.certificateAuthority ?? '');
	const env = { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: trusted ? file : '' };
	const parameters = ['--no-warnings', '--import', 'tsx', join(__dirname, 'main.ts')];
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[...parameters, JSON.stringify(tasks)],
		{ cwd: ROOT, env, maxBuffer: 1e8 },
	);
	return JSON.parse(stdout) as Result[];
}

const withKey = ({ baseUrl, apiKey }: Sandbox, parameters?: Task['parameters']): Task => ({
	type: 'collabApi',
	data: { baseUrl, apiKey },
	...(parameters ? { parameters } : {}),
});

async function withToken(sandbox: Sandbox, parameters?: Task['parameters']): Promise<Task> {
	const { baseUrl, authServerUrl, clientId, clientSecret } = sandbox;
	const oauthTokenData = { ...(await sandbox.issueToken()) };
	return {
		type: 'collabOAuth2Api',
		data: { baseUrl, authServerUrl, clientId, clientSecret, oauthTokenData },
		...(parameters ? { parameters: { authentication: 'oAuth2', ...parameters } } : {}),
	};
}

describe('with an authority that is known', () => {
	it('both credentials pass their test', async () => {
		const sandbox = await start();
		const results = await perform([withKey(sandbox), await withToken(sandbox)], sandbox);
		expect(results.map(({ status }) => status)).toEqual(['OK', 'OK']);
	});

	it('both list all of a long list, after a refresh of the token at the token endpoint', async () => {
		const sandbox = await start({ projects: PROJECTS });
		const tasks = [withKey(sandbox, LIST), await withToken(sandbox, LIST)];
		sandbox.expireAccessTokens();
		const results = await perform(tasks, sandbox);
		const held = sandbox.projects.all().map(({ id }) => id);
		for (const { ids, message } of results) {
			expect(message).toBeUndefined();
			expect(new Set(ids)).toEqual(new Set(held));
			expect(ids).toHaveLength(PROJECTS);
		}
		const refreshes = sandbox.requests.filter(({ path }) => path === '/oauth/token');
		expect(refreshes.map(({ status }) => status)).toEqual([200]);
	});

	it('an application without a person gets its token, and tokens are revoked', async () => {
		const sandbox = await start();
		const { data } = await withToken(sandbox);
		const forServer = {
			...data,
			grantType: 'clientCredentials',
			scope: 'read',
			oauthTokenData: {},
		};
		const results = await perform(
			[
				{
					type: 'collabOAuth2Api',
					data: forServer,
					parameters: { ...LIST, authentication: 'oAuth2' },
				},
				await withToken(sandbox, REVOKE),
			],
			sandbox,
		);
		expect(results.map(({ ids, message }) => [ids?.length, message])).toEqual([
			[3, undefined],
			[1, undefined],
		]);
		const answers = sandbox.requests.map(({ path, status }) => `${path} ${status}`);
		expect(answers).toEqual(expect.arrayContaining(['/oauth/token 200', '/oauth/revoke 200']));
	});
});

describe.each<[string, SandboxOptions, boolean, RegExp, RegExp]>([
	[
		'an authority that is not known',
		{},
		false,
		/certificate is not trusted/,
		/NODE_EXTRA_CA_CERTS/,
	],
	[
		'a certificate for another host',
		{ certificateNames: ['elsewhere.test', '127.0.0.2'] },
		true,
		/certificate is for another host name/,
		/host name/,
	],
])('with %s', (_what, options, isTrusted, message, advice) => {
	it('lists, refreshes, revocations and tests fail in words, and nothing is sent', async () => {
		const sandbox = await start(options);
		const plain = await start({ tls: false });
		const elsewhere = await withToken(sandbox, LIST);
		const tasks = [
			withKey(sandbox, LIST),
			await withToken(sandbox, LIST),
			// The list is refused over plain http, then the token is to be refreshed over https.
			{ ...elsewhere, data: { ...elsewhere.data, baseUrl: plain.baseUrl } },
			await withToken(sandbox, { ...REVOKE, options: { maxRetryWait: 0 } }),
			withKey(sandbox),
			await withToken(sandbox),
		];
		const results = await perform(tasks, isTrusted ? sandbox : undefined);
		const [key, token, refresh, revocation, ...tests] = results;
		expect(plain.requests.map(({ status }) => status)).toContain(401);
		for (const result of [key, token, refresh]) {
			expect(result?.ids).toEqual([]);
			expect(result?.message).toMatch(message);
			expect(result?.description).toMatch(advice);
		}
		expect(revocation?.message).toMatch(/could not be revoked/);
		expect(revocation?.message).toMatch(message);
		expect(tests.map(({ status }) => status)).toEqual(['Error', 'Error']);
		expect(sandbox.requests).toEqual([]);
	});
});
