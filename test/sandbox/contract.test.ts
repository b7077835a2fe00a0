/** Lists of projects, and what people do to them. Each answer is held against the interface's document. */
import type { ProjectList, ProjectRecord } from '../../dev/sandbox';
import type { ApiKey } from '../../dev/sandbox/access';
import { validateAnswer, validateForm, validateListRequest } from '../contract';
import { type Application, start } from './application';

let app: Application;

beforeEach(async () => (app = await start({ projects: 130 })));

const list = async (params: object = {}) => (await app.list<ProjectList>(params)).data;

it.each([
	[130, {}, { page: 1, per_page: 20, total_pages: 7, has_next: true, has_prev: false }, 20],
	[130, { page: 7 }, { total_pages: 7, has_next: false, has_prev: true }, 10],
	[130, { page: 9 }, { page: 9, total_pages: 7, has_next: false, has_prev: true }, 0],
	[130, { per_page: 5000 }, { per_page: 100, total_pages: 2, has_next: true }, 100],
	[0, {}, { page: 1, total_pages: 0, has_next: false, has_prev: false }, 0],
	[0, { page: 2 }, { page: 2, total_pages: 0, has_next: false, has_prev: false }, 0],
])('of %i projects, %j gives %j', async (projects, params, said, rows) => {
	app = await start({ projects });
	const { data, pagination } = await list(params);
	expect(pagination).toMatchObject({ ...said, total_items: projects });
	expect(data).toHaveLength(rows);
});

describe.each(['created_at', 'updated_at', 'name'] as const)('sorted by %s', (sortBy) => {
	it('descending is ascending backwards', async () => {
		const { data: up } = await list({ sort_by: sortBy, order: 'asc', per_page: 100 });
		const values = up.map((project) => project[sortBy]);
		expect(values).toEqual([...values].sort());
		const down = await list({ sort_by: sortBy, order: 'desc', per_page: 65, page: 2 });
		expect(down.data.reverse()).toEqual(up.slice(0, 65));
	});

	it('a change comes to its place, and equal values follow their IDs', async () => {
		const { projects } = app.sandbox;
		const firstIds = async () =>
			(await list({ sort_by: sortBy, order: 'asc' })).data.slice(0, 3).map(({ id }) => id);
		await firstIds();
		const last = projects.all().slice(-2);
		const changed = last.map(({ id }) => id).sort();
		for (const id of changed) projects.update(id, { [sortBy]: '2000-01-01T00:00:00Z' });
		expect((await firstIds()).slice(0, 2)).toEqual(changed);
		projects.remove(changed[0] ?? '');
		expect((await firstIds())[0]).toBe(changed[1]);
	});
});

it('without parameters the newest changes come first', async () => {
	const stamps = app.sandbox.projects.all().map((project) => project.updated_at);
	const listed = (await list()).data.map((project) => project.updated_at);
	expect(listed).toEqual(stamps.sort().reverse().slice(0, 20));
});

