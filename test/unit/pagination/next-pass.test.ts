import type { ListQuery, Project } from '../../../nodes/Collab/core/contract';
import { planNextPass } from '../../../nodes/Collab/core/pagination/nextPass';

/** One project for each entry: its values of created_at, name and updated_at, such as `1a1`; a name `-` is none. */
const projectsOf = (text: string) =>
	text.split(' ').map((values, index): Project => {
		const [created_at = '', name = '', updated_at = ''] = values;
		return { id: `p${index}`, created_at, name: name === '-' ? null : name, updated_at };
	});

describe('the next pass over a list', () => {
	it.each([
		['the one that changes least, where all are different', '1a1 2b2', 'created_at asc'],
		['name, where only names differ', '1a1 1b1', 'name asc'],
		['updated_at, where only its values differ', '1a1 1a2', 'updated_at asc'],
		['the one with the shortest run, not the most values', '1ax 1ax 1by 2by 3bz', 'updated_at asc'],
		['another one than that of which values are missing', '1-1 1-2', 'updated_at asc'],
	])('goes by the field %s', (_name, projects, expected) => {
		const { sortBy, order } = planNextPass(projectsOf(projects), 'all', []);
		expect(`${sortBy} ${order}`).toBe(expected);
	});

	it('takes each order once, from the field with the shortest run on, and then begins again', () => {
		const queries: ListQuery[] = [];
		for (let passes = 0; passes < 8; passes++) {
			queries.push(planNextPass(projectsOf('1a1 1b1 2c1'), 'archived', queries));
		}
		expect(queries.map(({ sortBy, order }) => `${sortBy} ${order}`)).toEqual([
			'name asc',
			'name desc',
			'created_at asc',
			'created_at desc',
			'updated_at asc',
			'updated_at desc',
			'name asc',
			'name desc',
		]);
		expect(new Set(queries.map(({ status }) => status))).toEqual(new Set(['archived']));
	});
});
