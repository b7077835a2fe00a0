import type { JsonValue } from '../../../nodes/Collab/core/contract';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { SummaryBuilder } from '../../../nodes/Collab/core/query/summary';

const NOW_MS = Date.UTC(2026, 5, 15, 12, 30);

type Fields = Record<string, JsonValue>;

function summaryOf(projects: readonly Fields[]) {
	const builder = new SummaryBuilder(evaluationTimeIn('UTC', NOW_MS));
	projects.forEach((fields, index) => builder.add({ id: `p${index + 1}`, ...fields }));
	return builder.summary();
}

const tasks = (task_count: number, completed_task_count: number) => ({
	task_count,
	completed_task_count,
});

const idsOfStalest = (projects: readonly Fields[]) =>
	summaryOf(projects).stalest.map(({ id }) => id);

describe('a summary', () => {
	it('of nothing has no average', () => {
		expect(summaryOf([])).toEqual({
			total: 0,
			by_status: {},
			overdue: 0,
			completed: 0,
			average_progress_percent: null,
			stalest: [],
			summarized_at: '2026-06-15T12:30:00.000Z',
		});
	});

	it('counts projects of unknown status, and a status that every object has as a property', () => {
		const unknown: Fields[] = [{}, { status: null }, { status: '' }, { status: 7 }];
		const summary = summaryOf([...unknown, { status: '__proto__' }, { status: 'constructor' }]);
		expect(JSON.stringify(summary.by_status)).toBe('{"__proto__":1,"constructor":1,"unknown":4}');
	});

	it('counts as completed and overdue only what is known to be', () => {
		const late = { status: 'active', end_date: '2026-06-14' };
		const projects: Fields[] = [
			{ ...late, ...tasks(2, 1) },
			{ ...late, ...tasks(2, 0) },
			{ ...late, ...tasks(2, 2) },
			{ ...late, end_date: '2026-06-15', ...tasks(2, 1) },
			{ ...late, status: 'archived' },
			late,
		];
		expect(summaryOf(projects)).toMatchObject({ overdue: 2, completed: 1 });
	});

	it('has the average progress of the projects with tasks, to one decimal place', () => {
		const projects = [tasks(3, 1), tasks(3, 2), tasks(0, 0), {}, tasks(3, 3)];
		expect(summaryOf(projects).average_progress_percent).toBe(66.3);
		expect(summaryOf([tasks(0, 0)]).average_progress_percent).toBeNull();
		expect(summaryOf([tasks(5, 0)]).average_progress_percent).toBe(0);
	});
});

describe('the stalest projects of a summary', () => {
	const updated = (day: number) => ({
		updated_at: `2026-05-${String(day).padStart(2, '0')}T12:30:00Z`,
	});

	it('are described by their own fields and the days since the last change', () => {
		const known = { name: 'Apollo', status: 'active', owner_id: 'usr_1', ...updated(1) };
		expect(summaryOf([updated(2), known]).stalest).toEqual([
			{ id: 'p2', name: 'Apollo', status: 'active', ...updated(1), days_since_update: 45 },
			{ id: 'p1', name: null, status: null, ...updated(2), days_since_update: 44 },
		]);
	});

	it('are the five that have not changed for longest, then in the order of their ids', () => {
		const days = [6, 3, 9, 7, 1, 8, 2, 5, 4];
		expect(idsOfStalest(days.map(updated))).toEqual(['p5', 'p7', 'p2', 'p9', 'p8']);
		const at = (id: string, day: number) => ({ id, ...updated(day) });
		const projects = [at('d', 2), at('b', 2), at('e', 2), at('c', 2), at('z', 1), at('a', 2)];
		for (const order of [projects, projects.toReversed()]) {
			expect(idsOfStalest(order)).toEqual(['z', 'a', 'b', 'c', 'd']);
		}
	});

	it('are neither archived nor complete, and have a time of their last change', () => {
		const projects: Fields[] = [
			{ ...updated(1), status: 'archived' },
			{ ...updated(1), ...tasks(2, 2) },
			{ ...updated(1), status: 'archived', ...tasks(2, 2) },
			{ updated_at: 'never' },
			{ updated_at: null },
			{},
			{ ...updated(1), status: 'active', ...tasks(2, 1) },
			{ ...updated(2), status: 'completed', ...tasks(0, 0) },
		];
		expect(idsOfStalest(projects)).toEqual(['p7', 'p8']);
	});
});
