import type { Locator, Page } from '@playwright/test';
import { readTable, type Row } from './table';

export type View = 'Projects' | 'API keys' | 'Applications' | 'Connect';

/** The sandbox's page for people. */
export class SandboxPage {
	constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	async open(view: View = 'Projects'): Promise<void> {
		await this.page.goto(this.url);
		await this.turnTo(view);
	}

	async turnTo(view: View): Promise<void> {
		const link = this.page
			.getByRole('navigation', { name: 'Main' })
			.getByRole('link', { name: view });
		await link.click();
		await this.page.locator('nav a[aria-current=page]').getByText(view).waitFor();
	}

	/** Shows only projects with this in their name; ends when the list shows it. */
	async search(text: string, position: string): Promise<void> {
		await this.page.getByRole('searchbox', { name: 'Search by name' }).fill(text);
		await this.page.getByText(position, { exact: true }).waitFor();
	}

	async rows(): Promise<Row[]> {
		return await readTable(this.page.getByRole('table'));
	}

	async createProject(fields: Readonly<Record<string, string>>): Promise<void> {
		await this.page.getByRole('button', { name: 'New project' }).click();
		await this.fillProject(fields);
	}

	async editProject(name: string, fields: Readonly<Record<string, string>>): Promise<void> {
		await this.button(`Edit ${name}`).click();
		await this.fillProject(fields);
	}

	async press(action: 'Archive' | 'Restore', name: string): Promise<void> {
		await this.button(`${action} ${name}`).click();
	}

	async deleteProject(name: string): Promise<void> {
		await this.confirm(`Delete ${name}`);
	}

	/** The key, which the page shows this once. */
	async createApiKey(name: string): Promise<string> {
		await this.page.getByLabel('Name of the new key').fill(name);
		await this.page.getByRole('button', { name: 'Create key' }).click();
		await this.untilShown(`${name} created.`);
		return await this.page.locator('#fresh-key').innerText();
	}

	async revokeApiKey(name: string): Promise<void> {
		await this.confirm(`Revoke ${name}`);
		await this.untilShown(`${name} revoked.`);
	}

	async withdrawAccess(application: string): Promise<void> {
		await this.confirm(`Withdraw access of ${application}`);
		await this.untilShown(`${application} has no access any more.`);
	}

	async untilShown(notice: string): Promise<void> {
		await this.page.getByRole('status').getByText(notice).waitFor();
	}

	private async fillProject(fields: Readonly<Record<string, string>>): Promise<void> {
		const dialog = this.page.getByRole('dialog');
		for (const [label, value] of Object.entries(fields)) {
			await dialog.getByLabel(label, { exact: true }).fill(value);
		}
		await dialog.getByRole('button', { name: 'Save' }).click();
	}

	/** Presses the button, and says yes to the question that the browser asks. */
	private async confirm(button: string): Promise<void> {
		this.page.once('dialog', (question) => void question.accept());
		await this.button(button).click();
	}

	private button(name: string): Locator {
		return this.page.getByRole('button', { name, exact: true });
	}
}
