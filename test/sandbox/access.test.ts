import type { AxiosInstance } from 'axios';
import { startSandbox } from '../../dev/sandbox';
import type { Sandbox } from '../../dev/sandbox';
import { callerOf, withKey, withToken } from './caller';
import { startForTest } from './started';

const PROJECTS = '/v1/projects';

describe('access to projects', () => {
	let sandbox: Sandbox;
	let caller: AxiosInstance;

	beforeEach(async () => {
		sandbox = await startSandbox({ projects: 3 });
		caller = callerOf(sandbox);
	});
	afterEach(() => sandbox.close());

	const statusWith = async (headers: Record<string, string>) =>
		(await caller.get(PROJECTS, { headers })).status;

	it('is refused without credentials, and says which are wanted', async () => {
		const { status, headers } = await caller.get(PROJECTS);
		expect(status).toBe(401);
		expect(headers['www-authenticate']).toMatch(/^Bearer/);
	});

	it.each<Record<string, string>>([
		{ 'X-API-Key': 'wrong' },
		{ Authorization: 'Bearer wrong' },
		{ Authorization: 'Basic d3Jvbmc=' },
		{ Authorization: 'Bearer' },
	])('is refused with %j', async (headers) => {
		expect(await statusWith(headers)).toBe(401);
	});

	it('is given by an API key or a token that may read', async () => {
		const { access_token: token } = await sandbox.issueToken('read write');
		expect((await caller.get(PROJECTS, withKey(sandbox))).status).toBe(200);
		expect((await caller.get(PROJECTS, withToken(token))).status).toBe(200);
	});

	it('is forbidden to an API key or a token that may only write', async () => {
		const { access_token: token } = await sandbox.issueToken('write');
		expect((await caller.get(PROJECTS, withToken(token))).status).toBe(403);
		expect(await statusWith({ 'X-API-Key': sandbox.issueApiKey('write') })).toBe(403);
	});

	it('ends when a token expires or its grant is withdrawn', async () => {
		const first = withToken((await sandbox.issueToken()).access_token);
		sandbox.expireAccessTokens();
		expect((await caller.get(PROJECTS, first)).status).toBe(401);
		const second = withToken((await sandbox.issueToken()).access_token);
		sandbox.revokeEverything();
		expect((await caller.get(PROJECTS, second)).status).toBe(401);
	});

	it('does not reveal what else might be there', async () => {
		const { status, data } = await caller.get<unknown>('/v1/tasks', withKey(sandbox));
		expect(status).toBe(404);
		expect(data).toEqual({ error: { code: 'not_found', message: expect.any(String) as string } });
	});
});

it('lets a token live as long as the service’s clock says', async () => {
	let nowMs = Date.UTC(2050, 0, 1);
	const sandbox = await startForTest({ projects: 1, tokenLifetimeSeconds: 60, now: () => nowMs });
	const caller = callerOf(sandbox);
	const { access_token: token, expires_in: lifetime } = await sandbox.issueToken();
	expect(lifetime).toBe(60);
	nowMs += 59_000;
	expect((await caller.get(PROJECTS, withToken(token))).status).toBe(200);
	nowMs += 2_000;
	expect((await caller.get(PROJECTS, withToken(token))).status).toBe(401);
});

it('records who came with what, and never a secret', async () => {
	const sandbox = await startForTest({ projects: 1 });
	const caller = callerOf(sandbox);
	await caller.get(PROJECTS, { ...withKey(sandbox), params: { page: 1, status: 'active' } });
	await caller.post(
		'/oauth/token',
		new URLSearchParams({ grant_type: 'password', password: 'secret' }),
	);
	expect(sandbox.requests).toEqual([
		expect.objectContaining({
			method: 'GET',
			path: PROJECTS,
			query: { page: '1', status: 'active' },
			authentication: 'apiKey',
			status: 200,
		}),
		expect.objectContaining({
			method: 'POST',
			path: '/oauth/token',
			authentication: 'none',
			status: 400,
			form: ['grant_type', 'password'],
		}),
	]);
	expect(JSON.stringify(sandbox.requests)).not.toMatch(`secret|${sandbox.apiKey}`);
	sandbox.clearRequests();
	expect(sandbox.requests).toEqual([]);
});
