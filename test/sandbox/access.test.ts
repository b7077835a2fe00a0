import type { AxiosInstance } from 'axios';
import type { Sandbox } from '../../dev/sandbox';
import { callerOf, startForTest, withKey, withToken } from './caller';

const PROJECTS = '/v1/projects';

describe('access to projects', () => {
	let sandbox: Sandbox;
	let caller: AxiosInstance;

	beforeEach(async () => {
		sandbox = await startForTest({ projects: 3 });
		caller = callerOf(sandbox);
	});

	const statusWith = async (headers: Record<string, string>) =>
		(await caller.get(PROJECTS, { headers })).status;

	it.each<[Record<string, string>, number, string | undefined]>([
		[{}, 401, 'Bearer realm="Collab"'],
		[{ 'X-API-Key': 'wrong' }, 401, 'Bearer realm="Collab"'],
		[{ 'X-API-Key': '' }, 401, 'Bearer realm="Collab"'],
		[{ Authorization: 'Basic d3Jvbmc=' }, 401, 'Bearer realm="Collab"'],
		[{ Authorization: 'Bearer wrong' }, 401, 'Bearer realm="Service",error="invalid_token"'],
		[{ Authorization: 'Bearer' }, 400, 'Bearer realm="Service",error="invalid_request"'],
		[
			{ Authorization: 'Bearer wrong wrong' },
			400,
			'Bearer realm="Service",error="invalid_request"',
		],
	])('is refused with %j', async (headers, status, challenge) => {
		const answer = await caller.get(PROJECTS, { headers });
		expect([answer.status, answer.headers['www-authenticate']]).toEqual([status, challenge]);
	});

	it('is refused with both kinds of authentication', async () => {
		const { access_token: token } = await sandbox.issueToken();
		const headers = { 'X-API-Key': sandbox.apiKey, Authorization: `Bearer ${token}` };
		expect(await statusWith(headers)).toBe(400);
		expect(sandbox.requests.at(-1)?.authentication).toBe('both');
	});

	it.each(['Bearer', 'bearer', 'BEARER'])('is given to the scheme "%s"', async (scheme) => {
		const { access_token: token } = await sandbox.issueToken();
		expect(await statusWith({ Authorization: `${scheme} ${token}` })).toBe(200);
		expect(sandbox.requests.at(-1)?.authentication).toBe('bearer');
	});

	it('is refused to a token in the address', async () => {
		const { access_token: token } = await sandbox.issueToken();
		expect((await caller.get(PROJECTS, { params: { access_token: token } })).status).toBe(401);
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
