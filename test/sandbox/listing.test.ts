import type { AxiosInstance } from 'axios';
import { startSandbox } from '../../dev/sandbox';
import type { ProjectList, Sandbox } from '../../dev/sandbox';
import { callerOf, startForTest, withKey } from './caller';

describe('GET /v1/projects', () => {
	let sandbox: Sandbox;
	let caller: AxiosInstance;

	beforeAll(async () => {
		sandbox = await startSandbox({ projects: 130 });
		caller = callerOf(sandbox);
	});
	afterAll(() => sandbox.close());

	const list = async (params: Record<string, unknown>) => {
		const { data, status } = await caller.get<ProjectList>('/v1/projects', {
			...withKey(sandbox),
			params,
		});
		expect(status).toBe(200);
		return data;
	};

	it('answers without parameters with the twenty projects changed last', async () => {
		const { data, pagination } = await list({});
		const newestFirst = sandbox.projects
			.all()
			.sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
			.slice(0, 20);
		expect(data).toEqual(newestFirst);
		expect(pagination).toEqual({
			page: 1,
			per_page: 20,
			total_items: 130,
			total_pages: 7,
			has_next: true,
			has_prev: false,
		});
	});

	it.each(['created_at', 'updated_at', 'name'] as const)(
		'sorts by %s, and descending is ascending backwards',
		async (sortBy) => {
			const ascending = await list({ sort_by: sortBy, order: 'asc', per_page: 100 });
			const values = ascending.data.map((project) => project[sortBy]);
			expect(values).toEqual([...values].sort());
			const lastPage = await list({ sort_by: sortBy, order: 'desc', per_page: 65, page: 2 });
			expect(lastPage.data.reverse()).toEqual(ascending.data.slice(0, 65));
		},
	);

	it.each(['active', 'archived'] as const)('filters by the status %s', async (status) => {
		const { data, pagination } = await list({ status, per_page: 100 });
		const expected = sandbox.projects.all().filter((project) => project.status === status);
		expect(pagination.total_items).toBe(expected.length);
		expect(data.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
	});

	it('gives at most a hundred rows, or fewer when the service is set so', async () => {
		expect((await list({ per_page: 5000 })).pagination.per_page).toBe(100);
		sandbox.configure({ maxPerPage: 30 });
		const clamped = await list({ per_page: 100, page: 2 });
		expect(clamped.pagination).toMatchObject({ page: 2, per_page: 30, total_pages: 5 });
		expect(clamped.data).toHaveLength(30);
		sandbox.configure({ maxPerPage: 100 });
	});

	it('answers beyond the last page with no rows', async () => {
		const { data, pagination } = await list({ page: 9 });
		expect(data).toEqual([]);
		expect(pagination).toMatchObject({ has_next: false, has_prev: true, total_items: 130 });
	});

	it.each([
		{ page: '0' },
		{ page: '-1' },
		{ page: '1.5' },
		{ page: '' },
		{ page: 'two' },
		{ per_page: '0' },
		{ status: 'completed' },
		{ sort_by: 'id' },
		{ order: 'DESC' },
		{ order: ['asc', 'desc'] },
	])('refuses %j', async (params) => {
		const { status, data } = await caller.get<{ error: { code: string } }>('/v1/projects', {
			...withKey(sandbox),
			params,
			paramsSerializer: { indexes: null },
		});
		expect(status).toBe(400);
		expect(data.error.code).toBe('bad_request');
	});
});

it('answers for an empty account with no rows and no pages', async () => {
	const sandbox = await startForTest({ projects: 0 });
	for (const page of [1, 2]) {
		const { data } = await callerOf(sandbox).get<ProjectList>('/v1/projects', {
			...withKey(sandbox),
			params: { page },
		});
		expect(data.data).toEqual([]);
		expect(data.pagination).toMatchObject({ total_items: 0, total_pages: 0 });
		expect(data.pagination).toMatchObject({ has_next: false, has_prev: false });
	}
});

it('dates its answers by its own clock', async () => {
	const sandbox = await startForTest({ projects: 1, now: () => Date.UTC(2040, 5, 1) });
	const { headers } = await callerOf(sandbox).get('/v1/projects');
	expect(headers['date']).toBe('Fri, 01 Jun 2040 00:00:00 GMT');
});
