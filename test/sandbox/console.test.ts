/** What a beginner finds in the service, and what its page refuses. */
import { start } from './application';

const DAY_MS = 86_400_000;
const ALL = [true, true, true];

it.each([Date.UTC(2026, 0, 1), Date.UTC(2031, 1, 28, 23, 59)])(
	'at %d there is something overdue, due within the week, stale, under way, archived and completed',
	async (nowMs) => {
		const dayIn = (days: number) => new Date(nowMs + days * DAY_MS).toISOString();
		const startAt = async (ms: number) =>
			(await start({ now: () => ms, todayMs: undefined, projects: 60 })).sandbox.projects.all();
		const projects = await startAt(nowMs);
		expect(await startAt(nowMs - (nowMs % DAY_MS))).toEqual(projects);
		const found = projects.map(({ status, start_date, end_date, updated_at }) => {
			expect([start_date < end_date, start_date < dayIn(0), updated_at < dayIn(0)]).toEqual(ALL);
			if (status !== 'active') return status;
			if (end_date < dayIn(0).slice(0, 10)) return 'overdue';
			if (end_date <= dayIn(7)) return 'due within the week';
			return updated_at < dayIn(-30) ? 'stale' : 'under way';
		});
		const kinds = ['archived', 'completed', 'due within the week', 'overdue', 'stale', 'under way'];
		expect([...new Set(found)].sort()).toEqual(kinds);
	},
);

it.each([
	[{ completed_task_count: 99_999 }, 'completed_task_count must not be more than task_count.'],
	[{ end_date: '2025-12-31' }, 'end_date must not be before start_date.'],
	[{ member_count: null }, 'member_count must be integer'],
	[{ updated_at: '2026-01-01T00:00:00Z' }, 'must NOT have additional properties'],
])('a change to %j is refused with words, and changes nothing', async (fields, message) => {
	const { http, sandbox } = await start();
	const days = { start_date: '2026-01-01', end_date: '2026-02-01' };
	const project = sandbox.projects.create({ task_count: 39, ...days });
	const answer = await http.put(`/console/projects/${project.id}`, fields);
	expect(answer).toMatchObject({ status: 400, data: { error: { message } } });
	expect(sandbox.projects.get(project.id)).toEqual(project);
});
