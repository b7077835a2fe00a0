import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type IRun,
	type ITaskData,
	type NodeApiError,
	type NodeExecutionHint,
	type NodeOperationError,
	type OnError,
} from 'n8n-workflow';
import type { CredentialStore } from './credentialStore';
import { additionalDataFor, nodeOf, workflowOf, type NodeCredentials } from './engine';

export interface CollabRun {
	readonly store: CredentialStore;
	readonly credentials: NodeCredentials;
	readonly parameters?: INodeParameters;
	/** The items that reach the node; one empty item without them. */
	readonly items?: IDataObject[];
	readonly settings?: { readonly onError?: OnError };
	/** Another node type than Collab itself. */
	readonly type?: string;
}

export interface Outcome {
	/** The main output. */
	readonly items: INodeExecutionData[];
	/** The error output, with `onError: 'continueErrorOutput'`. */
	readonly errorItems: INodeExecutionData[];
	readonly error: NodeApiError | NodeOperationError | undefined;
	readonly hints: NodeExecutionHint[];
	/** Everything n8n would keep of the execution. */
	readonly run: IRun;
}

/** Parameters with which Revoke does what it says. */
export const CONFIRMED = {
	resource: 'authorization',
	operation: 'revoke',
	confirmRevocation: true,
};

export interface RunningCollab {
	readonly outcome: Promise<Outcome>;
	/** What the stop button does. */
	cancel(): void;
}

export const runCollab = async (options: CollabRun): Promise<Outcome> =>
	await startCollab(options).outcome;

/** Runs a workflow of two nodes: Manual Trigger, then Collab. */
export function startCollab(options: CollabRun): RunningCollab {
	const { store, credentials, items = [{}], settings } = options;
	const { type = 'n8n-nodes-collab.collab' } = options;
	const pinData = { Start: items.map((json) => ({ json })) };
	const workflow = workflowOf(
		[
			nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
			nodeOf('Collab', type, parametersOf(options), { credentials, ...settings }),
		],
		{
			connections: { Start: { main: [[{ node: 'Collab', type: 'main', index: 0 }]] } },
			pinData,
		},
	);
	const execution = new WorkflowExecute(
		additionalDataFor(store, 'manual'),
		'manual',
		createRunExecutionData({ resultData: { pinData } }),
	).run({ workflow, pinData });
	return {
		outcome: execution.then((run) => outcomeOf(run, 'Collab')),
		cancel: () => execution.cancel(),
	};
}

/** As the editor does, sets `authentication` to OAuth2 when such a credential is chosen; the default is the API key. */
function parametersOf({ credentials, parameters }: CollabRun): INodeParameters {
	return { ...(credentials.collabOAuth2Api ? { authentication: 'oAuth2' } : {}), ...parameters };
}

export function outcomeOf(run: IRun, nodeName: string): Outcome {
	const task: ITaskData | undefined = run.data.resultData.runData[nodeName]?.[0];
	const [items, errorItems] = task?.data?.['main'] ?? [];
	return {
		items: items ?? [],
		errorItems: errorItems ?? [],
		error: task?.error as Outcome['error'],
		hints: task?.hints ?? [],
		run,
	};
}
