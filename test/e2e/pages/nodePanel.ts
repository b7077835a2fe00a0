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

	async addTrigger(name: string): Promise<void> {
		await this.expand('Triggers', name);
		await this.item(name).click();
	}

	async addAction(name: string): Promise<void> {
		await this.expand('Actions', name);
		await this.item(name).click();
	}

	async addNode(name: string): Promise<void> {
		await this.item(name).click();
	}

	private async expand(category: string, item: string): Promise<void> {
		const heading = this.page
			.getByTestId('node-creator-category-item')
			.filter({ hasText: category });
		await heading.waitFor();
		if (!(await this.item(item).isVisible())) await heading.click();
	}

	private item(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}
}
