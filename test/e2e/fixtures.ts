import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { prepareCredentials } from '../../dev/demo/credentials';
import { listCredentials } from '../../dev/host/credentials';
import { startN8n } from '../../dev/host/n8n';
import { Session } from '../../dev/host/session';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { OWNER } from '../owner';
import { Editor } from './pages';
import { portInPictures } from './pictures';

export { expect } from '@playwright/test';

interface Fixtures {
	/** Whether both credentials are there, as if made in the editor before. */
	readonly isConnected: boolean;
	/** Each test has its own. */
	readonly sandbox: Sandbox;
	/** It shows a new, empty workflow. */
	readonly editor: Editor;
}

export const test = base.extend<Fixtures, { readonly n8nUrl: string }>({
	n8nUrl: [
		async ({}, use) => {
			const userFolder = await mkdtemp(join(tmpdir(), 'collab-e2e-'));
			const n8n = await startN8n({ userFolder, port: await portInPictures(5678) });
			await use(n8n.url);
			await n8n.stop();
			await rm(userFolder, { recursive: true });
		},
		{ scope: 'worker', timeout: 600_000 },
	],
	isConnected: [true, { option: true }],
	sandbox: [
		async ({ isConnected, n8nUrl }, use) => {
			const port = await portInPictures(4010);
			const sandbox = await startSandbox({ projects: 120, port });
			const n8n = await Session.open(n8nUrl, OWNER);
			if (isConnected) await prepareCredentials(n8n, sandbox);
			await use(sandbox);
			// A trigger left published would poll the sandbox of the next test, which may get the same port.
			for (const { id } of await listCredentials(n8n)) await n8n.delete(`/credentials/${id}`);
			await sandbox.close();
		},
		{ auto: true },
	],
	editor: async ({ page, n8nUrl }, use) => {
		await page.goto(`${n8nUrl}/signin`);
		await page.getByLabel('Email').fill(OWNER.email);
		await page.getByLabel('Password').fill(OWNER.password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL(/\/home\//);
		await page.goto(`${n8nUrl}/workflow/new`);
		await page.getByTestId('canvas-plus-button').waitFor();
		await use(new Editor(page));
	},
});
