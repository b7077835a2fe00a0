import type { Page } from '@playwright/test';
import { NodeView } from './nodeView';

/** The tab "Executions" of a workflow. */
export class ExecutionList {
	constructor(private readonly page: Page) {}

	async open(): Promise<void> {
		await this.page.getByTestId('radio-button-executions').click();
		await this.page.getByTestId('current-executions-list').waitFor();
	}

	/** The list renews itself; `withinMs` bounds the wait. Fails when there is more than one. */
	async openOnly(withinMs: number): Promise<void> {
		const only = this.page.getByTestId(/^execution-details-/);
		await only.waitFor({ timeout: withinMs });
		await only.click();
		await this.page
			.getByTestId(/^execution-preview-details-/)
			.getByText('Succeeded')
			.waitFor();
	}

	async openNode(name: string): Promise<NodeView> {
		const label = this.page.getByText(name, { exact: true });
		const preview = this.page.getByTestId('execution-preview-host');
		await preview.getByTestId('canvas-node').filter({ has: label }).dblclick();
		return new NodeView(this.page);
	}
}
