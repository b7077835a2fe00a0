import type { Locator, Page } from '@playwright/test';
import { n8nUrl } from '../n8n';
import { NodeView } from './nodeView';

/** The canvas of a workflow. */
export class Editor {
	constructor(readonly page: Page) {}

	async startWorkflow(): Promise<void> {
		await this.page.goto(`${n8nUrl()}/workflow/new`);
		await this.page.getByTestId('canvas-plus-button').waitFor();
	}

	async importFile(path: string): Promise<void> {
		await this.page.getByTestId('workflow-menu').click();
		await this.page.getByRole('menuitem', { name: 'Import' }).hover();
		const chooser = this.page.waitForEvent('filechooser');
		await this.page.getByRole('menuitem', { name: 'From file' }).click();
		await (await chooser).setFiles(path);
	}

	/** Finds Collab in the node panel and adds one of its actions to the empty canvas, or one of its triggers' events. */
	async addCollab(name: string, category: 'Actions' | 'Triggers' = 'Actions'): Promise<NodeView> {
		await this.page.getByTestId('canvas-plus-button').click();
		await this.search('collab');
		await this.found('Collab').click();
		const heading = this.page
			.getByTestId('node-creator-category-item')
			.filter({ hasText: category });
		await heading.waitFor();
		if (!(await this.found(name).isVisible())) await heading.click();
		await this.found(name).click();
		return await this.openedNode();
	}

	async addStepAfter(nodeName: string, search: string, name: string): Promise<NodeView> {
		await this.node(nodeName).getByTestId('canvas-handle-plus').click();
		await this.search(search);
		await this.found(name).click();
		return await this.openedNode();
	}

	private async search(text: string): Promise<void> {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
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

	private node(name: string): Locator {
		const label = this.page.getByText(name, { exact: true });
		return this.page.getByTestId('canvas-node').filter({ has: label });
	}

	/** Runs the workflow from the named trigger. */
	async executeFrom(triggerName: string): Promise<void> {
		await this.node(triggerName).hover();
		await this.page.getByTestId(`execute-workflow-button-${triggerName}`).click();
	}

	/** Waits until the node shows that it has run. */
	async untilTicked(nodeName: string): Promise<void> {
		await this.node(nodeName).getByTestId('canvas-node-status-success').waitFor();
	}

	/** Nothing selected, nothing pointed at. */
	async letGo(): Promise<void> {
		await this.page.getByTestId('canvas').click({ position: { x: 20, y: 20 } });
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
		const label = this.page.getByText(nodeName, { exact: true });
		const preview = this.page.getByTestId('execution-preview-host');
		await preview.getByTestId('canvas-node').filter({ has: label }).dblclick();
		return new NodeView(this.page);
	}
}
