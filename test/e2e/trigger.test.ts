import { Editor } from './pages/editor';
import { ExecutionList } from './pages/executionList';
import { SandboxPage } from './pages/sandboxPage';
import { signIn } from './pages/signIn';
import { takePicture } from './pictures';
import { Stage } from './stage';

/** n8n lets no trigger poll more often than once a minute; the list of executions renews itself a little later. */
const POLLED_WITHIN_MS = 150_000;

let stage: Stage;

beforeAll(async () => {
	stage = await Stage.open(120);
	await stage.connect();
});

afterAll(async () => {
	await stage.close();
});

it('a project archived on the page for people starts the published workflow, with exactly that project', async () => {
	await stage.inNewTab('Trigger', async (page) => {
		await signIn(page);
		const editor = new Editor(page);
		await editor.startWorkflow();
		const trigger = await editor.addCollabTrigger('Project archived');
		await trigger.chooseCredential('Collab sandbox (OAuth2)');
		await trigger.add('option', 'Include Previous Values');
		await trigger.turnOn('includePreviousValues');
		await trigger.close();
		await editor.publish();

		const sandbox = new SandboxPage(await stage.newTab(), stage.sandbox.url);
		await sandbox.open();
		const [one, other] = stage.sandbox.projects.all().filter(({ status }) => status === 'active');
		if (one === undefined || other === undefined) throw new Error('Too few active projects');
		await sandbox.search(other.name, 'Page 1 of 1 · 1 project');
		await sandbox.editProject(other.name, { Name: 'Website relaunch' });
		await sandbox.untilTold('Website relaunch saved.');
		await sandbox.search(one.name, 'Page 1 of 1 · 1 project');
		await sandbox.press('Archive', one.name);
		await sandbox.untilTold(`${one.name} archived.`);

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
});
