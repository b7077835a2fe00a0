import { randomUUID } from 'node:crypto';
import { EVERY_FIVE_SECONDS } from '../../../dev/host/pollTimes';
import type { WorkflowDraft, WorkflowNode } from '../../../dev/host/template';

type Parameters = WorkflowNode['parameters'];

const node = (name: string, type: string, typeVersion: number, parameters: Parameters) => ({
	id: randomUUID(),
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters,
});

/** Passes items on, each with the name of the process that executed it. */
const stamp = node('Where', 'n8n-nodes-base.set', 3.4, {
	includeOtherFields: true,
	assignments: {
		assignments: [{ id: 'worker', name: 'worker', type: 'string', value: '={{ $env.WORKER }}' }],
	},
});

function chainOf(name: string, nodes: WorkflowNode[]): WorkflowDraft {
	const links = nodes.slice(1).map(({ name: to }, index): [string, unknown] => {
		const from = nodes[index]?.name ?? '';
		return [from, { main: [[{ node: to, type: 'main', index: 0 }]] }];
	});
	return { name, nodes, connections: Object.fromEntries(links), settings: {} };
}

/** Watches projects, and posts each change to the address. */
export function watchAndPost(address: string): WorkflowDraft {
	return chainOf('Watch and post', [
		node('Collab Trigger', 'n8n-nodes-collab.collabTrigger', 1, {
			authentication: 'apiKey',
			events: ['created', 'updated'],
			pollTimes: EVERY_FIVE_SECONDS,
		}),
		stamp,
		node('Post', 'n8n-nodes-base.httpRequest', 4.2, {
			method: 'POST',
			url: address,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify($json) }}',
		}),
	]);
}

/** Asks the address, reads all projects after its answer, and returns how many there are and who counted. */
export function countOnRequest(path: string, startLine: string): WorkflowDraft {
	const all = "$('Collab').all()";
	const value = (name: string, expression: string) => ({
		id: name,
		name,
		type: 'string',
		value: `={{ ${expression} }}`,
	});
	return chainOf('Count on request', [
		node('Webhook', 'n8n-nodes-base.webhook', 2, { path, responseMode: 'lastNode' }),
		node('Start line', 'n8n-nodes-base.httpRequest', 4.2, { url: startLine }),
		node('Collab', 'n8n-nodes-collab.collab', 1, { authentication: 'oAuth2', returnAll: true }),
		{
			...node('Count', 'n8n-nodes-base.set', 3.4, {
				assignments: {
					assignments: [
						value('projects', `${all}.length`),
						value('different', `new Set(${all}.map((item) => item.json.id)).size`),
						value('worker', '$env.WORKER'),
					],
				},
			}),
			executeOnce: true,
		},
	]);
}
