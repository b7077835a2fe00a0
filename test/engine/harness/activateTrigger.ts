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
	/** Given again, the same workflow is published again in the same n8n; otherwise each stands for an n8n of its own. */
	readonly workflowId?: string;
	readonly mode?: WorkflowActivateMode;
	/** What n8n had kept of the workflow when it was last active. */
	readonly savedState?: IDataObject;
	/** What n8n says when items are emitted, thrown at once; changes with the test. */
	readonly refuseEmission?: () => Error | undefined;
	/** Ends executions by itself; without it, the test does. */
	readonly onExecution?: (promises: Promises) => void;
}

export interface ActiveTrigger {
	/** One poll on schedule; polls of one trigger may overlap. */
	tick(): Promise<void>;
	/** One list of items for each execution that was started. */
	readonly emitted: INodeExecutionData[][];
	/** How the latest of these executions ended; nothing when n8n gives no result. */
	executionEnded(result: IRun | undefined): Promise<void>;
	/** That there was none. */
	executionRefused(error: Error): Promise<void>;
	/** That n8n has recorded it as failed before its first node, as it does when a check before it fails. */
	executionFailedCheck(error: Error): Promise<void>;
	/** The same for an earlier execution than the latest. */
	execution(index: number): Promises;
	/** What n8n would hand to the error workflow. */
	readonly errors: Error[];
	/** The node's live state, which the next poll sees. */
	readonly state: IDataObject;
	/** What n8n has kept, and would give back after a restart. */
	readonly savedState: IDataObject;
	/** All that the node has logged as a warning, with what goes with it. */
	readonly warnings: string[];
	stop(): void;
}

/** What n8n settles when an execution has answered, and when it has ended. */
export interface Promises {
	readonly response: Parameters<IPollFunctions['__emit']>[1];
	readonly done: Parameters<IPollFunctions['__emit']>[2];
}

export const triggerNode = ({ parameters, credentials }: TriggerSettings): INode =>
	nodeOf('Collab Trigger', 'n8n-nodes-collab.collabTrigger', parameters, { credentials });

/** Gives the node's promises time to settle. */
export const settled = async () => await new Promise(setImmediate);

/** n8n does not find an execution that has ended. */
export const NOT_ACTIVE = new Error('No active execution found with ID execution-1');

let activations = 0;

/**
 * Publishes a workflow that begins with Collab Trigger: polls once, and throws what that poll throws.
 * State is kept as n8n keeps it: after registration and whenever items start an execution.
 */
export async function activateTrigger(activation: Activation): Promise<ActiveTrigger> {
	const { store, mode = 'activate', savedState = {}, refuseEmission } = activation;
	const executions: Promises[] = [];
	const { onExecution = (promises) => executions.push(promises) } = activation;
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
		([items], response, done) => {
			const refusal = refuseEmission?.();
			if (refusal) throw refusal;
			save();
			emitted.push(items ?? []);
			onExecution({ response, done });
		},
		(error) => errors.push(error),
	);
	const poll = Container.get(PollTriggerExecutor).create(workflow, node, context, () => current);
	const warnings = warningsOf(context);
	await poll(true);
	save();
	const execution = (index: number): Promises => executions[index] ?? nothingEmitted();
	const latest = () => execution(executions.length - 1);
	return {
		tick: async () => await poll(),
		emitted,
		errors,
		warnings,
		execution,
		executionEnded: async (result) => {
			latest().done?.resolve(result);
			await settled();
		},
		executionRefused: async (error) => {
			latest().done?.reject(error);
			await settled();
		},
		executionFailedCheck: async (error) => {
			latest().response?.reject(error);
			latest().done?.reject(NOT_ACTIVE);
			await settled();
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

export function warningsOf(context: IPollFunctions): string[] {
	const warnings: string[] = [];
	const warn = (message: string, data: object = {}) =>
		warnings.push(`${message} ${JSON.stringify(data)}`);
	const ignore = () => undefined;
	const value = { warn, info: ignore, debug: ignore, error: ignore };
	// Before its first use: n8n makes it then, and fixes it.
	Object.defineProperty(context, 'logger', { value });
	return warnings;
}

function nothingEmitted(): never {
	throw new Error('No execution was started');
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
