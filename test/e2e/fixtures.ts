import { test as base } from '@playwright/test';
import { listCredentials, prepareCredentials } from '../../dev/host/credentials';
import type { Sandbox } from '../../dev/sandbox';
import { Stage } from '../n8n/stage';
import { Editor } from './pages';
import { portInPictures } from './pictures';

export { expect } from '@playwright/test';

interface Fixtures {
	/** Whether both credentials are there, as if made in the editor before. */
	readonly isConnected: boolean;
	/** The service, whose page for people tests use, too. */
	readonly sandbox: Sandbox;
	/** It shows a new, empty workflow. */
	readonly editor: Editor;
}

export const test = base.extend<Fixtures, { readonly stage: Stage }>({
	stage: [
		async ({}, use) => {
			const projects = { projects: 120, port: await portInPictures(4010) };
			const stage = await Stage.open(projects, { port: await portInPictures(5678) });
			await use(stage);
			await stage.close();
		},
		{ scope: 'worker', timeout: 600_000 },
	],
	isConnected: [true, { option: true }],
	sandbox: [
		async ({ isConnected, stage: { sandbox, session } }, use) => {
			for (const { id } of await listCredentials(session))
				await session.delete(`/credentials/${id}`);
			if (isConnected) await prepareCredentials(session, sandbox);
			await use(sandbox);
		},
		{ auto: true },
	],
	editor: async ({ page, stage: { session } }, use) => {
		await page.goto(`${session.url}/signin`);
		await page.getByLabel('Email').fill(session.owner.email);
		await page.getByLabel('Password').fill(session.owner.password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL(/\/home\//);
		await page.goto(`${session.url}/workflow/new`);
		await page.getByTestId('canvas-plus-button').waitFor();
		await use(new Editor(page));
	},
});
