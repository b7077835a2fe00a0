import type { ListQuery, Project, SortField, SortOrder } from '../../../nodes/Collab/core/contract';
import { planNextPass } from '../../../nodes/Collab/core/pagination/nextPass';

/** One project for each entry: its values of created_at, name and updated_at. */
const projectsOf = (...values: ReadonlyArray<readonly [string, string, string]>): Project[] =>
	values.map(([created_at, name, updated_at], index) => ({
		id: `p${index}`,
		created_at,
		name,
		updated_at,
	}));

const used = (...orders: ReadonlyArray<readonly [SortField, SortOrder]>): ListQuery[] =>
	orders.map(([sortBy, order]) => ({ status: 'active', sortBy, order }));

const next = (projects: readonly Project[], queries: readonly ListQuery[]) => {
	const { sortBy, order } = planNextPass(projects, 'active', queries);
	return `${sortBy} ${order}`;
};

const DISTINCT = projectsOf(['1', 'a', '1'], ['2', 'b', '2']);

describe('the next pass over a list', () => {
	it('keeps the status', () => {
		expect(planNextPass(DISTINCT, 'archived', [])).toEqual({
			status: 'archived',
			sortBy: 'created_at',
			order: 'asc',
		});
	});

	it('of values that are all different goes by the field that changes least', () => {
		expect(next(DISTINCT, used(['updated_at', 'desc']))).toBe('created_at asc');
	});

	it.each([
		['name', projectsOf(['1', 'a', '1'], ['1', 'b', '1']), 'name asc'],
		['updated_at', projectsOf(['1', 'a', '1'], ['1', 'a', '2']), 'updated_at asc'],
		['created_at', projectsOf(['1', 'a', '1'], ['2', 'a', '1']), 'created_at asc'],
	])('goes by %s where only its values differ', (_field, projects, expected) => {
		expect(next(projects, used(['updated_at', 'desc']))).toBe(expected);
	});

	it('goes by the field with the shortest run, not by the one with the most values', () => {
		const projects = projectsOf(
			...(['1', '1', '1', '2', '3'] as const).map(
				(createdAt, index) => [createdAt, 'aabbb'.charAt(index), 'xxyyz'.charAt(index)] as const,
			),
		);
		expect(next(projects, [])).toBe('updated_at asc');
	});

	it('counts projects without a value as one run', () => {
		const [first, second] = DISTINCT;
		const projects = [first, second].map((project) => ({
			id: project?.id ?? '',
			name: project?.['name'] ?? null,
		}));
		expect(next(projects, [])).toBe('name asc');
	});

	it('takes each order once, from the field with the shortest run on, and then begins again', () => {
		const projects = projectsOf(['1', 'a', '1'], ['1', 'b', '1'], ['2', 'c', '1']);
		const queries: ListQuery[] = [];
		for (let passes = 0; passes < 8; passes++) {
			queries.push(planNextPass(projects, 'all', queries));
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
	});

	it('takes an order used once before one used twice', () => {
		const everyOrder = used(
			['created_at', 'asc'],
			['created_at', 'desc'],
			['name', 'asc'],
			['name', 'desc'],
			['updated_at', 'asc'],
			['updated_at', 'desc'],
		);
		const again = used(['created_at', 'asc'], ['created_at', 'desc']);
		expect(next(DISTINCT, [...everyOrder, ...again])).toBe('name asc');
	});
});
