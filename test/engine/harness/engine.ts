import { ExecutionLifecycleHooks } from 'n8n-core';
import type { ICredentialType, INode, INodeCredentialsDetails, INodeType } from 'n8n-workflow';
import type { INodeProperties, INodeTypes, IWorkflowBase, WorkflowParameters } from 'n8n-workflow';
import type { IWorkflowExecuteAdditionalData, WorkflowExecuteMode } from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';
import { CollabApi } from '../../../credentials/CollabApi.credentials';
import { CollabOAuth2Api } from '../../../credentials/CollabOAuth2Api.credentials';
import { Collab } from '../../../nodes/Collab/Collab.node';
import { CollabTrigger } from '../../../nodes/Collab/CollabTrigger.node';

export type CredentialName = 'collabApi' | 'collabOAuth2Api';
export type NodeCredentials = Partial<Record<CredentialName, INodeCredentialsDetails>>;

/** n8n-nodes-base is no dependency: these stand for its nodes and for the fields that OAuth2 credentials inherit. */
const baseNode = (name: string, inputs: ['main'] | []): INodeType => ({
	description: {
		...{ displayName: name, name, version: 1, description: '', properties: [] },
		...{ group: ['trigger'], defaults: { name }, inputs, outputs: ['main'] },
	},
	trigger: async () => await Promise.resolve({}),
});

/** Stands where n8n puts a node of its own when it tests a credential. */
export const noOp = baseNode('noOp', ['main']);

const OAUTH2_FIELDS =
	'grantType authUrl accessTokenUrl clientId clientSecret scope authQueryParameters authentication oauthTokenData';
const oAuth2Api: ICredentialType = {
	name: 'oAuth2Api',
	displayName: 'OAuth2 API',
	genericAuth: true,
	properties: OAUTH2_FIELDS.split(' ').map((name) => {
		return { displayName: name, name, type: 'string', default: '' };
	}),
};

/** The variant of a node that n8n makes for AI agents, as far as it concerns the engine. */
function asTool(node: INodeType): INodeType {
	const description = { ...node.description, name: `${node.description.name}Tool` };
	return Object.create(node, { description: { value: description } }) as INodeType;
}

export const TOOL = 'n8n-nodes-collab.collabTool';

const nodesByName: Record<string, INodeType> = {
	'n8n-nodes-base.manualTrigger': baseNode('manualTrigger', []),
	'n8n-nodes-base.noOp': noOp,
	'n8n-nodes-collab.collab': new Collab(),
	'n8n-nodes-collab.collabTrigger': new CollabTrigger(),
	[TOOL]: asTool(new Collab()),
};

const credentialsByName: Record<string, ICredentialType> = {
	collabApi: new CollabApi(),
	collabOAuth2Api: new CollabOAuth2Api(),
	oAuth2Api,
};

function named<T>(types: Record<string, T>, name: string): T {
	const type = types[name];
	if (type === undefined) throw new Error(`No type "${name}" in this engine`);
	return type;
}

export const nodeTypes: INodeTypes = {
	getByName: (name) => named(nodesByName, name),
	getByNameAndVersion: (name, version) =>
		NodeHelpers.getVersionedNodeType(named(nodesByName, name), version),
	getKnownTypes: () => ({}),
};

export const credentialType = (name: string) => named(credentialsByName, name);

/** The fields of a type: those it inherits, overlaid with its own. */
export function credentialProperties(name: string): INodeProperties[] {
	const { extends: parents = [], properties } = credentialType(name);
	const all = parents.flatMap(credentialProperties);
	NodeHelpers.mergeNodeProperties(all, properties);
	return all;
}

export { node as nodeOf } from '../../../dev/host/template';

interface WorkflowMore extends Partial<WorkflowParameters> {
	readonly timezone?: string | undefined;
}

export const workflowOf = (nodes: INode[], { timezone = 'UTC', ...more }: WorkflowMore = {}) =>
	new Workflow({
		id: 'workflow-1',
		nodes,
		connections: {},
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone },
		...more,
	});

/** What n8n gives the engine for one execution, as far as it is used here. */
export function additionalDataFor(
	credentialsHelper: object,
	mode: WorkflowExecuteMode,
): IWorkflowExecuteAdditionalData {
	const workflow = { id: 'workflow-1', nodes: [], connections: {} } as unknown as IWorkflowBase;
	return {
		credentialsHelper,
		hooks: new ExecutionLifecycleHooks(mode, 'execution-1', workflow),
		currentNodeExecutionIndex: 0,
		executionId: 'execution-1',
		variables: {},
		webhookWaitingBaseUrl: 'http://127.0.0.1:5678/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1:5678/form-waiting',
	} as unknown as IWorkflowExecuteAdditionalData;
}
