/** The workflows that are compared: the same but for how they read the list. */
import type { Credential } from '../host/credentials';
import { chain, collab, node, type WorkflowDraft, type WorkflowNode } from '../host/template';

/** The nodes that read the list, in the workflow's order. */
export type Strategy = (
	credential: Credential,
	baseUrl: string,
	projects: number,
) => readonly WorkflowNode[];

const COLLAB: Strategy = (credential) => [
	collab(credential, { resource: 'project', operation: 'list', returnAll: true, output: 'raw' }),
];

function httpRequest(credential: Credential, baseUrl: string, page: object[], options: object) {
	const parameters = {
		url: `${baseUrl}/projects`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'collabApi',
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'per_page', value: '100' }, ...page] },
		options,
	};
	const more = { typeVersion: 4.5, credentials: { collabApi: credential } };
	return [
		node('HTTP Request', 'n8n-nodes-base.httpRequest', parameters, more),
		node('Split Out', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'data', options: {} }),
	];
}

const PAGE_BY_PAGE = {
	paginationMode: 'updateAParameterInEachRequest',
	parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
	paginationCompleteWhen: 'other',
	completeExpression: '={{ !$response.body.pagination.has_next }}',
	requestInterval: 0,
};

/** People build this without the package: n8n's own pagination, with large pages and no pause. */
const HTTP_REQUEST: Strategy = (credential, baseUrl) =>
	httpRequest(credential, baseUrl, [], { pagination: { pagination: PAGE_BY_PAGE } });

/** Knows how many pages there are, asks for 16 at once and checks nothing: what a list that must be right is measured by. */
const AT_ONCE: Strategy = (credential, baseUrl, projects) => {
	const jsCode = `return Array.from({ length: ${Math.ceil(projects / 100)} }, (_, at) => ({ page: at + 1 }))`;
	const options = { batching: { batch: { batchSize: 16, batchInterval: 0 } } };
	const page = { name: 'page', value: '={{ $json.page }}' };
	const pages = node('Pages', 'n8n-nodes-base.code', { jsCode }, { typeVersion: 2 });
	return [pages, ...httpRequest(credential, baseUrl, [page], options)];
};

export const STRATEGIES = { Collab: COLLAB, Alternative: HTTP_REQUEST, '16 at once': AT_ONCE };

const COUNTED = ['count', 'countUnique'].map((aggregation) => ({ aggregation, field: 'id' }));

/** A request to the path starts it; the answer counts the projects that were read, and the different ones. */
export function draft(path: string, reading: readonly WorkflowNode[]): WorkflowDraft {
	const answering = { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
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
