import type { Locator, Page } from '@playwright/test';

export class Editor {
	constructor(private readonly page: Page) {}

	/** Finds Collab in the node panel and adds one of its actions to the empty canvas, or one of its triggers' events; the node opens. */
	async addCollab(name: string, category: 'Actions' | 'Triggers' = 'Actions'): Promise<NodeView> {
		await this.page.getByTestId('canvas-plus-button').click();
		await this.page.getByTestId('node-creator-search-bar').fill('collab');
		await this.found('Collab').click();
		const headings = this.page.getByTestId('node-creator-category-item');
		const heading = headings.filter({ hasText: category });
		await heading.waitFor();
		if (!(await this.found(name).isVisible())) await heading.click();
		await this.found(name).click();
		return new NodeView(this.page);
	}

	async open(nodeName: string): Promise<NodeView> {
		await this.node(nodeName).dblclick();
		return new NodeView(this.page);
	}

	node(name: string): Locator {
		const label = this.page.getByText(name, { exact: true });
		return this.page.getByTestId('canvas-node').filter({ has: label });
	}

	found(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}
}

/** A node opened: its input at the left, its parameters in the middle, its output at the right. */
export class NodeView {
	readonly view: Locator;
	readonly output: Locator;
	readonly credential: Locator;

	constructor(private readonly page: Page) {
		this.view = page.getByTestId('ndv');
		this.output = this.view.getByTestId('output-panel');
		this.credential = this.view.getByTestId('node-credentials-select');
	}

	/** The dialog of a new credential while n8n has none for the node, else of the one that it has. */
	async openCredential(): Promise<Locator> {
		const connect = this.view.getByRole('button', { name: 'Connect to Collab' });
		await connect.or(this.view.getByTestId('credential-edit-button')).click();
		return this.page.getByRole('dialog').filter({ has: this.page.getByTestId('credential-name') });
	}

	async chooseCredential(name: string): Promise<void> {
		await this.credential.click();
		await this.page.getByRole('option', { name }).click();
	}

	async turnOn(parameter: string): Promise<void> {
		await this.view.getByTestId(`parameter-input-${parameter}`).locator('.el-switch').click();
	}

	/** Runs this node alone. */
	async execute(): Promise<void> {
		await this.view.getByTestId('node-execute-button').click();
	}

	async untilOutputHas(count: string): Promise<void> {
		const shown = this.output.getByTestId('run-data-item-count');
		await shown.getByText(count, { exact: true }).waitFor();
	}

	/** The rows of the output, by the headings of their columns. */
	async rows(): Promise<Array<Readonly<Record<string, string>>>> {
		await this.output.getByTestId('radio-button-table').click();
		const table = this.output.getByRole('table');
		await table.locator('tbody td').first().waitFor();
		const headings = await table.locator('thead th').allInnerTexts();
		const rows = (await table.locator('tbody tr').all()).map(async (row) => {
			const cells = await row.locator('td').allInnerTexts();
			const named = headings.map((heading, at) => [heading.trim(), cells[at] ?? ''] as const);
			return Object.fromEntries(named.filter(([heading]) => heading !== ''));
		});
		return await Promise.all(rows);
	}

	async close(): Promise<void> {
		await this.view.getByTestId('ndv-close-button').click();
		await this.view.waitFor({ state: 'hidden' });
	}
}
