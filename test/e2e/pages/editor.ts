import type { Locator, Page } from '@playwright/test';
import { NodeView } from './nodeView';

/** The canvas of a workflow. */
export class Editor {
	constructor(readonly page: Page) {}

	/** Finds Collab in the node panel and adds one of its actions to the empty canvas, or one of its triggers' events. */
	async addCollab(name: string, category: 'Actions' | 'Triggers' = 'Actions'): Promise<NodeView> {
		await this.page.getByTestId('canvas-plus-button').click();
		await this.page.getByTestId('node-creator-search-bar').fill('collab');
		await this.found('Collab').click();
		const headings = this.page.getByTestId('node-creator-category-item');
		const heading = headings.filter({ hasText: category });
		await heading.waitFor();
		if (!(await this.found(name).isVisible())) await heading.click();
		await this.found(name).click();
		return await this.openedNode();
	}

	async addStepAfter(nodeName: string, name: string): Promise<NodeView> {
		await this.node(nodeName).getByTestId('canvas-handle-plus').click();
		await this.page.getByTestId('node-creator-search-bar').fill(name);
		await this.found(name).click();
		return await this.openedNode();
	}

	private found(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}

	/** The node that the editor opens by itself when it is added. */
	private async openedNode(): Promise<NodeView> {
		const node = new NodeView(this.page);
		await node.view.waitFor();
		return node;
	}

	async open(nodeName: string): Promise<NodeView> {
		await this.node(nodeName).dblclick();
		return await this.openedNode();
	}

	node(name: string): Locator {
		const label = this.page.getByText(name, { exact: true });
		return this.page.getByTestId('canvas-node').filter({ has: label });
	}

	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		const news = this.page.getByRole('dialog').filter({ hasText: 'Workflow published' });
		await news.getByRole('button', { name: 'Got it' }).click();
		await news.waitFor({ state: 'hidden' });
	}

	/** Waits for the one execution of the workflow, and opens a node of it. Fails when there is more than one. */
	async openExecuted(nodeName: string, withinMs: number): Promise<NodeView> {
		await this.page.getByTestId('radio-button-executions').click();
		// The list renews itself.
		const only = this.page.getByTestId(/^execution-details-/);
		await only.waitFor({ timeout: withinMs });
		await only.click();
		const details = this.page.getByTestId(/^execution-preview-details-/);
		await details.getByText('Succeeded').waitFor();
		const preview = this.page.getByTestId('execution-preview-host');
		await preview.locator(this.node(nodeName)).dblclick();
		return new NodeView(this.page);
	}
}
