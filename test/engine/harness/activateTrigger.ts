import { Container } from '@n8n/di';
import { PollContext, PollTriggerExecutor, WorkflowExecute } from 'n8n-core';
import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IPollFunctions,
	type IRun,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import type { CredentialStore } from './credentialStore';
import { additionalDataFor, nodeOf, workflowOf, type NodeCredentials } from './engine';
import { outcomeOf, type Outcome } from './runCollab';

export interface TriggerSettings {
	readonly store: CredentialStore;
	readonly credentials: NodeCredentials;
	readonly parameters?: INodeParameters;
}

export interface Activation extends TriggerSettings {
	/** Of several workflows at once, each has its own. */
	readonly workflowId?: string;
	readonly mode?: WorkflowActivateMode;
	/** What n8n had kept of the workflow when it was last active. */
	readonly savedState?: IDataObject;
}

export interface ActiveTrigger {
	/** One poll on schedule; polls of one trigger may overlap. */
	tick(): Promise<void>;
	/** One list of items for each execution that was started. */
	readonly emitted: INodeExecutionData[][];
	/** Tells the trigger how the latest of these executions ended. */
	executionEnded(result: IRun): Promise<void>;
	/** Or that there was none. */
	executionRefused(error: Error): Promise<void>;
	/** What n8n would hand to the error workflow. */
	readonly errors: Error[];
	/** The node's live state, which the next poll sees. */
	readonly state: IDataObject;
	/** What n8n has kept, and would give back after a restart. */
	readonly savedState: IDataObject;
	stop(): void;
}

export const triggerNode = ({ parameters, credentials }: TriggerSettings): INode =>
	nodeOf('Collab Trigger', 'n8n-nodes-collab.collabTrigger', parameters, { credentials });

/**
 * Publishes a workflow that begins with Collab Trigger: polls once, and throws what that poll throws.
 * State is kept as n8n keeps it: after registration and whenever items start an execution.
 */
export async function activateTrigger(activation: Activation): Promise<ActiveTrigger> {
	const { store, workflowId = 'workflow-1', mode = 'activate', savedState = {} } = activation;
	const node = triggerNode(activation);
	const workflow = workflowOf([node], {
		id: workflowId,
		active: true,
		staticData: copy(savedState),
	});
	const emitted: INodeExecutionData[][] = [];
	const errors: Error[] = [];
	let saved = copy(savedState);
	let current = true;
	let execution: Parameters<IPollFunctions['__emit']>[2];
	const save = () => (saved = copy(workflow.staticData));

	const context = new PollContext(
		workflow,
		node,
		additionalDataFor(store, 'trigger'),
		'trigger',
		mode,
		([items], _response, done) => {
			save();
			emitted.push(items ?? []);
			execution = done;
		},
		(error) => errors.push(error),
	);
	const poll = Container.get(PollTriggerExecutor).create(workflow, node, context, () => current);
	await poll(true);
	save();
	return {
		tick: async () => await poll(),
		emitted,
		errors,
		executionEnded: async (result) => {
			execution?.resolve(result);
			await new Promise(setImmediate);
		},
		executionRefused: async (error) => {
			execution?.reject(error);
			await new Promise(setImmediate);
		},
		get state() {
			return copy(workflow.getStaticData('node', node));
		},
		get savedState() {
			return copy(saved);
		},
		stop: () => (current = false),
	};
}

/** "Fetch Test Event" in the editor. */
export async function testTrigger(settings: TriggerSettings): Promise<Outcome> {
	const node = triggerNode(settings);
	const additionalData = additionalDataFor(settings.store, 'manual');
	const run = await new WorkflowExecute(additionalData, 'manual').run({
		workflow: workflowOf([node]),
		startNode: node,
	});
	return outcomeOf(run, node.name);
}

const copy = (state: IDataObject) => JSON.parse(JSON.stringify(state)) as IDataObject;
