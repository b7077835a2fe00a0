import type { Locator, Page } from '@playwright/test';
import { CredentialDialog } from './credentialDialog';

type Row = Readonly<Record<string, string>>;

/** A node opened: its input at the left, its parameters in the middle, its output at the right. */
export class NodeView {
	readonly view: Locator;

	readonly output: Locator;

	constructor(readonly page: Page) {
		this.view = page.getByTestId('ndv');
		this.output = this.view.getByTestId('output-panel');
	}

	async createCredential(): Promise<CredentialDialog> {
		const connect = this.view.getByRole('button', { name: 'Connect to Collab' });
		await connect.or(this.credential).waitFor();
		if (await connect.isVisible()) {
			await connect.click();
		} else {
			await this.credential.click();
			await this.page.getByTestId('node-credentials-select-item-new').click();
		}
		return new CredentialDialog(this.page);
	}

	async editCredential(): Promise<CredentialDialog> {
		await this.view.getByTestId('credential-edit-button').click();
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

	/** Runs this node alone; a trigger fetches a test event. */
	async execute(): Promise<void> {
		await this.view.getByTestId('node-execute-button').click();
	}

	async untilOutputHas(count: string): Promise<void> {
		const shown = this.output.getByTestId('run-data-item-count');
		await shown.getByText(count, { exact: true }).waitFor();
	}

	/** By the headings of their columns. */
	async rows(): Promise<Row[]> {
		await this.output.getByTestId('radio-button-table').click();
		const table = this.output.getByRole('table');
		await table.locator('tbody td').first().waitFor();
		const headings = await table.locator('thead th').allInnerTexts();
		const rows: Row[] = [];
		for (const row of await table.locator('tbody tr').all()) {
			const cells = await row.locator('td').allInnerTexts();
			const named = headings.map((heading, at) => [heading.trim(), cells[at] ?? ''] as const);
			rows.push(Object.fromEntries(named.filter(([heading]) => heading !== '')));
		}
		return rows;
	}

	async close(): Promise<void> {
		await this.view.getByTestId('ndv-close-button').click();
		await this.view.waitFor({ state: 'hidden' });
	}

	get credential(): Locator {
		return this.view.getByTestId('node-credentials-select');
	}

	private parameter(name: string): Locator {
		return this.view.getByTestId(`parameter-input-${name}`);
	}
}
