import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createCredential } from '../../dev/host/credentials';
import type { WorkflowNode } from '../../dev/host/template';
import { publishWorkflow } from '../../dev/host/workflows';
import { importTemplate, type Importing } from './templates/template';

const TOKEN = 'a-long-random-token';

/** Publishes the template that offers Collab's tools over MCP. The editor gives every node with an address a webhook ID. */
export async function offerTools(
	into: Importing,
	path: string,
	changeOfList = (parameters: WorkflowNode['parameters']) => parameters,
): Promise<void> {
	const data = { token: TOKEN };
	const draft = { name: 'Assistants', type: 'httpBearerAuth', data };
	const bearer = await createCredential(into.session, draft);
	const workflow = await importTemplate(into, 'offer-projects-over-mcp.json', {
		'MCP Server': (node) => ({
			...node,
			webhookId: path,
			parameters: { ...node.parameters, path },
			credentials: { httpBearerAuth: bearer },
		}),
		'List Projects': (node) => ({ ...node, parameters: changeOfList(node.parameters) }),
	});
	await publishWorkflow(into.session, workflow);
}

/** An assistant that may use the tools offered at the path. */
export async function connectAssistant(
	{ session }: Importing,
	path: string,
	token = TOKEN,
): Promise<Client> {
	const client = new Client({ name: 'assistant', version: '1.0.0' });
	const requestInit = { headers: { Authorization: `Bearer ${token}` } };
	const address = new URL(`/mcp/${path}`, session.url);
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
	return client;
}
