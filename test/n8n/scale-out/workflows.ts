import { chain, EVERY_FIVE_SECONDS, node } from '../../../dev/host/draft';
import type { WorkflowDraft, WorkflowNode } from '../../../dev/host/template';

type Parameters = WorkflowNode['parameters'];

const set = (name: string, parameters: Parameters, more = {}) =>
	node(name, 'n8n-nodes-base.set', parameters, { typeVersion: 3.4, ...more });

const httpRequest = (name: string, parameters: Parameters) =>
	node(name, 'n8n-nodes-base.httpRequest', parameters, { typeVersion: 4.2 });

/** Passes items on, each with the name of the process that executed it. */
const stamp = set('Where', {
	includeOtherFields: true,
	assignments: {
		assignments: [{ id: 'worker', name: 'worker', type: 'string', value: '={{ $env.WORKER }}' }],
	},
});

/** Watches projects, and posts each change to the address. */
export function watchAndPost(address: string): WorkflowDraft {
	return chain('Watch and post', [
		node('Collab Trigger', 'n8n-nodes-collab.collabTrigger', {
			authentication: 'apiKey',
			events: ['created', 'updated'],
			pollTimes: EVERY_FIVE_SECONDS,
		}),
		stamp,
		httpRequest('Post', {
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
	const counted = [
		value('projects', `${all}.length`),
		value('different', `new Set(${all}.map((item) => item.json.id)).size`),
		value('worker', '$env.WORKER'),
	];
	return chain('Count on request', [
		node(
			'Webhook',
			'n8n-nodes-base.webhook',
			{ path, responseMode: 'lastNode' },
			{ typeVersion: 2 },
		),
		httpRequest('Start line', { url: startLine }),
		node('Collab', 'n8n-nodes-collab.collab', { authentication: 'oAuth2', returnAll: true }),
		set('Count', { assignments: { assignments: counted } }, { executeOnce: true }),
	]);
}
