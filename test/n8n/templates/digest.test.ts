import { itemsOf, runWorkflow } from '../../../dev/host/executions';
import type { ProjectRecord } from '../../../dev/sandbox';
import { openStage, type Stage } from './stage';
import { importTemplate, standIn } from './template';

const MS_PER_DAY = 86_400_000;

const daysAgo = (days: number) => new Date(Date.now() - days * MS_PER_DAY).toISOString();

/** The service's dates are UTC, and so is the time zone of this n8n. */
const dateAgo = (days: number) => daysAgo(days).slice(0, 10);

let stage: Stage;

beforeEach(async () => {
	stage = await openStage(0);
});

afterEach(async () => await stage.sandbox.close());

const create = (fields: Partial<ProjectRecord>) => stage.sandbox.projects.create(fields);

async function digest(): Promise<unknown[]> {
	const last = 'Send the Digest';
	const workflow = await importTemplate(stage, 'email-weekly-project-digest.json', {
		[last]: standIn,
	});
	const execution = await runWorkflow(stage.session, workflow, 'Every Monday');
	return itemsOf(execution, last).map(({ json }) => json['sent']);
}

test('the weekly digest says how many, how far, and what lies idle', async () => {
	create({ name: 'Idle', updated_at: daysAgo(40), task_count: 4, completed_task_count: 1 });
	create({ name: 'Late', end_date: dateAgo(3), task_count: 10, completed_task_count: 5 });
	create({ name: 'Done', task_count: 2, completed_task_count: 2 });
	create({ name: 'Old', status: 'archived', updated_at: daysAgo(90) });
	const today = new Date().toLocaleDateString('en-GB', {
		day: 'numeric',
		month: 'long',
		year: 'numeric',
		timeZone: 'UTC',
	});
	expect(await digest()).toEqual([
		{
			subject: 'Projects this week: 4 in all, 1 overdue',
			text: [
				`Projects on ${today}`,
				'',
				'active: 3',
				'archived: 1',
				'',
				'Overdue: 1',
				'Completed: 1',
				'Average progress: 58.3 %',
				'',
				'Without a change for longest:',
				'- Idle (40 days)',
				'- Late (0 days)',
			].join('\n'),
		},
	]);
});

test('the weekly digest of an empty account says so', async () => {
	const [sent] = (await digest()) as Array<{ text: string }>;
	expect(sent?.text).toContain('There are no projects yet.');
	expect(sent?.text).toContain('Average progress: not known');
	expect(sent?.text).toMatch(/longest:\n- none$/);
});
