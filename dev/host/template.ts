import type { IConnections, INode, INodeParameters, IWorkflowBase } from 'n8n-workflow';
import type { Credential, CredentialChoice } from './credentials';

export type WorkflowNode = INode;

/** A workflow as n8n exports and imports it. */
export type WorkflowDraft = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections' | 'settings'>;

/** Chooses the credential of every node that needs one and has none, as a person does after an import. */
export function bindCredentials(draft: WorkflowDraft, choice: CredentialChoice): WorkflowDraft {
	const bind = (node: WorkflowNode): WorkflowNode => {
		if (!node.type.startsWith('n8n-nodes-collab.') || node.credentials) return node;
		const authentication = node.parameters['authentication'] === 'oAuth2' ? 'oAuth2' : 'apiKey';
		const { id, name, type: credentialType } = choice[authentication];
		const parameters = { ...node.parameters, authentication };
		return { ...node, parameters, credentials: { [credentialType]: { id, name } } };
	};
	return { ...draft, nodes: draft.nodes.map(bind) };
}

/** Makes a node whose place on the canvas means nothing. `more` wins. */
export function node(
	name: string,
	type: string,
	given: object = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	const parameters = given as INodeParameters;
	const place = { id: name, webhookId: name, position: [0, 0] as [number, number] };
	return { ...place, name, type, typeVersion: 1, parameters, ...more };
}

/** Collab with this credential, which says how it authenticates. */
export function collab(
	credential: Credential,
	parameters: object = {},
	type = 'n8n-nodes-collab.collab',
): WorkflowNode {
	const authentication = credential.type === 'collabApi' ? 'apiKey' : 'oAuth2';
	const credentials = { [credential.type]: credential };
	return node('Collab', type, { authentication, ...parameters }, { credentials });
}

export const START = node('Start', 'n8n-nodes-base.manualTrigger');

/** Each node passes its items on to the next. */
export function chain(name: string, nodes: readonly WorkflowNode[]): WorkflowDraft {
	const connections: IConnections = {};
	for (const [index, next] of nodes.slice(1).entries()) {
		const to = { node: next.name, type: 'main', index: 0 } as const;
		connections[nodes[index]?.name ?? ''] = { main: [[to]] };
	}
	return { name, nodes: [...nodes], connections, settings: { executionOrder: 'v1' } };
}

export const POLL_EVERY_MS = 2_000;

/** n8n refuses less than a minute for one poll time, yet takes several times in a minute. */
export const OFTEN = {
	item: Array.from({ length: 60_000 / POLL_EVERY_MS }, (_, step) => ({
		mode: 'custom',
		cronExpression: `${(step * POLL_EVERY_MS) / 1_000} * * * * *`,
	})),
};
