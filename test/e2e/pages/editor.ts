import type { Locator, Page } from '@playwright/test';
import { n8nUrl } from '../../sharedN8n/host';
import { NodePanel } from './nodePanel';
import { NodeView } from './nodeView';

/** What of an element of the page is asked for here. */
interface Box {
	readonly scrollHeight: number;
	/** 0 for what is no box of its own, as a word in italics. */
	readonly clientHeight: number;
	querySelectorAll(selector: string): Iterable<Box>;
}

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
		const panel = new NodePanel(this.page);
		await panel.search('collab');
		await panel.openApp('Collab');
		await panel.addOf(category, name);
		return await this.openedNode();
	}

	/** The node that the editor opens by itself when it is added. */
	async openedNode(): Promise<NodeView> {
		const node = new NodeView(this.page);
		await node.view.waitFor();
		return node;
	}

	async addStepAfter(nodeName: string): Promise<NodePanel> {
		await this.node(nodeName).getByTestId('canvas-handle-plus').click();
		return new NodePanel(this.page);
	}

	async open(nodeName: string): Promise<NodeView> {
		await this.node(nodeName).dblclick();
		return await this.openedNode();
	}

	node(name: string): Locator {
		const label = this.page.getByText(name, { exact: true });
		return this.page.getByTestId('canvas-node').filter({ has: label });
	}

	/** Waits until the node says this of itself below its name. */
	async untilSubtitled(name: string, subtitle: string): Promise<void> {
		await this.node(name).getByText(subtitle, { exact: true }).waitFor();
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

	/** Of each sticky note, how many pixels of its text do not fit into it. */
	async hiddenTextOfNotes(): Promise<number[]> {
		const notes = this.page.getByTestId('sticky');
		await notes.first().waitFor();
		return await notes.evaluateAll((elements) =>
			(elements as unknown as Box[]).map((element) => {
				const boxes = [element, ...element.querySelectorAll('*')];
				const drawn = boxes.filter(({ clientHeight }) => clientHeight > 0);
				return Math.max(...drawn.map((box) => box.scrollHeight - box.clientHeight));
			}),
		);
	}

	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		const news = this.page.getByRole('dialog').filter({ hasText: 'Workflow published' });
		await news.getByRole('button', { name: 'Got it' }).click();
		await news.waitFor({ state: 'hidden' });
	}
}
