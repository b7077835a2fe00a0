import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createCredential, type Credential } from '../../../dev/host/credentials';
import { createWorkflow, publishWorkflow } from '../../../dev/host/workflows';
import type { Stage } from './stage';

const TOKEN = 'the-assistant';

/** Offers Collab as a tool to assistants, and calls it as one; gives all that the assistant sees. */
export async function callTool(
	{ session }: Stage,
	credential: Credential,
	path: string,
): Promise<string> {
	const bearer = await createCredential(session, {
		name: 'Assistant',
		type: 'httpBearerAuth',
		data: { token: TOKEN },
	});
	const common = { typeVersion: 1, position: [0, 0] };
	const server = {
		...common,
		id: '1',
		name: 'MCP Server',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		webhookId: path,
		parameters: { authentication: 'bearerAuth', path },
		credentials: { httpBearerAuth: { id: bearer.id, name: bearer.name } },
	};
	const tool = {
		...common,
		id: '2',
		name: 'Projects',
		type: 'n8n-nodes-collab.collabTool',
		parameters: { authentication: 'apiKey', options: { maxRetryWait: 0 } },
		credentials: { [credential.type]: { id: credential.id, name: credential.name } },
	};
	const connections = {
		Projects: { ai_tool: [[{ node: 'MCP Server', type: 'ai_tool', index: 0 }]] },
	};
	const draft = { name: 'For an assistant', nodes: [server, tool], connections, settings: {} };
	await publishWorkflow(session, await createWorkflow(session, draft));
	const client = new Client({ name: 'assistant', version: '1.0.0' });
	const requestInit = { headers: { Authorization: `Bearer ${TOKEN}` } };
	const address = new URL(`/mcp/${path}`, session.url);
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
	try {
		return JSON.stringify(await client.callTool({ name: 'Projects', arguments: {} }));
	} finally {
		await client.close();
	}
}
