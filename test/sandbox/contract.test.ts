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
