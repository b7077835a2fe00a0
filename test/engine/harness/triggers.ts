import { randomUUID } from 'node:crypto';
import { Container } from '@n8n/di';
import { PollContext, PollTriggerExecutor, TriggersAndPollers, WorkflowExecute } from 'n8n-core';
import type { IDataObject, INodeExecutionData, WorkflowActivateMode } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';
import { additionalDataFor, nodeOf, workflowOf } from './engine';
import { type CollabRun, outcomeOf } from './runCollab';

type Run = Pick<CollabRun, 'store' | 'credentials' | 'parameters' | 'timezone'>;

export interface TriggerSettings extends Run {
	/** The name of the node. All nodes have one ID, as pasted ones may. */
	readonly name?: string;
	/** Given again, the same workflow is published again in the same n8n; otherwise each stands for an n8n of its own. */
	readonly workflowId?: string;
	readonly mode?: WorkflowActivateMode;
	/** What n8n had kept of the workflow when it was last active. */
	readonly savedState?: IDataObject;
}

const triggerNode = ({ name = 'Collab Trigger', parameters, credentials }: TriggerSettings) =>
	nodeOf(name, 'n8n-nodes-collab.collabTrigger', parameters, { credentials, id: 'one ID' });

/** A workflow that begins with Collab Trigger, and what a poll of it gets from n8n. */
export function published(
	{ mode = 'activate', savedState = {}, ...settings }: TriggerSettings,
	emit: (items: INodeExecutionData[]) => void,
	fail: (error: Error) => void,
	...durable: [getState?: () => IDataObject, getBudgetMs?: () => number]
) {
	const node = triggerNode(settings);
	const { store, timezone, workflowId: id = randomUUID() } = settings;
	const staticData = deepCopy(savedState);
	const workflow = workflowOf([node], { id, timezone, active: true, staticData });
	const context = new PollContext(
		workflow,
		node,
		additionalDataFor(store, 'trigger'),
		'trigger',
		mode,
		([items = []]) => emit(items),
		fail,
		undefined,
		undefined,
		...durable,
	);
	return { workflow, node, context };
}

/** Publishes the workflow under n8n's classic scheduler: polls once, and throws what that poll throws. */
export async function activateTrigger(settings: TriggerSettings) {
	/** One list of items for each execution that was started. */
	const emitted: INodeExecutionData[][] = [];
	/** What n8n would hand to the error workflow. */
	const errors: Error[] = [];
	const emit = (items: INodeExecutionData[]) => void emitted.push(items);
	const fail = (error: Error) => void errors.push(error);
	const { workflow, node, context } = published(settings, emit, fail);
	const poll = Container.get(PollTriggerExecutor).create(workflow, node, context, () => true);
	await poll(true);
	return {
		/** One poll on schedule; polls of one trigger may overlap. */
		tick: async () => await poll(),
		emitted,
		errors,
		/** What the next poll sees. */
		state: () => deepCopy(workflow.staticData),
	};
}

/** What each execution was started with: "event name" of every item. */
export const delivered = ({ emitted }: { emitted: INodeExecutionData[][] }): string[][] =>
	emitted.map((items) =>
		items.map(({ json }) => `${json['event'] as string} ${json['name'] as string}`),
	);

/** A published workflow under n8n's durable scheduler, which makes a context and a copy of the state for each poll. */
export class DurableTrigger {
	/** What polls have emitted; `commit` saves state and execution, which n8n has dropped otherwise. */
	readonly emissions: Array<{ readonly items: INodeExecutionData[]; commit(): void }> = [];

	saved: IDataObject = {};

	private readonly workflowId = randomUUID();

	/** @param durableCursors without them n8n saves the state of polls that emit, at once, and of no others */
	constructor(
		private readonly settings: TriggerSettings,
		private readonly durableCursors = true,
	) {}

	/** The poll by which n8n registers the trigger. With durable cursors its state is dropped. */
	readonly register = async (): Promise<void> => {
		const { snapshot, workflow, node, context } = this.begin();
		await Container.get(PollTriggerExecutor).create(workflow, node, context, () => true)(true);
		if (!this.durableCursors) this.saved = deepCopy(snapshot);
	};

	/** Begins a poll with the state of now; gives what runs it. */
	starting(): () => Promise<void> {
		const { snapshot, workflow, node, context } = this.begin(() => 36_000);
		return async () => {
			const poller = Container.get(TriggersAndPollers);
			const output = await poller.runPollFunction(workflow, node, context);
			if (output) context.__emit(output);
			else if (this.durableCursors) this.saved = deepCopy(snapshot);
		};
	}

	readonly poll = async (): Promise<void> => await this.starting()();

	private begin(getBudgetMs?: () => number) {
		const snapshot = deepCopy(this.saved);
		const emit = (items: INodeExecutionData[]) => {
			const state = deepCopy(snapshot);
			const commit = () => void (this.saved = state);
			if (!this.durableCursors) commit();
			this.emissions.push({ items, commit });
		};
		const fail = (error: Error) => {
			throw error;
		};
		const settings = { workflowId: this.workflowId, ...this.settings, mode: 'update' } as const;
		return { snapshot, ...published(settings, emit, fail, () => snapshot, getBudgetMs) };
	}
}

/** "Fetch Test Event" in the editor. */
export async function testTrigger(settings: TriggerSettings) {
	const startNode = triggerNode(settings);
	const additionalData = additionalDataFor(settings.store, 'manual');
	const workflow = workflowOf([startNode]);
	const run = await new WorkflowExecute(additionalData, 'manual').run({ workflow, startNode });
	return outcomeOf(run, startNode.name);
}
