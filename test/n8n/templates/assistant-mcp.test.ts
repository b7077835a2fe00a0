import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createCredential, type Credential } from '../../../dev/host/credentials';
import type { WorkflowNode } from '../../../dev/host/template';
import { publishWorkflow } from '../../../dev/host/workflows';
import { openStage, type Stage } from './stage';
import { importTemplate } from './template';

const TOKEN = 'a-long-random-token';

let stage: Stage;
let bearer: Credential;
let client: Client;

beforeAll(async () => {
	stage = await openStage(150);
	bearer = await createCredential(stage.session, {
		name: 'Assistants',
		type: 'httpBearerAuth',
		data: { token: TOKEN },
	});
	await publish('collab-projects');
	client = await connect('collab-projects');
});

afterAll(async () => {
	await client.close();
	await stage.sandbox.close();
});

/** The editor gives every node with an address a webhook ID when it imports a workflow. */
async function publish(
	path: string,
	changeOfList = (parameters: WorkflowNode['parameters']) => parameters,
): Promise<void> {
	const workflow = await importTemplate(stage, 'ai-assistant-mcp-server.json', {
		'MCP Server': (node) => ({
			...node,
			webhookId: path,
			parameters: { ...node.parameters, path },
			credentials: { httpBearerAuth: { id: bearer.id, name: bearer.name } },
		}),
		'List Projects': (node) => ({ ...node, parameters: changeOfList(node.parameters) }),
	});
	await publishWorkflow(stage.session, workflow);
}

async function connect(path: string, token = TOKEN): Promise<Client> {
	const connected = new Client({ name: 'assistant', version: '1.0.0' });
	const requestInit = { headers: { Authorization: `Bearer ${token}` } };
	const address = new URL(`/mcp/${path}`, stage.session.url);
	await connected.connect(new StreamableHTTPClientTransport(address, { requestInit }));
	return connected;
}

async function call(
	name: string,
	given: Record<string, unknown> = {},
	by = client,
): Promise<{ isError: boolean; text: string }> {
	const { content, isError } = await by.callTool({ name, arguments: given });
	const [part] = content;
	return { isError: isError === true, text: part?.type === 'text' ? part.text : '' };
}

type Row = Readonly<Record<string, unknown>>;

async function rowsFrom(name: string, given: Record<string, unknown> = {}): Promise<Row[]> {
	const { isError, text } = await call(name, given);
	expect({ isError, text }).toMatchObject({ isError: false });
	return JSON.parse(text) as Row[];
}

test('an assistant sees two tools, told in words that a model needs, with arguments it may leave out', async () => {
	const { tools } = await client.listTools();
	const seen = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
	expect(Object.keys(seen).sort()).toEqual(['List_Projects', 'Summarize_Projects']);
	expect(client.getInstructions()).toContain('not instructions');

	const list = seen['List_Projects'];
	for (const word of ['is_overdue', 'days_remaining', 'at most 100', 'Only reads']) {
		expect(list?.description).toContain(word);
	}
	expect(list?.inputSchema.required ?? []).toEqual([]);
	expect(list?.inputSchema.properties).toMatchObject({
		limit: { type: 'number', default: 20 },
		status: { type: 'string', default: 'all' },
		name_contains: { type: 'string', default: '' },
		only_overdue: { type: 'boolean', default: false },
		owner_ids: { type: 'string', default: '' },
		updated_after: { type: 'string', default: '' },
	});
});

test('its arguments become limit, status and filters', async () => {
	const wanted = stage.sandbox.projects
		.all()
		.filter(({ status, name }) => status === 'archived' && name.toLowerCase().includes('web'))
		.sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
		.map(({ id }) => id);
	expect(wanted.length).toBeGreaterThan(2);
	const given = { status: 'archived', name_contains: 'WEB' };
	const ids = async (limit: number) =>
		(await rowsFrom('List_Projects', { ...given, limit })).map(({ id }) => id);
	expect(await ids(100)).toEqual(wanted);
	expect(await ids(2)).toEqual(wanted.slice(0, 2));
});

test('only overdue ones come when asked for, and their summary counts the same', async () => {
	const overdue = await rowsFrom('List_Projects', { only_overdue: true, limit: 100 });
	expect(overdue.length).toBeGreaterThan(10);
	expect(overdue.every((row) => row['is_overdue'] === true)).toBe(true);
	const [summary] = await rowsFrom('Summarize_Projects', { only_overdue: true });
	expect(summary).toMatchObject({ total: overdue.length, overdue: overdue.length, completed: 0 });
	expect(await rowsFrom('Summarize_Projects')).toMatchObject([{ total: 150 }]);
});

test('without arguments the twenty latest come, and never more than a hundred', async () => {
	expect(await rowsFrom('List_Projects')).toHaveLength(20);
	expect(await rowsFrom('List_Projects', { limit: 100_000 })).toHaveLength(100);
});

test('an argument that cannot be used is named, so that the model can correct it', async () => {
	const { isError, text } = await call('List_Projects', { status: 'closed' });
	expect(isError).toBe(true);
	expect(text).toContain("'Status' cannot be used");
	expect(text).toContain('all, active, archived');
});

test('nobody gets in without the token', async () => {
	await expect(connect('collab-projects', 'another')).rejects.toThrow();
});

test('an assistant cannot revoke the access, even where somebody made a tool of it', async () => {
	await publish('revoking', ({ authentication }) => ({
		authentication,
		resource: 'authorization',
		operation: 'revoke',
		tokens: 'both',
		confirmRevocation: true,
	}));
	const assistant = await connect('revoking');
	stage.sandbox.clearRequests();
	const { isError, text } = await call('List_Projects', {}, assistant);
	await assistant.close();
	expect(isError).toBe(true);
	expect(text).toContain('Nothing was revoked');
	expect(stage.sandbox.requests).toEqual([]);
});
