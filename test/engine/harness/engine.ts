import { ExecutionLifecycleHooks } from 'n8n-core';
import {
	Workflow,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
	type WorkflowParameters,
} from 'n8n-workflow';
import type { CredentialStore } from './credentialStore';
import type { CredentialName } from './credentialTypes';
import { nodeTypes } from './nodeTypes';

export type NodeCredentials = Partial<Record<CredentialName, INodeCredentialsDetails>>;

export function nodeOf(
	name: string,
	type: string,
	parameters: INodeParameters = {},
	more: Partial<INode> = {},
): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters, ...more };
}

export function workflowOf(nodes: INode[], more: Partial<WorkflowParameters> = {}): Workflow {
	return new Workflow({
		id: 'workflow-1',
		name: 'Under test',
		nodes,
		connections: {},
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone: 'UTC' },
		...more,
	});
}

/** What n8n gives the engine for one execution: the credentials, the hooks and its own addresses. */
export function additionalDataFor(
	store: CredentialStore,
	mode: WorkflowExecuteMode,
): IWorkflowExecuteAdditionalData {
	const workflowData = {
		id: 'workflow-1',
		name: 'Under test',
		active: false,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: [],
		connections: {},
	};
	const own = 'http://127.0.0.1:5678';
	return {
		credentialsHelper: store,
		hooks: new ExecutionLifecycleHooks(mode, 'execution-1', workflowData),
		executionId: 'execution-1',
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${own}/rest`,
		instanceBaseUrl: own,
		formBaseUrl: `${own}/form`,
		formWaitingBaseUrl: `${own}/form-waiting`,
		formTestBaseUrl: `${own}/form-test`,
		webhookBaseUrl: `${own}/webhook`,
		webhookWaitingBaseUrl: `${own}/webhook-waiting`,
		webhookTestBaseUrl: `${own}/webhook-test`,
		mcpBaseUrl: `${own}/mcp`,
		mcpTestBaseUrl: `${own}/mcp-test`,
	} as unknown as IWorkflowExecuteAdditionalData;
}
