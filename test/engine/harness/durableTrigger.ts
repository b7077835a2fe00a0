import { Container } from '@n8n/di';
import { PollContext, PollTriggerExecutor, TriggersAndPollers } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { silence, triggerNode, type TriggerSettings } from './activateTrigger';
import { additionalDataFor, workflowOf } from './engine';

/** A poll that n8n's durable scheduler has begun: it has its copy of the state already. */
export interface DurablePoll {
	run(): Promise<void>;
}

/** What a poll has emitted, while n8n is saving it. */
export interface Emission {
	readonly items: INodeExecutionData[];
	/** State and execution are saved. Without it, nothing is: n8n dropped both. */
	commit(): void;
}

interface Settings extends TriggerSettings {
	/** Without them n8n saves the state of polls that emit, at once, and of no others. */
	readonly durableCursors?: boolean;
	readonly budgetMs?: number;
	readonly workflowId?: string;
}

const BUDGET_MS = 36_000;

let triggers = 0;

/** A published workflow under the durable scheduler, which makes a context for each poll. */
export class DurableTrigger {
	readonly emissions: Emission[] = [];

	saved: IDataObject = {};

	private readonly workflowId: string;

	private readonly durableCursors: boolean;

	constructor(private readonly settings: Settings) {
		triggers += 1;
		this.workflowId = settings.workflowId ?? `durable-workflow-${triggers}`;
		this.durableCursors = settings.durableCursors ?? true;
	}

	/** The poll by which n8n registers the trigger. With durable cursors its state is dropped. */
	async register(): Promise<void> {
		const snapshot = copy(this.saved);
		const { workflow, node, context } = this.contextFor(snapshot);
		const executor = Container.get(PollTriggerExecutor);
		await executor.create(workflow, node, context, () => true)(true);
		if (!this.durableCursors) this.saved = copy(snapshot);
	}

	begin(): DurablePoll {
		const snapshot = copy(this.saved);
		const { budgetMs = BUDGET_MS } = this.settings;
		const { workflow, node, context } = this.contextFor(snapshot, budgetMs);
		const poller = Container.get(TriggersAndPollers);
		const run = async () => {
			const output = await poller.runPollFunction(workflow, node, context);
			if (output) context.__emit(output);
			else if (this.durableCursors) this.saved = copy(snapshot);
		};
		return { run };
	}

	async poll(): Promise<void> {
		await this.begin().run();
	}

	private contextFor(snapshot: IDataObject, budgetMs?: number) {
		const node = triggerNode(this.settings);
		const workflow = workflowOf([node], { id: this.workflowId, active: true });
		const context = new PollContext(
			workflow,
			node,
			additionalDataFor(this.settings.store, 'trigger'),
			'trigger',
			'update',
			([items = []]) => this.emit(items, snapshot),
			(error) => {
				throw error;
			},
			undefined,
			undefined,
			() => snapshot,
			budgetMs === undefined ? undefined : () => budgetMs,
		);
		silence(context);
		return { workflow, node, context };
	}

	private emit(items: INodeExecutionData[], snapshot: IDataObject): void {
		const state = copy(snapshot);
		const commit = () => {
			this.saved = state;
		};
		if (!this.durableCursors) commit();
		this.emissions.push({ items, commit });
	}
}

const copy = (state: IDataObject) => JSON.parse(JSON.stringify(state)) as IDataObject;