it.each(['active', 'archived'])('the status %s', async (status) => {
	const { data, pagination: said } = await list({ status, per_page: 100 });
	const expected = app.sandbox.projects.all().filter((project) => project.status === status);
	expect(data.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
	expect(said.total_items).toBe(expected.length);
});

it.each([
	...['0', '-1', '1.5', '', 'two'].map((page) => ({ page })),
	{ per_page: '0' },
	{ status: 'completed' },
	{ sort_by: 'id' },
	{ order: 'DESC' },
	{ order: ['asc', 'desc'] },
])('%j is refused', async (params) => {
	const { status, data } = await app.list(params);
	expect([status, data]).toMatchObject([400, { error: { code: 'bad_request' } }]);
});

it('nothing is revealed of what else might be there', async () => {
	const { status, data } = await app.http.get<unknown>('/v1/tasks');
	expect([status, data]).toMatchObject([404, { error: { code: 'not_found' } }]);
});

it('a seed gives the same projects whatever the time, and more of them for a higher count', async () => {
	const projectsOf = async (seed: number, projects: number, nowMs: number) =>
		(await start({ seed, projects, now: () => nowMs })).sandbox.projects.all();
	const few = await projectsOf(7, 50, 0);
	expect((await projectsOf(7, 80, Date.UTC(2040, 5, 1))).slice(0, 50)).toEqual(few);
	expect(await projectsOf(8, 50, 0)).not.toEqual(few);
});

it('answers and changes are dated by the service’s clock', async () => {
	app = await start({ now: () => Date.UTC(2040, 5, 1) });
	const { projects } = app.sandbox;
	const { id } = projects.create({ updated_at: '2020-01-01T00:00:00Z' });
	expect(projects.archive(id).updated_at).toBe('2040-06-01T00:00:00Z');
	expect((await app.list()).headers['date']).toBe('Fri, 01 Jun 2040 00:00:00 GMT');
});

it('projects change by themselves where that is asked for', async () => {
	const before = (await list()).data;
	app.sandbox.configure({ changesPerSecond: 1000 });
	while (app.sandbox.projects.size < 132) await new Promise(setImmediate);
	expect((await list()).data).not.toEqual(before);
});

it('the document finds fault with questions and answers of another shape', () => {
	for (const query of [{ per_page: 101 }, { page: 0 }, { status: 'completed' }, { limit: 5 }])
		expect(validateListRequest(query)).toHaveLength(1);
	expect(validateForm('/oauth/token', { grant_type: 'refresh_token' })).not.toEqual([]);
	expect(validateForm('/oauth/revoke', {})).not.toEqual([]);
	const answer = (status: number, body: unknown) =>
		validateAnswer('/v1/projects', 'GET', status, body);
	expect(answer(200, { data: [] })).toEqual([expect.stringContaining('pagination')]);
	expect(answer(401, 'Unauthorized')).not.toEqual([]);
	expect(answer(418, {})).toEqual(['The interface knows no status 418 for GET /v1/projects']);
});

describe('the page for people', () => {
	it('is served, with a policy against scripts from elsewhere', async () => {
		const { data, headers } = await app.http.get<string>('/');
		expect(data).toContain('<title>Collab</title>');
		expect(headers['content-security-policy']).toContain("script-src 'self'");
		expect((await app.http.get('/main.js')).status).toBe(200);
		expect((await app.http.get('/../server.ts')).status).toBe(404);
	});

	it('creates, changes and deletes a project, which gets its ID and stamps from the service', async () => {
		const { projects } = app.sandbox;
		const sent = { name: '<b>Bold</b>', id: 'proj_mine', updated_at: '1999-01-01T00:00:00Z' };
		const { data } = await app.http.post<ProjectRecord>('/console/projects', sent);
		expect(data).toMatchObject({ name: sent.name, status: 'active' });
		expect([data.id, data.updated_at]).not.toEqual([sent.id, sent.updated_at]);
		const address = `/console/projects/${data.id}`;
		await app.http.put(address, { member_count: 4, status: 'completed' });
		expect(projects.get(data.id)).toMatchObject({ member_count: 4, status: 'completed' });
		await expectDeleted(address);
		expect(projects.get(data.id)).toBeUndefined();
		expect((await app.http.put(address, { status: 'archived' })).status).toBe(404);
	});

	it.each([{}, { name: ' ' }, { name: 'x', member_count: -1 }, { name: 'x', end_date: 'soon' }])(
		'does not create %j',
		async (body) => {
			expect((await app.http.post('/console/projects', body)).status).toBe(400);
			expect(app.sandbox.projects.size).toBe(130);
		},
	);

	type Made = Pick<ApiKey, 'id' | 'key'>;

	async function expectDeleted(address: string): Promise<void> {
		for (const status of [204, 404]) expect((await app.http.delete(address)).status).toBe(status);
	}

	it('makes API keys, shows each of them once, and revokes them', async () => {
		const { data: made } = await app.http.post<Made>('/console/api-keys', { name: 'Mine' });
		expect(await app.statusWith({ 'X-API-Key': made.key })).toBe(200);
		const { data: listed } = await app.http.get<object>('/console/api-keys');
		expect(JSON.stringify(listed)).toContain('Mine');
		expect(JSON.stringify(listed)).not.toContain(made.key);
		await expectDeleted(`/console/api-keys/${made.id}`);
		expect(await app.statusWith({ 'X-API-Key': made.key })).toBe(401);
		const writing = { name: 'Writes only', scope: ['write'] };
		const { data: other } = await app.http.post<Made>('/console/api-keys', writing);
		expect(await app.statusWith({ 'X-API-Key': other.key })).toBe(403);
	});

	it('shows connected applications and withdraws their access', async () => {
		const { access_token: token, refresh_token: refreshToken } = await app.sandbox.issueToken();
		const { data } = await app.http.get<{ data: Made[] }>('/console/applications');
		expect(data.data).toMatchObject([{ application: 'n8n', acts_for: 'usr_ada', scope: ['read'] }]);
		await expectDeleted(`/console/applications/${data.data[0]?.id}`);
		expect(await app.mayRead(token)).toBe(false);
		expect((await app.refresh(refreshToken)).data.error).toBe('invalid_grant');
	});

	it('shows what it takes to connect, and does nothing for pages from elsewhere', async () => {
		const { clientId, clientSecret, apiKey, projects } = app.sandbox;
		const { data } = await app.http.get<object>('/console/service');
		expect(data).toMatchObject({ clientId, clientSecret, apiKey });
		const headers = { Origin: 'http://elsewhere.test' };
		const forged = await app.http.post('/console/projects', { name: 'Forged' }, { headers });
		expect([forged.status, projects.size]).toEqual([403, 130]);
	});
});
