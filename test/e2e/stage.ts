import type { Browser, BrowserContext, Page } from 'playwright-core';
import { prepareCredentials } from '../../dev/demo/credentials';
import { Session } from '../../dev/host/session';
import { listWorkflows, unpublishWorkflow } from '../../dev/host/workflows';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { openBrowser } from './browser';
import { n8nUrl } from './n8n';
import { keepFailure, portInPictures } from './pictures';
import { OWNER } from '../owner';

const USUAL_SANDBOX_PORT = 4010;

/** What a test file works with: the n8n of all files, a sandbox and a browser of its own. */
export class Stage {
	private constructor(
		readonly sandbox: Sandbox,
		private readonly browser: Browser,
		private readonly context: BrowserContext,
	) {}

	static async open(projects: number): Promise<Stage> {
		const { browser, context } = await openBrowser();
		const sandbox = await startSandbox({
			projects,
			port: await portInPictures(USUAL_SANDBOX_PORT),
			redirectUris: [`${n8nUrl()}/rest/oauth2-credential/callback`],
		});
		return new Stage(sandbox, browser, context);
	}

	/** A test in a new tab, with nobody signed in; what the tabs showed when it failed is kept. */
	async inNewTab(title: string, test: (page: Page) => Promise<void>): Promise<void> {
		await this.context.clearCookies();
		try {
			await test(await this.newTab());
		} catch (error) {
			await keepFailure(title, this.context.pages());
			throw error;
		} finally {
			await Promise.all(this.context.pages().map(async (page) => await page.close()));
		}
	}

	async newTab(): Promise<Page> {
		return await this.context.newPage();
	}

	/** Both credentials, as if made in the editor before. */
	async connect(): Promise<void> {
		await prepareCredentials(await session(), this.sandbox);
	}

	async close(): Promise<void> {
		await this.browser.close();
		await unpublishAll();
		await this.sandbox.close();
	}
}

/** A trigger left published would poll the sandbox of the next test file, which may get the same port. */
async function unpublishAll(): Promise<void> {
	const n8n = await session();
	for (const { id, active } of await listWorkflows(n8n)) {
		if (active) await unpublishWorkflow(n8n, id);
	}
}

async function session(): Promise<Session> {
	return await Session.open(n8nUrl(), OWNER);
}
