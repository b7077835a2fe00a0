import type { AxiosInstance } from 'axios';
import { startSandbox } from '../../dev/sandbox';
import type { ProjectList, Sandbox } from '../../dev/sandbox';
import { callerOf, withKey } from './caller';
import { startForTest } from './started';

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

	it('holds every project exactly once on its pages', async () => {
		const pages = [1, 2, 3, 4].map((page) => list({ page, per_page: 37, sort_by: 'name' }));
		const rows = (await Promise.all(pages)).flatMap(({ data }) => data);
		expect(rows.map(({ id }) => id).sort()).toEqual(
			sandbox.projects
				.all()
				.map(({ id }) => id)
				.sort(),
		);
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

	it('puts equal values in the order of their ids', async () => {
		const tied = ['proj_tie_c', 'proj_tie_a', 'proj_tie_b'];
		for (const id of tied) sandbox.projects.create({ id, updated_at: '2031-01-01T00:00:00Z' });
		const { data } = await list({ order: 'desc', per_page: 3 });
		expect(data.map(({ id }) => id)).toEqual(['proj_tie_c', 'proj_tie_b', 'proj_tie_a']);
		for (const id of tied) sandbox.projects.remove(id);
	});

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

	it('may not be set to more than a hundred rows', () => {
		expect(() => sandbox.configure({ maxPerPage: 500 })).toThrow('between 1 and 100');
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

	it('shows a change at once', async () => {
		const [first] = sandbox.projects.all();
		sandbox.projects.update(first?.id ?? '', {
			name: 'Renamed',
			updated_at: '2032-01-01T00:00:00Z',
		});
		expect((await list({ per_page: 1 })).data[0]).toMatchObject({ id: first?.id, name: 'Renamed' });
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

it('holds 100,000 projects', async () => {
	const sandbox = await startForTest({ projects: 100_000 });
	const { data } = await callerOf(sandbox).get<ProjectList>('/v1/projects', {
		...withKey(sandbox),
		params: { page: 1000, per_page: 100, sort_by: 'created_at', order: 'asc' },
	});
	expect(data.data).toHaveLength(100);
	expect(data.pagination).toMatchObject({ total_items: 100_000, has_next: false });
});
