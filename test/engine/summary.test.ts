import type { INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import type { ProjectRecord } from '../../dev/sandbox/projects/record';
import { asSomebody } from './harness/asSomebody';
import { runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';

const serve = scriptedServers();
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ projects: 700, seed: 11 });
});
afterAll(async () => await sandbox.close());

const held = (): readonly ProjectRecord[] =>
	sandbox.projects.sorted({ status: 'all', sortBy: 'updated_at', order: 'asc' });

async function summarize(parameters: INodeParameters = {}, service: typeof account = account) {
	const outcome = await runCollab(asSomebody(service(), { operation: 'summarize', ...parameters }));
	expect(outcome.error).toBeUndefined();
	return outcome;
}
const account = (): Pick<Sandbox, 'baseUrl' | 'apiKey'> => sandbox;

const isDone = ({ task_count: total, completed_task_count: done }: ProjectRecord) =>
	total > 0 && done === total;
const isOpen = (project: ProjectRecord) => project.status !== 'archived' && !isDone(project);

/** The same, from the whole list at once. */
function expected(projects: readonly ProjectRecord[]) {
	const today = new Date().toISOString().slice(0, 10);
	const percents = projects
		.filter(({ task_count }) => task_count > 0)
		.map((project) => Math.floor((100 * project.completed_task_count) / project.task_count));
	const sum = percents.reduce((total, percent) => total + percent, 0);
	return {
		total: projects.length,
		by_status: Object.fromEntries(
			['active', 'archived', 'completed']
				.map((status) => [status, projects.filter((row) => row.status === status).length] as const)
				.filter(([, count]) => count > 0),
		),
		overdue: projects.filter((row) => isOpen(row) && row.end_date < today).length,
		completed: projects.filter(isDone).length,
		average_progress_percent: Math.round((10 * sum) / percents.length) / 10,
		stalest: projects
			.filter(isOpen)
			.slice(0, 5)
			.map(({ id, name, status, updated_at }) => ({
				...{ id, name, status, updated_at },
				days_since_update: Math.floor((Date.now() - Date.parse(updated_at)) / 86_400_000),
			})),
	};
}

it('says in one item how all projects stand', async () => {
	const { items, hints } = await summarize();
	expect(items).toEqual([
		{
			json: { ...expected(held()), summarized_at: expect.stringMatching(/Z$/) as string },
			pairedItem: { item: 0 },
		},
	]);
	expect(hints).toEqual([]);
});

it('counts what passes the status and the filters', async () => {
	const since = '2025-01-01T00:00:00Z';
	const parameters = { status: 'active', filters: { updatedAfter: since, minProgress: 20 } };
	const { items, hints } = await summarize(parameters);
	const wanted = held().filter(
		({ status, updated_at, task_count, completed_task_count }) =>
			status === 'active' && updated_at > since && completed_task_count / task_count >= 0.2,
	);
	expect(wanted.length).toBeGreaterThan(20);
	expect(items[0]?.json).toMatchObject(expected(wanted));
	expect(hints[0]?.message).toContain(`${wanted.length} of them match the filters`);
});

it('of nothing is a summary too', async () => {
	const { items } = await summarize({ filters: { nameContains: 'no such project' } });
	expect(items[0]?.json).toMatchObject({
		...{ total: 0, by_status: {}, overdue: 0, completed: 0, stalest: [] },
		average_progress_percent: null,
	});
});

it('takes projects as they come, with fields missing', async () => {
	const rows = [{ id: 'proj_1' }, { id: 'proj_2', status: '__proto__', updated_at: 'never' }];
	const { baseUrl } = await serve((response) => answer(response, 200, listOf(rows)));
	const { items } = await summarize({}, () => ({ baseUrl, apiKey: 'key' }));
	expect(items[0]?.json).toMatchObject({ total: 2, overdue: 0, completed: 0, stalest: [] });
	const byStatus = JSON.stringify(items[0]?.json['by_status']);
	expect(byStatus).toBe('{"__proto__":1,"unknown":1}');
});

it('is made for each input item', async () => {
	const items = [{ state: 'active' }, { state: 'archived' }];
	const parameters = { operation: 'summarize', status: '={{ $json.state }}' };
	const { items: made } = await runCollab(asSomebody(sandbox, parameters, items));
	expect(made.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(made.map(({ json }) => Object.keys(json['by_status'] ?? {}))).toEqual([
		['active'],
		['archived'],
	]);
});

describe('computed fields', () => {
	it.each(['simplified', 'raw', 'selected'])('stand beside the %s output', async (output) => {
		const parameters = { limit: 3, output, addComputedFields: true };
		const { items } = await runCollab(asSomebody(sandbox, parameters));
		expect(items).toHaveLength(3);
		const bare = await runCollab(asSomebody(sandbox, { limit: 3, output }));
		items.forEach(({ json }, index) => {
			expect(json).toMatchObject(bare.items[index]?.json ?? {});
			expect(Object.keys(json).slice(-5)).toEqual([
				'progress_percent',
				'is_complete',
				'is_overdue',
				'days_remaining',
				'days_since_update',
			]);
		});
	});
});
