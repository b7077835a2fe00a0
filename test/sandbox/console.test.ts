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
	[{ end_date: 'soon' }, 'end_date must match format "date"'],
	[{ task_count: -1 }, 'task_count must be >= 0'],
])('a change to %j is refused with words, and changes nothing', async (fields, message) => {
	const { http, sandbox } = await start();
	const project = sandbox.projects.create();
	const answer = await http.put(`/console/projects/${project.id}`, fields);
	expect(answer).toMatchObject({ status: 400, data: { error: { message } } });
	expect(sandbox.projects.get(project.id)).toEqual(project);
});
