import type { Sandbox } from '../../dev/sandbox';
import { expect, test } from './fixtures';
import type { Editor } from './pages/editor';
import type { NodeView } from './pages/nodeView';

test.use({ isConnected: true });

async function addTrigger(editor: Editor, event: string): Promise<NodeView> {
	const trigger = await editor.addCollab(event, 'Triggers');
	await trigger.chooseCredential('Collab sandbox (OAuth2)');
	return trigger;
}

async function fetchTestEvent(trigger: NodeView, { projects }: Sandbox) {
	await trigger.execute();
	await trigger.untilOutputHas('1 item');
	const [row = {}] = await trigger.rows();
	return { row, project: projects.get(row['id'] ?? '') };
}

test.describe('the events that are about all projects', () => {
	test('Project removed: the test event has what is known of a project that is gone', async ({
		editor,
		sandbox,
	}) => {
		const trigger = await addTrigger(editor, 'Project removed');
		expect(await trigger.chosen('events')).toEqual(['Project Removed']);
		const { row, project } = await fetchTestEvent(trigger, sandbox);
		const { name, status } = project ?? {};
		expect(row).toEqual({ id: project?.id, name, status, event: 'removed' });
	});

	test('Project became overdue: the options for days are there, and the test event is overdue', async ({
		editor,
		sandbox,
	}) => {
		const trigger = await addTrigger(editor, 'Project became overdue');
		expect(await trigger.chosen('events')).toEqual(['Project Became Overdue']);
		await trigger.add('option', 'Due Soon (Days)');
		await trigger.add('option', 'Stale After (Days)');
		expect(await trigger.value('dueSoonDays')).toBe('7');
		expect(await trigger.value('staleDays')).toBe('30');
		await trigger.turnOn('addComputedFields');
		const { row, project } = await fetchTestEvent(trigger, sandbox);
		expect(project?.status).toBe('active');
		expect(Date.parse(String(project?.end_date))).toBeLessThan(Date.now());
		expect(row).toMatchObject({
			name: project?.name,
			is_overdue: 'true',
			event: 'becameOverdue',
		});
		await trigger.close();
		await editor.untilSubtitled('Collab Trigger', 'Project became overdue');
	});
});

test('filters, output and previous values can be chosen, and the test event follows them', async ({
	editor,
	sandbox,
}) => {
	const { name } = sandbox.projects.create({ name: 'Lighthouse repair' });
	sandbox.projects.create({ name: 'Newer than the lighthouse' });
	const trigger = await addTrigger(editor, 'Project updated');
	await trigger.add('filter', 'Name Contains');
	await trigger.enter('nameContains', 'LIGHTHOUSE r');
	await trigger.choose('output', 'Selected Fields');
	await trigger.add('option', 'Include Previous Values');
	await trigger.turnOn('includePreviousValues');
	const { row } = await fetchTestEvent(trigger, sandbox);
	expect(Object.keys(row)).toEqual(['id', 'name', 'status', 'updated_at', 'event', 'changes']);
	expect(row).toMatchObject({ name, event: 'updated' });
	expect(row['changes']).toContain(`Earlier: ${name}`);
	await trigger.close();
	await editor.untilSubtitled('Collab Trigger', 'Project updated');
});
