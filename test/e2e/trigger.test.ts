import { expect, test } from './fixtures';
import { NodeView } from './pages';
import { takePicture } from './pictures';

test('an archived project starts the published workflow, and an edited one does not; the sandbox refuses wrong counts, and shows a name as text', async ({
	page,
	editor,
	sandbox,
}) => {
	const trigger = await editor.addCollab('Project archived', 'Triggers');
	await trigger.chooseCredential('Collab sandbox (OAuth2)');
	await trigger.turnOn('includePreviousValues');
	await trigger.close();
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	const news = page.getByRole('dialog').filter({ hasText: 'Workflow published' });
	await news.getByRole('button', { name: 'Got it' }).click();
	await news.waitFor({ state: 'hidden' });

	const console = await page.context().newPage();
	await console.goto(sandbox.url);
	const { projects } = sandbox;
	// Both stand at the top, in view.
	const [one, other] = projects.sorted({ status: 'active', sortBy: 'updated_at', order: 'desc' });
	if (one === undefined || other === undefined) throw new Error('Too few active projects');
	await console.getByRole('button', { name: `Edit ${other.name}`, exact: true }).click();
	const form = console.getByRole('dialog');
	const enter = async (field: string, value: string) =>
		await form.getByLabel(field, { exact: true }).fill(value);
	const name = '<img src="x" alt="picture">';
	await enter('name', name);
	await enter('completed_task_count', '99999');
	await form.getByRole('button', { name: 'Save' }).click();
	await expect(form.getByRole('alert')).toHaveText(/completed_task_count must not be more/);
	await enter('completed_task_count', '0');
	await form.getByRole('button', { name: 'Save' }).click();
	await console.getByRole('status').getByText(`${name} saved.`).waitFor();
	await expect(console.locator('table img')).toHaveCount(0);
	expect(projects.get(other.id)).toEqual({
		...other,
		name,
		completed_task_count: 0,
		updated_at: expect.not.stringContaining(other.updated_at),
	});
	await console.getByRole('button', { name: `Archive ${one.name}`, exact: true }).click();
	await console.getByRole('status').getByText(`${one.name} archived.`).waitFor();

	await page.bringToFront();
	await page.getByTestId('radio-button-executions').click();
	// The one execution. n8n lets no trigger poll more often than once a minute; the list renews itself a little later.
	await page.getByTestId(/^execution-details-/).click();
	const details = page.getByTestId(/^execution-preview-details-/);
	await details.getByText('Succeeded').waitFor();
	const preview = page.getByTestId('execution-preview-host');
	await preview.locator(editor.node('Collab Trigger')).dblclick();
	const ran = new NodeView(page);
	await ran.untilOutputHas('1 item');
	const rows = await ran.rows();
	expect(rows).toMatchObject([{ id: one.id, status: 'archived', event: 'archived' }]);
	expect(rows[0]?.['changes']).toMatch(/status\s*from:\s*active\s*to:\s*archived/);
	await ran.output.getByTestId('radio-button-json').click();
	await takePicture('trigger', page, ran.view);
});
