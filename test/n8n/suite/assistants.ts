import type { Client } from '@modelcontextprotocol/client';
import { createCredential } from '../../../dev/host/credentials';
import { answer, scriptedServer, type ScriptedServer } from '../../engine/harness/scriptedServer';
import { callList, connectAssistant, example, offerTools } from '../examples';
import { REVOKE, stage, store } from './stage';

interface Prompt {
	readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>;
	readonly tools?: ReadonlyArray<{ readonly function: { name: string; description: string } }>;
}

describe('answer-questions-in-chat.json', () => {
	const prompts: Prompt[] = [];
	let model: ScriptedServer;

	/**
	 * A chat model as OpenAI's interface has it, without the intelligence: it asks for one tool, and then
	 * answers with what the tool gave.
	 */
	beforeAll(async () => {
		const call = { name: 'List_Projects', arguments: JSON.stringify({ name_contains: 'Rocket' }) };
		model = await scriptedServer((response, { body }) => {
			if (body === '') return answer(response, 200, { data: [] });
			const prompt = JSON.parse(body) as Prompt;
			prompts.push(prompt);
			const last = prompt.messages.at(-1);
			const said =
				last?.role === 'tool'
					? { content: `The tool says: ${String(last.content)}` }
					: { content: null, tool_calls: [{ id: 'call-1', type: 'function', function: call }] };
			const message = { role: 'assistant', ...said };
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			const choices = [{ index: 0, message, finish_reason: 'stop' }];
			answer(response, 200, { id: 'c', object: 'chat.completion', model: 'm', choices, usage });
		});
	});
	afterAll(async () => await model.close());

	it('hands a question to the model with both tools, and what the tool gives to the answer', async () => {
		const { id } = store().create({ name: 'Rocket to Mars', end_date: '2030-01-01' });
		const data = { apiKey: 'none', url: model.baseUrl };
		const access = { name: 'Model', type: 'openAiApi', data };
		const openAiApi = await createCredential(stage.session, access);
		const draft = await example('answer-questions-in-chat.json', {
			Chat: (node) => ({ ...node, webhookId: 'chat', parameters: { public: true } }),
			'OpenAI Chat Model': (node) => ({ ...node, credentials: { openAiApi } }),
		});
		await stage.publish(draft);
		const question = { action: 'sendMessage', sessionId: 's', chatInput: 'When is it due?' };
		const reply = (await stage.ask('chat/chat', {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(question),
		})) as unknown as { readonly output: string };
		const [, result] = reply.output.split('The tool says: ');
		expect(JSON.parse(String(result))).toMatchObject([
			{ returned: 1, has_more: false, projects: [{ id, end_date: '2030-01-01' }] },
		]);
		const [first, second, ...others] = prompts;
		expect(others).toEqual([]);
		expect(second?.messages.at(-1)?.role).toBe('tool');
		const tools = first?.tools?.map((tool) => tool.function) ?? [];
		expect(tools.map(({ name }) => name).sort()).toEqual(['List_Projects', 'Summarize_Projects']);
		expect(tools.every(({ description }) => description.includes('Only reads'))).toBe(true);
		expect(first?.messages.map(({ role }) => role)).toEqual(['developer', 'user']);
		expect(String(first?.messages[0]?.content)).toContain(new Date().toISOString().slice(0, 10));
	});
});

const TEXTS = ['name_contains', 'overdue', 'owner_ids', 'updated_after'];

describe('offer-projects-over-mcp.json', () => {
	let assistant: Client;

	beforeAll(async () => {
		await offerTools(stage, 'projects');
		assistant = await connectAssistant(stage, 'projects');
	});
	afterAll(async () => await assistant?.close());

	it('shows two tools, described in words that a model needs, with arguments it may leave out', async () => {
		const { tools } = await assistant.listTools();
		const seen = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
		expect(Object.keys(seen).sort()).toEqual(['List_Projects', 'Summarize_Projects']);
		const list = seen['List_Projects'];
		expect(list?.description).toMatch(/has_more[^]*Only reads|Only reads[^]*has_more/);
		expect(list?.inputSchema.required ?? []).toEqual([]);
		expect(list?.inputSchema.properties).toMatchObject({
			limit: { type: 'number', default: 20 },
			status: { type: 'string', default: 'all' },
			...Object.fromEntries(TEXTS.map((name) => [name, { type: 'string', default: '' }])),
		});
	});

	it('turns arguments into limit, status and filters, and names one that cannot be used', async () => {
		const create = (name: string, status: string) => store().create({ name, status }).id;
		const wanted = [create('My website', 'archived'), create('WEB', 'archived')];
		create('Web', 'active');
		create('Intranet', 'archived');
		const given = { status: 'archived', name_contains: 'WEB', limit: 2 };
		const { text } = await callList(assistant, given);
		const [list] = JSON.parse(text) as Array<{ projects: Array<{ id: string }> }>;
		expect(list?.projects.map(({ id }) => id).sort()).toEqual(wanted.sort());
		const { isError, text: why } = await callList(assistant, { status: 'closed' });
		expect([isError, why]).toEqual([true, expect.stringContaining("'Status' cannot be used")]);
	});

	it('lets nobody in without the token', async () => {
		await expect(connectAssistant(stage, 'projects', 'another')).rejects.toThrow();
	});

	it('revokes nothing, even where somebody made a tool of it', async () => {
		await offerTools(stage, 'revoking', { authentication: 'oAuth2', ...REVOKE });
		const revoker = await connectAssistant(stage, 'revoking');
		stage.sandbox.clearRequests();
		const { isError, text } = await callList(revoker);
		await revoker.close();
		expect([isError, text]).toEqual([true, expect.stringContaining('Nothing was revoked')]);
		expect(stage.sandbox.requests).toEqual([]);
	});
});
