import type { JsonValue } from '../../../nodes/Collab/core/contract';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { summaryOf as summarize } from '../../../nodes/Collab/core/query/summary';
import { tasks } from '../edits';

type Fields = Record<string, JsonValue>;

const AT = evaluationTimeIn('UTC', Date.UTC(2026, 5, 15, 12, 30));
const summaryOf = (projects: readonly Fields[]) =>
	summarize(
		projects.map((fields, index) => ({ id: `p${index + 1}`, ...fields })),
		AT,
	);

const updated = (day: number) => ({ updated_at: `2026-05-0${day}T12:30:00Z` });
const idsOfStalest = (projects: readonly Fields[]) =>
	summaryOf(projects)
		.stalest.map(({ id }) => id)
		.join(' ');

it('a summary of nothing has no average', () => {
	expect(summaryOf([])).toEqual({
		total: 0,
		by_status: {},
		overdue: 0,
		all_tasks_done: 0,
		average_progress_percent: null,
		stalest: [],
		summarized_at: '2026-06-15T12:30:00.000Z',
	});
});

it('counts projects of unknown status, and a status that every object has as a property', () => {
	const given = [null, '', 7, '__proto__', 'constructor', 'constructor'];
	const { by_status } = summaryOf([{}, ...given.map((status) => ({ status }))]);
	expect(JSON.stringify(by_status)).toBe('{"unknown":4,"constructor":2,"__proto__":1}');
});

it('stays small: it has the 50 statuses of the most projects, and the beginning of a long one', () => {
	const many = Array.from({ length: 60 }, (_, n) => ({ status: `s${n}` }));
	const long = ['a', 'b', ''].map((end) => ({ status: 'x'.repeat(100) + end }));
	const { by_status, total } = summaryOf([...many, ...many.slice(12), ...long]);
	expect(by_status).toMatchObject({ s12: 2, s59: 2, [`${'x'.repeat(100)}…`]: 2 });
	expect([Object.keys(by_status).length, total]).toEqual([50, 111]);
});

it('counts as overdue and with all tasks done only what is known to be', () => {
	const late = { status: 'active', end_date: '2026-06-14', ...tasks(2, 1) };
	const others = [
		tasks(2, 2),
		{ end_date: '2026-06-15' },
		{ status: 'archived' },
		{ task_count: null },
	];
	const projects = [{}, tasks(2, 0), ...others].map((fields): Fields => ({ ...late, ...fields }));
	expect(summaryOf(projects)).toMatchObject({ overdue: 2, all_tasks_done: 1 });
});

it.each([
	[[tasks(3, 1), tasks(3, 2), tasks(0, 0), {}, tasks(3, 3)], 66.3],
	[[tasks(0, 0)], null],
])('of %j the average progress, to one decimal place, is %j', (projects, average) => {
	expect(summaryOf(projects).average_progress_percent).toBe(average);
});

describe('the stalest projects of a summary', () => {
	it('are described by their own fields and the days since the last change', () => {
		const known = { name: 'Apollo', status: 'active', owner_id: 'usr_1', ...updated(1) };
		expect(summaryOf([updated(2), known]).stalest).toEqual([
			{ id: 'p2', name: 'Apollo', status: 'active', ...updated(1), days_since_update: 45 },
			{ id: 'p1', name: null, status: null, ...updated(2), days_since_update: 44 },
		]);
	});

	it('are the five that have not changed for longest, then in the order of their ids', () => {
		expect(idsOfStalest([6, 3, 9, 7, 1, 8, 2, 5, 4].map(updated))).toBe('p5 p7 p2 p9 p8');
		const projects = Array.from('dbecza', (id) => ({ id, ...updated(id === 'z' ? 1 : 2) }));
		for (const order of [projects, projects.toReversed()]) {
			expect(idsOfStalest(order)).toBe('z a b c d');
		}
	});

	it('are active, have open tasks or none, and a time of their last change', () => {
		const projects: Fields[] = [
			...[{ status: 'archived' }, tasks(2, 2)].map((fields) => ({ ...updated(1), ...fields })),
			...[{ updated_at: 'never' }, { updated_at: null }, {}],
			{ ...updated(1), status: 'active', ...tasks(2, 1) },
			{ ...updated(1), status: 'completed', ...tasks(0, 0) },
			{ ...updated(2), ...tasks(0, 0) },
		];
		expect(idsOfStalest(projects)).toBe('p6 p8');
	});
});
