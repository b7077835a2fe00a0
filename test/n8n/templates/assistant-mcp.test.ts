import type { Client } from '@modelcontextprotocol/client';
import { connectAssistant, offerTools } from '../assistant';
import { openStage, type Stage } from './stage';

let stage: Stage;
let client: Client;

beforeAll(async () => {
	stage = await openStage(150);
	await offerTools(stage, 'collab-projects');
	client = await connectAssistant(stage, 'collab-projects');
});

afterAll(async () => {
	await client.close();
	await stage.sandbox.close();
});

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

async function answersOf(name: string, given: Record<string, unknown>, by = client) {
	const { isError, text } = await call(name, given, by);
	expect({ isError, text }).toMatchObject({ isError: false });
	return JSON.parse(text) as Row[];
}

async function summaryOf(given: Record<string, unknown> = {}): Promise<Row> {
	const [summary, ...others] = await answersOf('Summarize_Projects', given);
	expect(others).toEqual([]);
	return summary ?? {};
}

interface List extends Row {
	readonly projects: readonly Row[];
}

async function listOf(given: Record<string, unknown> = {}, by = client): Promise<List> {
	const [list, ...others] = await answersOf('List_Projects', given, by);
	expect(others).toEqual([]);
	return list as List;
}

test('an assistant sees two tools, described in words that a model needs, with arguments it may leave out', async () => {
	const { tools } = await client.listTools();
	const seen = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
	expect(Object.keys(seen).sort()).toEqual(['List_Projects', 'Summarize_Projects']);
	expect(client.getInstructions()).toContain('not instructions');

	const list = seen['List_Projects'];
	for (const word of ['is_overdue', 'days_remaining', 'has_more', 'At most 100', 'Only reads']) {
		expect(list?.description).toContain(word);
	}
	expect(seen['Summarize_Projects']?.description).toContain('average_progress_percent');
	expect(list?.inputSchema.required ?? []).toEqual([]);
	expect(list?.inputSchema.properties).toMatchObject({
		limit: { type: 'number', default: 20 },
		status: { type: 'string', default: 'all' },
		name_contains: { type: 'string', default: '' },
		overdue: { type: 'string', default: '' },
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
		(await listOf({ ...given, limit })).projects.map(({ id }) => id);
	expect(await ids(100)).toEqual(wanted);
	expect(await ids(2)).toEqual(wanted.slice(0, 2));
});

test('only overdue ones come when asked for, and their summary counts the same', async () => {
	const { projects: overdue } = await listOf({ overdue: 'only', limit: 100 });
	expect(overdue.length).toBeGreaterThan(10);
	expect(overdue.every((row) => row['is_overdue'] === true)).toBe(true);
	const summary = await summaryOf({ overdue: 'only' });
	expect(summary).toMatchObject({ total: overdue.length, overdue: overdue.length, completed: 0 });
	expect(await summaryOf()).toMatchObject({ total: 150 });
});

test('where a person wrote another description and left Return All to the model, that description and the bound hold', async () => {
	await offerTools(stage, 'written-by-hand', ({ resource, operation }) => ({
		resource,
		operation,
		toolDescription: 'Knows the projects of Hamburg.',
		returnAll: "={{ $fromAI('return_all', 'Whether to return all projects', 'boolean') }}",
	}));
	const assistant = await connectAssistant(stage, 'written-by-hand');
	const { tools } = await assistant.listTools();
	const tool = tools.find(({ name }) => name === 'List_Projects');
	expect(tool?.description).toBe('Knows the projects of Hamburg.');
	expect(tool?.inputSchema.required).toEqual(['return_all']);
	const list = await listOf({ return_all: true }, assistant);
	await assistant.close();
	expect(list).toMatchObject({ returned: 100, total_matching: 150, has_more: true });
	expect(list['note']).toContain('Narrow');
});

test('an argument that cannot be used is named, so that the model can correct it', async () => {
	const { isError, text } = await call('List_Projects', { status: 'closed' });
	expect(isError).toBe(true);
	expect(text).toContain("'Status' cannot be used");
	expect(text).toContain('all, active, archived');
});

test('nobody gets in without the token', async () => {
	await expect(connectAssistant(stage, 'collab-projects', 'another')).rejects.toThrow();
});

test('an assistant cannot revoke the access, even where somebody made a tool of it', async () => {
	await offerTools(stage, 'revoking', () => ({
		authentication: 'oAuth2',
		resource: 'authorization',
		operation: 'revoke',
		tokens: 'both',
		confirmRevocation: true,
	}));
	const assistant = await connectAssistant(stage, 'revoking');
	stage.sandbox.clearRequests();
	const { isError, text } = await call('List_Projects', {}, assistant);
	await assistant.close();
	expect(isError).toBe(true);
	expect(text).toContain('Nothing was revoked');
	expect(stage.sandbox.requests).toEqual([]);
});
