/** The two workflows that are compared: the same but for how they read the list. */
import type { Credential } from '../host/credentials';
import { chain, collab, node, type WorkflowDraft, type WorkflowNode } from '../host/template';

export const PATH = 'run';

/** The nodes that read the list, in the workflow's order. */
export type Strategy = (credential: Credential, baseUrl: string) => readonly WorkflowNode[];

export const COLLAB: Strategy = (credential) => [
	collab(credential, { resource: 'project', operation: 'list', returnAll: true, output: 'raw' }),
];

/** People build this without the package: n8n's own pagination, with large pages and no pause. */
export const HTTP_REQUEST: Strategy = (credential, baseUrl) => {
	const parameters = {
		url: `${baseUrl}/projects`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'collabApi',
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'per_page', value: '100' }] },
		options: { pagination: { pagination: PAGE_BY_PAGE } },
	};
	const more = { typeVersion: 4.5, credentials: { collabApi: credential } };
	return [
		node('HTTP Request', 'n8n-nodes-base.httpRequest', parameters, more),
		node('Split Out', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'data', options: {} }),
	];
};

const PAGE_BY_PAGE = {
	paginationMode: 'updateAParameterInEachRequest',
	parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
	paginationCompleteWhen: 'other',
	completeExpression: '={{ !$response.body.pagination.has_next }}',
	requestInterval: 0,
};

const COUNTED = ['count', 'countUnique'].map((aggregation) => ({ aggregation, field: 'id' }));

/** A request starts it; the answer counts the projects that were read, and the different ones. */
export function draft(reading: readonly WorkflowNode[]): WorkflowDraft {
	const answering = { path: PATH, responseMode: 'lastNode', options: {} };
	const counting = {
		fieldsToSummarize: { values: COUNTED },
		options: { outputFormat: 'singleItem' },
	};
	return chain('Benchmark', [
		node('Webhook', 'n8n-nodes-base.webhook', answering, { typeVersion: 2 }),
		...reading,
		node('Count', 'n8n-nodes-base.summarize', counting, { typeVersion: 1.1 }),
	]);
}
