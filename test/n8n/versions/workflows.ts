import { chain, node } from '../../../dev/host/draft';
import type { WorkflowDraft, WorkflowNode } from '../../../dev/host/template';

/** Started by a request to the path, and answers with all items of the Collab node. */
export function onRequest(path: string, parameters: WorkflowNode['parameters']): WorkflowDraft {
	const answering = { path, responseMode: 'lastNode', responseData: 'allEntries' };
	return chain(path, [
		node('Webhook', 'n8n-nodes-base.webhook', answering),
		node('Collab', 'n8n-nodes-collab.collab', parameters),
	]);
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
	const outputs = ['Listed', 'Failed'];
	const links = outputs.map((name) => [{ node: name, type: 'main', index: 0 }]);
	return {
		...draft,
		nodes: [...nodes, ...outputs.map((name) => node(name, 'n8n-nodes-base.noOp'))],
		connections: { ...draft.connections, Collab: { main: links } },
	};
}
