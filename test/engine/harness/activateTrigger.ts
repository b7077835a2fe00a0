import { Container } from '@n8n/di';
import { PollContext, PollTriggerExecutor, WorkflowExecute } from 'n8n-core';
import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IPollFunctions,
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
	/** Given again, the same workflow is published again in the same n8n; otherwise each stands for an n8n of its own. */
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

let activations = 0;

/**
 * Publishes a workflow that begins with Collab Trigger: polls once, and throws what that poll throws.
 * State is kept as n8n keeps it: after registration and whenever items start an execution.
 */
export async function activateTrigger(activation: Activation): Promise<ActiveTrigger> {
	const { store, mode = 'activate', savedState = {} } = activation;
	activations += 1;
	const { workflowId = `workflow-of-activation-${activations}` } = activation;
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
	const save = () => (saved = copy(workflow.staticData));

	const context = new PollContext(
		workflow,
		node,
		additionalDataFor(store, 'trigger'),
		'trigger',
		mode,
		([items]) => {
			save();
			emitted.push(items ?? []);
		},
		(error) => errors.push(error),
	);
	const poll = Container.get(PollTriggerExecutor).create(workflow, node, context, () => current);
	silence(context);
	await poll(true);
	save();
	return {
		tick: async () => await poll(),
		emitted,
		errors,
		get state() {
			return copy(workflow.getStaticData('node', node));
		},
		get savedState() {
			return copy(saved);
		},
		stop: () => (current = false),
	};
}

/** What the node logs is of no interest. */
export function silence(context: IPollFunctions): void {
	const ignore = () => undefined;
	const value = { warn: ignore, info: ignore, debug: ignore, error: ignore };
	// Before its first use: n8n makes it then, and fixes it.
	Object.defineProperty(context, 'logger', { value });
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
