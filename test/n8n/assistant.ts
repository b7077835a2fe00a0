import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createCredential } from '../../dev/host/credentials';
import type { Session } from '../../dev/host/session';
import { bindCredentials, type CredentialChoice } from '../../dev/host/template';
import { createWorkflow, publishWorkflow } from '../../dev/host/workflows';
import { example } from './importing';
import type { Row } from './stage';

const TOKEN = 'a-long-random-token';

/** Publishes the template that offers Collab's tools over MCP. The editor gives every node with an address a webhook ID. */
export async function offerTools(
	{ session, credentials }: { readonly session: Session; readonly credentials: CredentialChoice },
	path: string,
	listParameters?: Row,
): Promise<void> {
	const bearer = await createCredential(session, {
		name: 'Assistants',
		type: 'httpBearerAuth',
		data: { token: TOKEN },
	});
	const draft = await example('offer-projects-over-mcp.json', {
		'MCP Server': (node) => ({
			...node,
			webhookId: path,
			parameters: { ...node.parameters, path },
			credentials: { httpBearerAuth: bearer },
		}),
		'List Projects': (node) => ({ ...node, parameters: listParameters ?? node.parameters }),
	});
	await publishWorkflow(
		session,
		await createWorkflow(session, bindCredentials(draft, credentials)),
	);
}

/** An assistant that may use the tools offered at the path. */
export async function connectAssistant(
	{ url }: Session,
	path: string,
	token = TOKEN,
): Promise<Client> {
	const client = new Client({ name: 'assistant', version: '1.0.0' });
	const requestInit = { headers: { Authorization: `Bearer ${token}` } };
	const address = new URL(`/mcp/${path}`, url);
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
	return client;
}

/** What the assistant gets from the tool List Projects. */
export async function callList(assistant: Client, given: Row = {}) {
	const call = { name: 'List_Projects', arguments: given };
	const { content, isError } = await assistant.callTool(call);
	const [part] = content;
	return { isError: isError === true, text: part?.type === 'text' ? part.text : '' };
}
