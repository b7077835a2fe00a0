/** The two workflows that are compared: the same but for how they read the list. */
import type { Credential } from '../host/credentials';
import type { WorkflowDraft, WorkflowNode } from '../host/template';

interface Situation {
	/** Of the webhook that starts the workflow. */
	readonly path: string;
	readonly credential: Credential;
	readonly baseUrl: string;
}

export interface Strategy {
	readonly name: string;
	/** The nodes that read the list, in the workflow's order. */
	readonly read: (situation: Situation) => readonly WorkflowNode[];
}

export const COLLAB: Strategy = {
	name: 'Collab',
	read: ({ credential }) => [
		{
			name: 'List Projects',
			type: 'n8n-nodes-collab.collab',
			typeVersion: 1,
			position: [200, 0],
			parameters: {
				authentication: 'apiKey',
				resource: 'project',
				operation: 'list',
				returnAll: true,
				output: 'raw',
			},
			credentials: { collabApi: credential },
		},
	],
};

/** What people build without the package: n8n's own pagination, with large pages and no pause. */
export const HTTP_REQUEST: Strategy = {
	name: 'HTTP Request + Split Out',
	read: ({ credential, baseUrl }) => [
		{
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.5,
			position: [200, 0],
			parameters: {
				url: `${baseUrl}/projects`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'collabApi',
				sendQuery: true,
				queryParameters: { parameters: [{ name: 'per_page', value: '100' }] },
				options: { pagination: { pagination: PAGE_BY_PAGE } },
			},
			credentials: { collabApi: credential },
		},
		{
			name: 'Split Out',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			position: [400, 0],
			parameters: { fieldToSplitOut: 'data', options: {} },
		},
	],
};

const PAGE_BY_PAGE = {
	paginationMode: 'updateAParameterInEachRequest',
	parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
	paginationCompleteWhen: 'other',
	completeExpression: '={{ !$response.body.pagination.has_next }}',
	requestInterval: 0,
};

const COUNT: WorkflowNode = {
	name: 'Count',
	type: 'n8n-nodes-base.summarize',
	typeVersion: 1.1,
	position: [600, 0],
	parameters: {
		fieldsToSummarize: {
			values: [
				{ aggregation: 'count', field: 'id' },
				{ aggregation: 'countUnique', field: 'id' },
			],
		},
		options: { outputFormat: 'singleItem' },
	},
};

/** Started by a request, answered with how many projects were read, and how many different ones. */
export function draft({ name, read }: Strategy, situation: Situation): WorkflowDraft {
	const nodes = [webhook(situation.path), ...read(situation), COUNT];
	const connections: Record<string, unknown> = {};
	nodes.reduce((before, node) => {
		connections[before.name] = { main: [[{ node: node.name, type: 'main', index: 0 }]] };
		return node;
	});
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

function webhook(path: string): WorkflowNode {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: path,
		parameters: { path, responseMode: 'lastNode', options: {} },
	};
}
