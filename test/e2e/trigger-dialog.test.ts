import type { Page } from 'playwright-core';
import { Editor } from './pages/editor';
import type { NodeView } from './pages/nodeView';
import { signIn } from './pages/signIn';
import { Stage } from './stage';

let stage: Stage;

beforeAll(async () => {
	stage = await Stage.open(120);
	await stage.connect();
});

afterAll(async () => {
	await stage.close();
});

async function addTrigger(page: Page, event: string): Promise<NodeView> {
	await signIn(page);
	const editor = new Editor(page);
	await editor.startWorkflow();
	const trigger = await editor.addCollabTrigger(event);
	await trigger.chooseCredential('Collab sandbox (OAuth2)');
	return trigger;
}

async function fetchTestEvent(trigger: NodeView) {
	await trigger.execute();
	await trigger.untilOutputHas('1 item');
	const [row = {}] = await trigger.rows();
	return { row, project: stage.sandbox.projects.get(row['id'] ?? '') };
}

const newest = () =>
	stage.sandbox.projects
		.all()
		.map(({ updated_at: stamp }) => stamp)
		.sort()
		.at(-1);

describe('Fetch Test Event shows a project that looks like the event chosen in the node panel', () => {
	it('Project archived', async () => {
		await stage.inNewTab('Archived', async (page) => {
			const trigger = await addTrigger(page, 'Project archived');
			expect(await trigger.chosen('events')).toEqual(['Project Archived']);
			const { row, project } = await fetchTestEvent(trigger);
			expect(project?.status).toBe('archived');
			expect(row).toMatchObject({ name: project?.name, status: 'archived', event: 'archived' });
		});
	});

	it('Project completed', async () => {
		await stage.inNewTab('Completed', async (page) => {
			const { row, project } = await fetchTestEvent(await addTrigger(page, 'Project completed'));
			expect(project?.task_count).toBeGreaterThan(0);
			expect(project?.completed_task_count).toBe(project?.task_count);
			expect(row).toMatchObject({ name: project?.name, event: 'completed' });
		});
	});

	it('Project created', async () => {
		await stage.inNewTab('Created', async (page) => {
			const { row, project } = await fetchTestEvent(await addTrigger(page, 'Project created'));
			expect(row).toMatchObject({ name: project?.name, updated_at: newest(), event: 'created' });
		});
	});
});

describe('the events that are about all projects', () => {
	it('Project removed: the test event has what is known of a project that is gone', async () => {
		await stage.inNewTab('Removed', async (page) => {
			const trigger = await addTrigger(page, 'Project removed');
			expect(await trigger.chosen('events')).toEqual(['Project Removed']);
			const { row, project } = await fetchTestEvent(trigger);
			const { name, status } = project ?? {};
			expect(row).toEqual({ id: project?.id, name, status, event: 'removed' });
		});
	});

	it('Project became overdue: the options for days are there, and the test event is overdue', async () => {
		await stage.inNewTab('Overdue', async (page) => {
			const trigger = await addTrigger(page, 'Project became overdue');
			expect(await trigger.chosen('events')).toEqual(['Project Became Overdue']);
			await trigger.add('option', 'Due Soon (Days)');
			await trigger.add('option', 'Stale After (Days)');
			expect(await trigger.value('dueSoonDays')).toBe('7');
			expect(await trigger.value('staleDays')).toBe('30');
			await trigger.turnOn('addComputedFields');
			const { row, project } = await fetchTestEvent(trigger);
			expect(project?.status).toBe('active');
			expect(Date.parse(String(project?.end_date))).toBeLessThan(Date.now());
			expect(row).toMatchObject({
				name: project?.name,
				is_overdue: 'true',
				event: 'becameOverdue',
			});
			await trigger.close();
			await new Editor(page).untilSubtitled('Collab Trigger', 'Project became overdue');
		});
	});
});

it('filters, output and previous values can be chosen, and the test event follows them', async () => {
	await stage.inNewTab('Trigger dialog', async (page) => {
		const { name } = stage.sandbox.projects.create({ name: 'Lighthouse repair' });
		stage.sandbox.projects.create({ name: 'Newer than the lighthouse' });
		const trigger = await addTrigger(page, 'Project updated');
		await trigger.add('filter', 'Name Contains');
		await trigger.enter('nameContains', 'LIGHTHOUSE r');
		await trigger.choose('output', 'Selected Fields');
		await trigger.add('option', 'Include Previous Values');
		await trigger.turnOn('includePreviousValues');
		const { row } = await fetchTestEvent(trigger);
		expect(Object.keys(row)).toEqual(['id', 'name', 'status', 'updated_at', 'event', 'changes']);
		expect(row).toMatchObject({ name, event: 'updated' });
		expect(row['changes']).toContain(`Earlier: ${name}`);
		await trigger.close();
		await new Editor(page).untilSubtitled('Collab Trigger', 'Project updated');
	});
});
