import type { Project } from '../../../nodes/Collab/core/contract';
import { sortProjects } from '../../../nodes/Collab/core/query/ordering';

const project = (id: string, fields: Partial<Record<string, string | null>> = {}) =>
	({ id, ...fields }) as Project;

const idsOf = (projects: readonly Project[]) => projects.map(({ id }) => id).join(' ');

const byTime = [
	project('b', { updated_at: '2026-01-01T00:00:00.0001Z' }),
	project('none', { updated_at: null }),
	project('a', { updated_at: '2026-01-01T01:00:00.0001+01:00' }),
	project('no-date', { updated_at: 'yesterday' }),
	project('early', { updated_at: '2026-01-01T00:00:00Z' }),
	project('late', { updated_at: '2026-01-01T00:00:00.00011Z' }),
];

describe('projects', () => {
	it('are in the order of their times, exactly, and of their ids where these are equal', () => {
		const sorted = sortProjects(byTime, { sortBy: 'updated_at', order: 'asc' });
		expect(idsOf(sorted)).toBe('early a b late no-date none');
	});

	it('are in the reverse order when descending, ids included', () => {
		const sorted = sortProjects(byTime, { sortBy: 'updated_at', order: 'desc' });
		expect(idsOf(sorted)).toBe('none no-date late b a early');
	});

	it('without a name come after all others', () => {
		const named = [project('x', { name: null }), project('y', { name: '~' }), project('z')];
		const sorted = sortProjects([project('w', { name: 'A' }), ...named], {
			sortBy: 'name',
			order: 'asc',
		});
		expect(idsOf(sorted)).toBe('w y x z');
	});

	it.each([
		['asc', 'c b d a none'],
		['desc', 'none a d b c'],
	] as const)(
		'are in the order of their names, capitals first, then of their ids: %s',
		(order, ids) => {
			const named = [
				project('d', { name: 'Zoo' }),
				project('a', { name: 'zoo' }),
				project('none'),
				project('b', { name: 'Zoo' }),
				project('c', { name: 'Zebra' }),
			];
			expect(idsOf(sortProjects(named, { sortBy: 'name', order }))).toBe(ids);
			expect(idsOf(sortProjects(named.toReversed(), { sortBy: 'name', order }))).toBe(ids);
		},
	);

	it('that were given stay as they are', () => {
		const before = idsOf(byTime);
		sortProjects(byTime, { sortBy: 'updated_at', order: 'asc' });
		expect(idsOf(byTime)).toBe(before);
	});
});

it('each date of 1,000 projects is parsed once', () => {
	const ROWS = 1_000;
	let parsed = 0;
	const rows = Array.from({ length: ROWS }, (_row, number) => {
		const minute = (number * 7919) % ROWS;
		const stamp = new Date(minute * 60_000).toISOString();
		return {
			id: `proj_${number}`,
			get created_at() {
				parsed += 1;
				return stamp;
			},
		};
	});
	const sorted = sortProjects(rows, { sortBy: 'created_at', order: 'asc' });
	expect(parsed).toBe(ROWS);
	expect(sorted[1]?.['created_at']).toBe('1970-01-01T00:01:00.000Z');
});
