import type { Page } from '@playwright/test';

/** The sandbox's page for people. */
export class SandboxPage {
	constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	async open(view: 'projects' | 'applications' = 'projects'): Promise<void> {
		await this.page.goto(`${this.url}/#${view}`);
		await this.page.locator('tbody td').first().waitFor();
	}

	async archive(name: string): Promise<void> {
		await this.page.getByRole('searchbox', { name: 'Search by name' }).fill(name);
		await this.page.getByText('Page 1 of 1 · 1 project', { exact: true }).waitFor();
		await this.press(`Archive ${name}`, `${name} archived.`);
	}

	async withdrawAccess(application: string): Promise<void> {
		// The browser asks whether that is meant.
		this.page.once('dialog', (question) => void question.accept());
		await this.press(`Withdraw access of ${application}`, `${application} has no access any more.`);
	}

	private async press(button: string, notice: string): Promise<void> {
		await this.page.getByRole('button', { name: button, exact: true }).click();
		await this.page.getByRole('status').getByText(notice).waitFor();
	}
}
