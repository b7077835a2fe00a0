import { test as base } from '@playwright/test';
import { prepareCredentials } from '../../dev/demo/credentials';
import { Session } from '../../dev/host/session';
import { listWorkflows, unpublishWorkflow } from '../../dev/host/workflows';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { OWNER } from '../owner';
import { portInPictures } from './pictures';
import { n8nUrl } from './n8n';
import { Editor } from './pages/editor';

export { expect } from '@playwright/test';

interface Fixtures {
	/** Whether both credentials are there, as if made in the editor before. */
	readonly isConnected: boolean;
	/** Of this test alone. */
	readonly sandbox: Sandbox;
	/** With a new, empty workflow. */
	readonly editor: Editor;
}

export const test = base.extend<Fixtures>({
	isConnected: [false, { option: true }],
	sandbox: [
		async ({ isConnected }, use) => {
			const port = await portInPictures(4010);
			const sandbox = await startSandbox({ projects: 120, port });
			const n8n = await Session.open(n8nUrl(), OWNER);
			if (isConnected) await prepareCredentials(n8n, sandbox);
			await use(sandbox);
			// A trigger left published would poll the sandbox of the next test, which may get the same port.
			for (const { id, active } of await listWorkflows(n8n))
				if (active) await unpublishWorkflow(n8n, id);
			await sandbox.close();
		},
		{ auto: true },
	],
	editor: async ({ page }, use) => {
		await page.goto(`${n8nUrl()}/signin`);
		await page.getByLabel('Email').fill(OWNER.email);
		await page.getByLabel('Password').fill(OWNER.password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL(/\/home\//);
		await page.goto(`${n8nUrl()}/workflow/new`);
		await page.getByTestId('canvas-plus-button').waitFor();
		await use(new Editor(page));
	},
});
