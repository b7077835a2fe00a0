import type { Credential } from './credentials';
import type { WorkflowDraft, WorkflowNode } from './template';

/** A node that nobody looks at: where it stands means nothing. `more` wins. */
export function node(
	name: string,
	type: string,
	parameters: WorkflowNode['parameters'] = {},
	more: Readonly<Record<string, unknown>> = {},
): WorkflowNode {
	const place = { id: name, webhookId: name, position: [0, 0] };
	return { ...place, name, type, typeVersion: 1, parameters, ...more };
}

/** Collab with this credential, which says how it authenticates. */
export function collab(
	credential: Credential,
	parameters: WorkflowNode['parameters'] = {},
	type = 'n8n-nodes-collab.collab',
): WorkflowNode {
	const authentication = credential.type === 'collabApi' ? 'apiKey' : 'oAuth2';
	const credentials = { [credential.type]: credential };
	return node('Collab', type, { authentication, ...parameters }, { credentials });
}

export const START = node('Start', 'n8n-nodes-base.manualTrigger');

/** Each node passes its items on to the next. */
export function chain(name: string, nodes: readonly WorkflowNode[]): WorkflowDraft {
	const links = nodes.slice(1).map((next, index): [string, unknown] => {
		const from = nodes[index]?.name ?? '';
		return [from, { main: [[{ node: next.name, type: 'main', index: 0 }]] }];
	});
	const connections = Object.fromEntries(links);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Every two seconds: n8n refuses less than a minute for one poll time, yet takes several times in a minute. */
export const OFTEN = {
	item: Array.from({ length: 30 }, (_, step) => ({
		mode: 'custom',
		cronExpression: `${2 * step} * * * * *`,
	})),
};
