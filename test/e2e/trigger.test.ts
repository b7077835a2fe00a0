import { expect, test } from './fixtures';
import { ExecutionList } from './pages/executionList';
import { SandboxPage } from './pages/sandboxPage';
import { takePicture } from './pictures';

test.use({ isConnected: true });

/** n8n lets no trigger poll more often than once a minute; the list of executions renews itself a little later. */
const POLLED_WITHIN_MS = 150_000;

test('a project archived on the page for people starts the published workflow, with exactly that project', async ({
	page,
	editor,
	sandbox,
}) => {
	const trigger = await editor.addCollab('Project archived', 'Triggers');
	await trigger.chooseCredential('Collab sandbox (OAuth2)');
	await trigger.add('option', 'Include Previous Values');
	await trigger.turnOn('includePreviousValues');
	await trigger.close();
	await editor.publish();

	const sandboxPage = new SandboxPage(await page.context().newPage(), sandbox.url);
	await sandboxPage.open();
	const [one, other] = sandbox.projects.all().filter(({ status }) => status === 'active');
	if (one === undefined || other === undefined) throw new Error('Too few active projects');
	await sandboxPage.search(other.name, 'Page 1 of 1 · 1 project');
	await sandboxPage.editProject(other.name, { Name: 'Website relaunch' });
	await sandboxPage.untilShown('Website relaunch saved.');
	await sandboxPage.search(one.name, 'Page 1 of 1 · 1 project');
	await sandboxPage.press('Archive', one.name);
	await sandboxPage.untilShown(`${one.name} archived.`);

	await page.bringToFront();
	const executions = new ExecutionList(page);
	await executions.open();
	await executions.openOnly(POLLED_WITHIN_MS);
	const ran = await executions.openNode('Collab Trigger');
	await ran.untilOutputHas('1 item');
	const rows = await ran.rows();
	expect(rows).toMatchObject([{ id: one.id, status: 'archived', event: 'archived' }]);
	expect(rows[0]?.['changes']).toMatch(/status\s*from:\s*active\s*to:\s*archived/);
	await ran.showOutputAsJson();
	await takePicture('trigger', page, { part: ran.view });
});
