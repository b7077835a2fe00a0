import { expect, test } from './fixtures';
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
	await trigger.addOption('Include Previous Values');
	await trigger.turnOn('includePreviousValues');
	await trigger.close();
	await editor.publish();

	const sandboxPage = new SandboxPage(await page.context().newPage(), sandbox.url);
	await sandboxPage.open();
	await takePicture('sandbox', sandboxPage.page, { height: 980 });
	const { projects } = sandbox;
	const [one, other] = projects.all().filter(({ status }) => status === 'active');
	if (one === undefined || other === undefined) throw new Error('Too few active projects');
	projects.update(other.id, { name: 'Website relaunch' });
	await sandboxPage.archive(one.name);

	await page.bringToFront();
	const ran = await editor.openExecuted('Collab Trigger', POLLED_WITHIN_MS);
	await ran.untilOutputHas('1 item');
	const rows = await ran.rows();
	expect(rows).toMatchObject([{ id: one.id, status: 'archived', event: 'archived' }]);
	expect(rows[0]?.['changes']).toMatch(/status\s*from:\s*active\s*to:\s*archived/);
	await ran.showOutputAsJson();
	await takePicture('trigger', page, { part: ran.view });
});
