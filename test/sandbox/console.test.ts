import type { AxiosInstance } from 'axios';
import type { ProjectRecord, Sandbox } from '../../dev/sandbox';
import { callerOf, startForTest, withToken } from './caller';

interface Created {
	id: string;
	key: string;
}

describe('the console', () => {
	let sandbox: Sandbox;
	let caller: AxiosInstance;

	beforeEach(async () => {
		sandbox = await startForTest({ projects: 30 });
		caller = callerOf(sandbox);
	});

	it('serves its page, with a policy against scripts from elsewhere', async () => {
		const { data, headers } = await caller.get<string>('/');
		expect(data).toContain('<title>Collab</title>');
		expect(headers['content-security-policy']).toContain("script-src 'self'");
		expect((await caller.get('/main.js')).status).toBe(200);
		expect((await caller.get('/../server.ts')).status).toBe(404);
	});

	it('creates, changes, archives, restores and deletes a project', async () => {
		const name = '<b>Bold</b>';
		const { data: created } = await caller.post<ProjectRecord>('/console/projects', { name });
		const address = `/console/projects/${created.id}`;
		expect(sandbox.projects.get(created.id)).toEqual(created);
		await caller.put(address, { name: 'Plain', member_count: 4 });
		expect(sandbox.projects.get(created.id)).toMatchObject({ name: 'Plain', member_count: 4 });
		await caller.put(address, { status: 'archived' });
		expect(sandbox.projects.get(created.id)?.status).toBe('archived');
		await caller.put(address, { status: 'active' });
		expect(sandbox.projects.get(created.id)?.status).toBe('active');
		expect((await caller.delete(address)).status).toBe(204);
		expect(sandbox.projects.get(created.id)).toBeUndefined();
		expect((await caller.put(address, { status: 'archived' })).status).toBe(404);
	});

	it.each([{}, { name: ' ' }, { name: 'x', member_count: -1 }, { name: 'x', end_date: 'soon' }])(
		'refuses to create %j',
		async (body) => {
			expect((await caller.post('/console/projects', body)).status).toBe(400);
			expect(sandbox.projects.size).toBe(30);
		},
	);

	it('sets identity and timestamps itself', async () => {
		const body = { name: 'Mine', id: 'proj_mine', updated_at: '1999-01-01T00:00:00Z' };
		const { data } = await caller.post<ProjectRecord>('/console/projects', body);
		expect(data.id).not.toBe('proj_mine');
		expect(data.updated_at).not.toBe('1999-01-01T00:00:00Z');
	});

	it('makes API keys, shows each of them once, and revokes them', async () => {
		const { data: made } = await caller.post<Created>('/console/api-keys', { name: 'Mine' });
		const headers = { 'X-API-Key': made.key };
		expect((await caller.get('/v1/projects', { headers })).status).toBe(200);
		const { data: listed } = await caller.get<object>('/console/api-keys');
		expect(JSON.stringify(listed)).toContain('Mine');
		expect(JSON.stringify(listed)).not.toContain(made.key);
		expect((await caller.delete(`/console/api-keys/${made.id}`)).status).toBe(204);
		expect((await caller.get('/v1/projects', { headers })).status).toBe(401);
		expect((await caller.delete(`/console/api-keys/${made.id}`)).status).toBe(404);
	});

	it('shows connected applications and withdraws their access', async () => {
		const { access_token: token } = await sandbox.issueToken('read');
		const { data: connected } = await caller.get<{ data: Created[] }>('/console/applications');
		expect(connected.data).toEqual([
			expect.objectContaining({ application: 'n8n', acts_for: 'usr_ada', scope: ['read'] }),
		]);
		const address = `/console/applications/${connected.data[0]?.id}`;
		expect((await caller.delete(address)).status).toBe(204);
		expect((await caller.get('/v1/projects', withToken(token))).status).toBe(401);
		expect((await caller.delete(address)).status).toBe(404);
	});

	it('shows what an application needs to connect', async () => {
		const { data } = await caller.get<object>('/console/service');
		expect(data).toMatchObject({
			clientId: sandbox.clientId,
			clientSecret: sandbox.clientSecret,
			apiKey: sandbox.apiKey,
		});
	});

	it('does nothing for pages from elsewhere', async () => {
		const headers = { Origin: 'http://elsewhere.test' };
		const { status } = await caller.post('/console/projects', { name: 'Forged' }, { headers });
		expect(status).toBe(403);
		expect(sandbox.projects.size).toBe(30);
	});
});
