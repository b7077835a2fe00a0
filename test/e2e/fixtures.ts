import { rm } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import { prepareCredentials } from '../../dev/demo/credentials';
import { ownerOf } from '../../dev/demo/owner';
import { listCredentials } from '../../dev/host/credentials';
import { startN8n } from '../../dev/host/n8n';
import { type Owner, Session } from '../../dev/host/session';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { newFolder } from '../n8n/stage';
import { SEEDED_DAY_MS } from '../random';
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

export const test = base.extend<
	Fixtures,
	{ readonly n8n: { readonly url: string; readonly owner: Owner } }
>({
	n8n: [
		async ({}, use) => {
			const userFolder = await newFolder('e2e');
			const { url, stop } = await startN8n({ userFolder, port: await portInPictures(5678) });
			await use({ url, owner: await ownerOf(userFolder) });
			await stop();
			await rm(userFolder, { recursive: true });
		},
		{ scope: 'worker', timeout: 600_000 },
	],
	isConnected: [true, { option: true }],
	sandbox: [
		async ({ isConnected, n8n }, use) => {
			const port = await portInPictures(4010);
			const sandbox = await startSandbox({ projects: 120, port, todayMs: SEEDED_DAY_MS });
			const session = await Session.open(n8n.url, n8n.owner);
			if (isConnected) await prepareCredentials(session, sandbox);
			await use(sandbox);
			// A trigger left published would poll the sandbox of the next test, which may get the same port.
			for (const { id } of await listCredentials(session))
				await session.delete(`/credentials/${id}`);
			await sandbox.close();
		},
		{ auto: true },
	],
	editor: async ({ page, n8n: { url, owner } }, use) => {
		await page.goto(`${url}/signin`);
		await page.getByLabel('Email').fill(owner.email);
		await page.getByLabel('Password').fill(owner.password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL(/\/home\//);
		await page.goto(`${url}/workflow/new`);
		await page.getByTestId('canvas-plus-button').waitFor();
		await use(new Editor(page));
	},
});
