import { Container } from '@n8n/di';
import { PollContext, PollTriggerExecutor, TriggersAndPollers, WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WorkflowActivateMode,
} from 'n8n-workflow';
import type { CredentialStore } from './credentialStore';
import { additionalDataFor, nodeOf, workflowOf, type NodeCredentials } from './engine';
import { outcomeOf, type Outcome } from './runCollab';

export interface TriggerSettings {
	readonly store: CredentialStore;
	readonly credentials: NodeCredentials;
	readonly parameters?: INodeParameters;
	/** Given again, the same workflow is published again in the same n8n; otherwise each stands for an n8n of its own. */
	readonly workflowId?: string;
}

export interface Activation extends TriggerSettings {
	readonly mode?: WorkflowActivateMode;
	/** What n8n had kept of the workflow when it was last active. */
	readonly savedState?: IDataObject;
}

export interface ActiveTrigger {
	/** One poll on schedule; polls of one trigger may overlap. */
	tick(this: void): Promise<void>;
	/** One list of items for each execution that was started. */
	readonly emitted: INodeExecutionData[][];
	/** What n8n would hand to the error workflow. */
	readonly errors: Error[];
	/** What n8n has kept, and would give back after a restart. */
	readonly savedState: IDataObject;
	/** The node's live state, which the next poll sees. */
	state(): IDataObject;
	stop(): void;
}

const copy = (state: IDataObject) => JSON.parse(JSON.stringify(state)) as IDataObject;

const triggerNode = ({ parameters, credentials }: TriggerSettings) =>
	nodeOf('Collab Trigger', 'n8n-nodes-collab.collabTrigger', parameters, { credentials });

let triggers = 0;

function published(settings: TriggerSettings, staticData: IDataObject = {}) {
	triggers += 1;
	const node = triggerNode(settings);
	const { workflowId: id = `workflow-of-trigger-${triggers}` } = settings;
	return { node, workflow: workflowOf([node], { id, active: true, staticData }) };
}

type Scheduling = Pick<TriggerSettings, 'store'> & ReturnType<typeof published>;

/** @param more of n8n's durable scheduler: where the state is, and how long a poll may take */
function contextOf(
	{ store, node, workflow }: Scheduling,
	mode: WorkflowActivateMode,
	emit: (items: INodeExecutionData[]) => void,
	fail: (error: Error) => void,
	...more: [getState?: () => IDataObject, getBudgetMs?: () => number]
): PollContext {
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
		...more,
	);
	const ignore = () => undefined;
	const value = { warn: ignore, info: ignore, debug: ignore, error: ignore };
	// Before its first use: n8n makes it then, and fixes it.
	Object.defineProperty(context, 'logger', { value });
	return context;
}

/**
 * Publishes a workflow that begins with Collab Trigger: polls once, and throws what that poll throws.
 * State is kept as n8n keeps it: after registration and whenever items start an execution.
 */
export async function activateTrigger(activation: Activation): Promise<ActiveTrigger> {
	const { store, mode = 'activate', savedState = {} } = activation;
	const { node, workflow } = published(activation, copy(savedState));
	const emitted: INodeExecutionData[][] = [];
	const errors: Error[] = [];
	let saved = copy(savedState);
	let current = true;
	const save = () => (saved = copy(workflow.staticData));
	const emit = (items: INodeExecutionData[]) => {
		save();
		emitted.push(items);
	};
	const context = contextOf({ store, node, workflow }, mode, emit, (error) => errors.push(error));
	const poll = Container.get(PollTriggerExecutor).create(workflow, node, context, () => current);
	await poll(true);
	save();
	return {
		tick: async () => await poll(),
		emitted,
		errors,
		get savedState() {
			return copy(saved);
		},
		state: () => copy(workflow.getStaticData('node', node)),
		stop: () => (current = false),
	};
}

/** What a poll has emitted, while n8n is saving it. */
export interface Emission {
	readonly items: INodeExecutionData[];
	/** State and execution are saved. Without it, nothing is: n8n dropped both. */
	commit(): void;
}

interface DurableSettings extends TriggerSettings {
	/** Without them n8n saves the state of polls that emit, at once, and of no others. */
	readonly durableCursors?: boolean;
}

const BUDGET_MS = 36_000;

/** A published workflow under n8n's durable scheduler, which makes a context and a copy of the state for each poll. */
export class DurableTrigger {
	readonly emissions: Emission[] = [];

	saved: IDataObject = {};

	private readonly workflowId: string;

	private readonly durableCursors: boolean;

	constructor(private readonly settings: DurableSettings) {
		triggers += 1;
		this.workflowId = settings.workflowId ?? `durable-workflow-${triggers}`;
		this.durableCursors = settings.durableCursors ?? true;
	}

	/** The poll by which n8n registers the trigger. With durable cursors its state is dropped. */
	async register(): Promise<void> {
		const { snapshot, workflow, node, context } = this.begin();
		const executor = Container.get(PollTriggerExecutor);
		await executor.create(workflow, node, context, () => true)(true);
		if (!this.durableCursors) this.saved = copy(snapshot);
	}

	/** Begins a poll with the state of now; gives what runs it. */
	starting(): () => Promise<void> {
		const { snapshot, workflow, node, context } = this.begin(() => BUDGET_MS);
		return async () => {
			const poller = Container.get(TriggersAndPollers);
			const output = await poller.runPollFunction(workflow, node, context);
			if (output) context.__emit(output);
			else if (this.durableCursors) this.saved = copy(snapshot);
		};
	}

	async poll(): Promise<void> {
		await this.starting()();
	}

	private begin(getBudgetMs?: () => number) {
		const snapshot = copy(this.saved);
		const { node, workflow } = published({ ...this.settings, workflowId: this.workflowId });
		const emit = (items: INodeExecutionData[]) => {
			const state = copy(snapshot);
			const commit = () => void (this.saved = state);
			if (!this.durableCursors) commit();
			this.emissions.push({ items, commit });
		};
		const fail = (error: Error) => {
			throw error;
		};
		const where = { store: this.settings.store, node, workflow };
		const context = contextOf(where, 'update', emit, fail, () => snapshot, getBudgetMs);
		return { snapshot, workflow, node, context };
	}
}

/** "Fetch Test Event" in the editor. */
export async function testTrigger(settings: TriggerSettings): Promise<Outcome> {
	const startNode = triggerNode(settings);
	const additionalData = additionalDataFor(settings.store, 'manual');
	const workflow = workflowOf([startNode]);
	const run = await new WorkflowExecute(additionalData, 'manual').run({ workflow, startNode });
	return outcomeOf(run, startNode.name);
}
