import { Container } from '@n8n/di';
import { PollContext, PollTriggerExecutor, TriggersAndPollers } from 'n8n-core';
import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import {
	NOT_ACTIVE,
	settled,
	triggerNode,
	type TriggerSettings,
	warningsOf,
} from './activateTrigger';
import { additionalDataFor, workflowOf } from './engine';

/** A poll that n8n's durable scheduler has begun: it has its copy of the state already. */
export interface DurablePoll {
	run(): Promise<void>;
}

/** What a poll has emitted, while n8n is saving it. */
export interface Emission {
	readonly items: INodeExecutionData[];
	/** State and execution are saved, and the execution ends; successfully unless the result says otherwise. */
	commit(result?: IRun): Promise<void>;
	/** Nothing could be saved. */
	fail(): Promise<void>;
	/** The state is saved, and the execution could not be given to a worker. */
	failToEnqueue(): Promise<void>;
	/** n8n refuses the execution before it saves anything. */
	block(error: Error): Promise<void>;
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

	readonly warnings: string[] = [];

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
			([items = []], response, done) => this.emit(items, snapshot, response, done),
			(error) => {
				throw error;
			},
			undefined,
			undefined,
			() => snapshot,
			budgetMs === undefined ? undefined : () => budgetMs,
		);
		const warnings = warningsOf(context);
		warnings.push = (...more) => this.warnings.push(...more);
		return { workflow, node, context };
	}

	private emit(
		items: INodeExecutionData[],
		snapshot: IDataObject,
		response: Parameters<IPollFunctions['__emit']>[1],
		done: Parameters<IPollFunctions['__emit']>[2],
	): void {
		const state = copy(snapshot);
		const save = () => (this.saved = state);
		if (!this.durableCursors) save();
		this.emissions.push({
			items,
			commit: async (result = { status: 'success' } as IRun) => {
				save();
				done?.resolve(result);
				await settled();
			},
			fail: async () => {
				done?.reject(new Error('The transaction failed'));
				await settled();
			},
			failToEnqueue: async () => {
				save();
				const error = new Error('Connection is closed.');
				if (this.durableCursors) response?.reject(error);
				done?.reject(this.durableCursors ? NOT_ACTIVE : error);
				await settled();
			},
			block: async (error) => {
				response?.reject(error);
				done?.resolve(undefined);
				await settled();
			},
		});
	}
}

const copy = (state: IDataObject) => JSON.parse(JSON.stringify(state)) as IDataObject;
