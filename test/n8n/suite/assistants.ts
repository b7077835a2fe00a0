import { createCredential } from '../../../dev/host/credentials';
import { answer, scriptedServer } from '../../engine/harness/scriptedServer';
import { callList, connectAssistant, example, offerTools } from '../examples';
import { dateIn, stage, store } from './stage';

interface Prompt {
	readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>;
	readonly tools?: ReadonlyArray<{ readonly function: { name: string; description: string } }>;
}

/**
 * A chat model as OpenAI's interface has it, without the intelligence: it asks for one tool, and then answers with what the
 * tool gave. Keeps the prompts.
 */
const modelFor = async (prompts: Prompt[]) =>
	await scriptedServer((response, { body }) => {
		if (body === '') return answer(response, 200, { data: [] });
		const prompt = JSON.parse(body) as Prompt;
		prompts.push(prompt);
		const last = prompt.messages.at(-1);
		const call = { name: 'List_Projects', arguments: JSON.stringify({ name_contains: 'Rocket' }) };
		const said =
			last?.role === 'tool'
				? { content: `The tool says: ${String(last.content)}` }
				: { content: null, tool_calls: [{ id: 'call-1', type: 'function', function: call }] };
		const message = { role: 'assistant', ...said };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const choices = [{ index: 0, message, finish_reason: 'stop' }];
		answer(response, 200, { id: 'c', object: 'chat.completion', model: 'm', choices, usage });
	});

it('answer-questions-in-chat.json hands a question to the model with both tools, and what the tool gives to the answer', async () => {
	const prompts: Prompt[] = [];
	const model = await modelFor(prompts);
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
	const { output } = await stage.ask<{ output: string }>('chat/chat', question);
	await model.close();
	const [, result] = output.split('The tool says: ');
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
	expect(String(first?.messages[0]?.content)).toContain(dateIn(0));
});

const TEXTS = ['name_contains', 'overdue', 'owner_ids', 'updated_after', 'updated_before'];

it('offer-projects-over-mcp.json offers two tools, whose arguments may be left out, to those who have the token', async () => {
	await offerTools(stage);
	await expect(connectAssistant(stage, 'another token')).rejects.toThrow();
	const assistant = await connectAssistant(stage);
	const { tools } = await assistant.listTools();
	expect(tools.map(({ name }) => name).sort()).toEqual(['List_Projects', 'Summarize_Projects']);
	const { inputSchema } = tools.find(({ name }) => name === 'List_Projects') ?? {};
	expect(inputSchema?.required ?? []).toEqual([]);
	expect(inputSchema?.properties).toMatchObject({
		limit: { type: 'number', default: 20 },
		due_within_days: { type: 'number', default: -1 },
		status: { type: 'string', default: 'all' },
		...Object.fromEntries(TEXTS.map((name) => [name, { type: 'string', default: '' }])),
	});

	const { id } = store().create({ name: 'Moonbase', status: 'archived' });
	const { text } = await callList(assistant, { status: 'archived', name_contains: 'MOON' });
	expect(JSON.parse(text)).toMatchObject([{ returned: 1, projects: [{ id }] }]);
	const { isError, text: why } = await callList(assistant, { status: 'closed' });
	expect(isError).toBe(true);
	expect(why).toContain("argument 'status' cannot be used");
	await assistant.close();
});
