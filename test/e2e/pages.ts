import type { Locator, Page } from '@playwright/test';

/** The canvas of a workflow. */
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

	/** A new one while n8n has none for the node, else the one that it has. */
	async openCredential(): Promise<CredentialDialog> {
		const connect = this.view.getByRole('button', { name: 'Connect to Collab' });
		await connect.or(this.view.getByTestId('credential-edit-button')).click();
		return new CredentialDialog(this.page);
	}

	async chooseCredential(name: string): Promise<void> {
		await this.credential.click();
		await this.page.getByRole('option', { name }).click();
	}

	async turnOn(parameter: string): Promise<void> {
		await this.parameter(parameter).locator('.el-switch').click();
	}

	async choose(parameter: string, label: string): Promise<void> {
		await this.parameter(parameter).click();
		await this.page.getByRole('option', { name: label }).click();
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

	private parameter(name: string): Locator {
		return this.view.getByTestId(`parameter-input-${name}`);
	}
}

export class CredentialDialog {
	readonly dialog: Locator;

	constructor(private readonly page: Page) {
		this.dialog = page.getByRole('dialog').filter({ has: page.getByTestId('credential-name') });
	}

	/** Which of the node's two credential types it is. */
	async chooseKind(kind: 'API Key' | 'OAuth2'): Promise<void> {
		await this.dialog.getByTestId('credential-mode-dropdown-trigger').click();
		await this.page.getByRole('menuitem', { name: kind, exact: true }).click();
	}

	async fill(fields: Readonly<Record<string, string>>): Promise<void> {
		for (const [name, value] of Object.entries(fields))
			await this.dialog.getByTestId(`parameter-input-${name}`).getByRole('textbox').fill(value);
	}

	/** The fields in view, from the top, by their names. */
	async fields(): Promise<string[]> {
		const inputs = await this.dialog.getByTestId(/^parameter-input-(?!field$)/).all();
		const ids = inputs.map(async (input) => await input.getAttribute('data-test-id'));
		return (await Promise.all(ids)).map((id) => String(id).replace('parameter-input-', ''));
	}

	async press(button: 'Save' | 'Connect' | 'Close this dialog'): Promise<void> {
		await this.dialog.getByRole('button', { name: button, exact: true }).click();
	}

	async untilShown(text: string): Promise<void> {
		await this.dialog.getByText(text).waitFor();
	}
}
