import type { WorkflowDraft, WorkflowNode } from '../../../dev/host/template';
import { EVERY_FIVE_SECONDS } from '../../../dev/host/pollTimes';

type Parameters = WorkflowNode['parameters'];

/** Started by a request to the path, and answers with all items of the Collab node. */
export function onRequest(path: string, parameters: Parameters): WorkflowDraft {
	const nodes = [
		node('Webhook', 'n8n-nodes-base.webhook', {
			path,
			responseMode: 'lastNode',
			responseData: 'allEntries',
		}),
		node('Collab', 'n8n-nodes-collab.collab', parameters),
	];
	const connections = { Webhook: { main: [[{ node: 'Collab', type: 'main', index: 0 }]] } };
	return { name: path, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Lists projects of the status that the request names; a node stands after each output of the Collab node. */
export function withErrorOutput(path: string): WorkflowDraft {
	const draft = onRequest(path, {
		authentication: 'apiKey',
		resource: 'project',
		operation: 'list',
		status: '={{ $json.query.status }}',
	});
	const nodes = draft.nodes.map((one) =>
		one.name === 'Collab' ? { ...one, onError: 'continueErrorOutput' } : one,
	);
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	return {
		...draft,
		nodes: [
			...nodes,
			node('Listed', 'n8n-nodes-base.noOp', {}),
			node('Failed', 'n8n-nodes-base.noOp', {}),
		],
		connections: { ...draft.connections, Collab: { main: [to('Listed'), to('Failed')] } },
	};
}

export const WATCHER: WorkflowDraft = {
	name: 'Watch projects',
	nodes: [
		node('Collab Trigger', 'n8n-nodes-collab.collabTrigger', {
			authentication: 'oAuth2',
			events: ['created', 'updated', 'archived'],
			pollTimes: EVERY_FIVE_SECONDS,
		}),
	],
	connections: {},
	settings: { executionOrder: 'v1' },
};

function node(name: string, type: string, parameters: Parameters): WorkflowNode {
	return { id: name, webhookId: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}
