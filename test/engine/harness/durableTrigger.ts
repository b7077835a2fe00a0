import { Container } from '@n8n/di';
import { PollContext, TriggersAndPollers } from 'n8n-core';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { triggerNode, type TriggerSettings } from './activateTrigger';
import { additionalDataFor, workflowOf } from './engine';

/** A poll that n8n's durable scheduler has begun: it has its copy of the state already. */
export interface DurablePoll {
	run(): Promise<void>;
}

/** What a poll has told, while n8n is saving place and execution together. */
export interface Handover {
	readonly items: INodeExecutionData[];
	/** The transaction succeeds, and the execution ends. */
	commit(): void;
	/** The transaction fails: neither is saved. */
	fail(): void;
}

const BUDGET_MS = 36_000;

/** A published workflow under the durable scheduler, which makes a context for each poll. */
export class DurableTrigger {
	readonly handovers: Handover[] = [];

	private saved: IDataObject = {};

	constructor(private readonly settings: TriggerSettings) {}

	begin(): DurablePoll {
		const node = triggerNode(this.settings);
		const workflow = workflowOf([node], { active: true });
		const snapshot = copy(this.saved);
		const context = new PollContext(
			workflow,
			node,
			additionalDataFor(this.settings.store, 'trigger'),
			'trigger',
			'update',
			([items = []], _response, done) => this.hand(items, snapshot, done),
			(error) => {
				throw error;
			},
			undefined,
			undefined,
			() => snapshot,
			() => BUDGET_MS,
		);
		const poller = Container.get(TriggersAndPollers);
		const run = async () => {
			const output = await poller.runPollFunction(workflow, node, context);
			if (output) context.__emit(output);
			else this.saved = copy(snapshot);
		};
		return { run };
	}

	async poll(): Promise<void> {
		await this.begin().run();
	}

	private hand(
		items: INodeExecutionData[],
		snapshot: IDataObject,
		done: Parameters<IPollFunctions['__emit']>[2],
	): void {
		const place = copy(snapshot);
		this.handovers.push({
			items,
			commit: () => {
				this.saved = place;
				done?.resolve({} as never);
			},
			fail: () => done?.reject(new Error('The transaction failed')),
		});
	}
}

const copy = (state: IDataObject) => JSON.parse(JSON.stringify(state)) as IDataObject;
