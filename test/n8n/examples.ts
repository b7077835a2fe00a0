/** The workflows of examples/, changed for tests. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { readExample } from '../../dev/demo/examples';
import { createCredential } from '../../dev/host/credentials';
import type { WorkflowDraft, WorkflowNode } from '../../dev/host/template';
import { bindCredentials, chain, node, OFTEN, START } from '../../dev/host/template';
import { type Row, rowsOf, type Stage } from './stage';

export type Change = (node: WorkflowNode) => WorkflowNode;

/**
 * A workflow of examples/ with the changes named, and polling often.
 *
 * @param lookBack in minutes: a removal is reported once it is over
 */
export async function example(
	file: string,
	changes: Readonly<Record<string, Change>> = {},
	lookBack = 0,
): Promise<WorkflowDraft> {
	const template = await readExample(file);
	const names = template.nodes.map(({ name }) => name);
	const missing = Object.keys(changes).filter((name) => !names.includes(name));
	if (missing.length > 0) throw new Error(`The template has no nodes ${missing.join()}`);
	const often = { pollTimes: OFTEN, options: { lookBack } };
	const change: Change = (node) => changes[node.name]?.(node) ?? node;
	const pollOften: Change = (node) =>
		node.name === 'Collab Trigger'
			? { ...node, parameters: { ...node.parameters, ...often } }
			: node;
	return { ...template, nodes: template.nodes.map((node) => pollOften(change(node))) };
}

/** The rows of the data table that a template keeps in sync, as another workflow of the same person reads them: without removed projects. */
export async function syncedRows(stage: Stage): Promise<Row[]> {
	const dataTableId = { __rl: true, mode: 'name', value: 'collab_projects' };
	const condition = { keyName: 'last_event', condition: 'neq', keyValue: 'removed' };
	const filters = { conditions: [condition] };
	const all = { resource: 'row', operation: 'get', dataTableId, filters, returnAll: true };
	const reader = node('Rows', 'n8n-nodes-base.dataTable', all, { typeVersion: 1.1 });
	return rowsOf(await stage.run(chain('Read the table', [START, reader])), 'Rows');
}

const TOKEN = 'a-long-random-token';
const PATH = 'projects';

/** Publishes the template that offers Collab's tools over MCP. The editor gives every node with an address a webhook ID. */
export async function offerTools(stage: Stage, credentials = stage.credentials): Promise<void> {
	const bearer = { name: 'Assistants', type: 'httpBearerAuth', data: { token: TOKEN } };
	const httpBearerAuth = await createCredential(stage.session, bearer);
	const draft = await example('offer-projects-over-mcp.json', {
		'MCP Server': ({ parameters, ...node }) => {
			const here = { webhookId: PATH, parameters: { ...parameters, path: PATH } };
			return { ...node, ...here, credentials: { httpBearerAuth } };
		},
	});
	await stage.publish(bindCredentials(draft, credentials));
}

/** Connects an assistant that may use these tools. */
export async function connectAssistant({ session }: Stage, token = TOKEN) {
	const client = new Client({ name: 'assistant', version: '1.0.0' });
	const requestInit = { headers: { Authorization: `Bearer ${token}` } };
	const address = new URL(`/mcp/${PATH}`, session.url);
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
	return client;
}

/** Gives what the assistant gets from the tool List Projects. */
export async function callList(assistant: Client, given: Row = {}) {
	const call = { name: 'List_Projects', arguments: given };
	const { content, isError } = await assistant.callTool(call);
	const [part] = content;
	return { isError: isError === true, text: part?.type === 'text' ? part.text : '' };
}
