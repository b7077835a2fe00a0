import type { Locator, Page } from '@playwright/test';

/** The panel at the right of the canvas in which a person looks for nodes. */
export class NodePanel {
	constructor(private readonly page: Page) {}

	async search(text: string): Promise<void> {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
	}

	/** Opens the triggers and actions of a found app. */
	async openApp(name: string): Promise<void> {
		await this.item(name).click();
	}

	async addOf(category: 'Triggers' | 'Actions', name: string): Promise<void> {
		const heading = this.page
			.getByTestId('node-creator-category-item')
			.filter({ hasText: category });
		await heading.waitFor();
		if (!(await this.item(name).isVisible())) await heading.click();
		await this.item(name).click();
	}

	async addNode(name: string): Promise<void> {
		await this.item(name).click();
	}

	private item(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}
}
