import { answer, scriptedServer } from '../../engine/harness/scriptedServer';

interface Message {
	readonly role: string;
	readonly content: unknown;
}

interface Prompt {
	readonly messages: readonly Message[];
	readonly tools?: ReadonlyArray<{ readonly function: { name: string; description: string } }>;
}

/**
 * A chat model as OpenAI's interface has it, without the intelligence: it asks for one tool, and then
 * answers with what the tool gave.
 */
export async function startModel(tool: string, given: object) {
	const prompts: Prompt[] = [];
	const call = { name: tool, arguments: JSON.stringify(given) };
	const server = await scriptedServer((response, { body }) => {
		if (body === '') return answer(response, 200, { data: [] });
		const prompt = JSON.parse(body) as Prompt;
		prompts.push(prompt);
		const last = prompt.messages.at(-1);
		const message =
			last?.role === 'tool'
				? { content: `The tool says: ${String(last.content)}` }
				: { content: null, tool_calls: [{ id: 'call-1', type: 'function', function: call }] };
		answer(response, 200, {
			id: 'c',
			object: 'chat.completion',
			model: 'm',
			choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		});
	});
	return { url: server.baseUrl, prompts, close: async () => await server.close() };
}
