import type { Locator, Page } from '@playwright/test';
import { CredentialDialog } from './credentialDialog';

type Row = Readonly<Record<string, string>>;

/** A node opened: its input at the left, its parameters in the middle, its output at the right. */
export class NodeView {
	readonly view: Locator;

	private readonly output: Locator;

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

	async choose(parameter: string, ...labels: string[]): Promise<void> {
		await this.parameter(parameter).click();
		for (const label of labels) {
			await this.page.getByRole('option', { name: label }).click();
		}
	}

	/** Adds one of the options. */
	async addOption(label: string): Promise<void> {
		const button = this.page.getByPlaceholder('Add option', { exact: true });
		await this.view.getByTestId('collection-parameter-add').filter({ has: button }).click();
		await this.page.getByRole('option', { name: label, exact: true }).click();
	}

	/** Runs this node alone; a trigger fetches a test event. */
	async execute(): Promise<void> {
		await this.view.getByTestId('node-execute-button').click();
	}

	async untilOutputHas(count: string): Promise<void> {
		await this.output
			.getByTestId('run-data-item-count')
			.getByText(count, { exact: true })
			.waitFor();
	}

	async untilFailed(message: string): Promise<void> {
		await this.output.getByTestId('node-error-message').getByText(message).waitFor();
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

	async showOutputAsJson(): Promise<void> {
		await this.output.getByTestId('radio-button-json').click();
	}

	/** The fields that the editor expects from the node before, which has not run yet; in any order. */
	async previewedInputFields(): Promise<string[]> {
		const input = this.view.getByTestId('ndv-input-panel');
		await input.getByTestId('schema-preview-warning').waitFor();
		return await input.getByTestId('run-data-schema-node-name').allInnerTexts();
	}

	async scrollToFirstParameter(): Promise<void> {
		await this.credential.scrollIntoViewIfNeeded();
	}

	/** Gives the output more room, the input less. */
	async moveParametersLeftBy(pixels: number): Promise<void> {
		const handle = this.view.getByTestId('panel-drag-button');
		const box = await handle.boundingBox();
		if (box === null) throw new Error('The panel cannot be moved');
		const x = box.x + box.width / 2;
		const y = box.y + box.height / 2;
		await this.page.mouse.move(x, y);
		await this.page.mouse.down();
		await this.page.mouse.move(x - pixels, y, { steps: 5 });
		await this.page.mouse.up();
	}

	async close(): Promise<void> {
		await this.view.getByTestId('ndv-close-button').click();
		await this.view.waitFor({ state: 'hidden' });
	}

	private get credential(): Locator {
		return this.view.getByTestId('node-credentials-select');
	}

	private parameter(name: string): Locator {
		return this.view.getByTestId(`parameter-input-${name}`);
	}
}
