/** Lists of projects. Each answer is held against the interface's document. */
import type { ProjectList } from '../../dev/sandbox';
import { type Application, start } from './application';

let app: Application;

beforeEach(async () => (app = await start({ projects: 130 })));

const list = async (params: object = {}) => (await app.list<ProjectList>(params)).data;

it.each([
	[130, {}, { page: 1, per_page: 20, total_pages: 7, has_next: true, has_prev: false }, 20],
	[130, { page: 7 }, { total_pages: 7, has_next: false, has_prev: true }, 10],
	[130, { per_page: 5000 }, { per_page: 100, total_pages: 2, has_next: true }, 100],
	[0, {}, { page: 1, total_pages: 0, has_next: false, has_prev: false }, 0],
])('of %i projects, a list with %j says %j', async (projects, params, said, rows) => {
	app = await start({ projects });
	const { data, pagination } = await list(params);
	expect(pagination).toMatchObject({ ...said, total_items: projects });
	expect(data).toHaveLength(rows);
});

it.each([
	[{}, 'updated_at', 'desc', /./],
	[{ sort_by: 'name', order: 'asc' }, 'name', 'asc', /./],
	[{ sort_by: 'created_at', order: 'asc', status: 'active' }, 'created_at', 'asc', /^active$/],
] as const)('%j is sorted by %s, %s', async (params, field, order, wanted) => {
	const projects = app.sandbox.projects.all().filter(({ status }) => wanted.test(status));
	const values = projects.map((project) => project[field]).sort();
	if (order === 'desc') values.reverse();
	const { data, pagination } = await list({ per_page: 100, ...params });
	expect(data.map((project) => project[field])).toEqual(values.slice(0, 100));
	expect(pagination.total_items).toBe(projects.length);
});

it.each([
	...['0', '1.5', '', 'two'].map((page) => ({ page })),
	...[{ per_page: '0' }, { status: 'completed' }, { sort_by: 'id' }, { order: ['asc', 'desc'] }],
])('a list with %j is refused', async (params) => {
	const { status, data } = await app.list(params);
	expect([status, data]).toMatchObject([400, { error: { code: 'bad_request' } }]);
});
