import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
	readonly role: string;
	readonly content: unknown;
}

export interface Prompt {
	readonly messages: readonly Message[];
	readonly tools?: ReadonlyArray<{ readonly function: { name: string; description: string } }>;
}

export interface ToolCall {
	readonly name: string;
	readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * A chat model as OpenAI's interface has it, without the intelligence: it asks for one tool, and then
 * answers with what the tool gave.
 */
export class Model {
	readonly prompts: Prompt[] = [];

	private readonly server = createServer(
		(request, response) => void this.answer(request, response),
	);

	private constructor(private readonly toolCall: ToolCall) {}

	static async start(toolCall: ToolCall): Promise<Model> {
		const model = new Model(toolCall);
		await new Promise<void>((ready) => model.server.listen(0, '127.0.0.1', ready));
		return model;
	}

	get url(): string {
		const { port } = this.server.address() as AddressInfo;
		return `http://127.0.0.1:${port}/v1`;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((closed) => this.server.close(closed));
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await textOf(request);
		response.setHeader('Content-Type', 'application/json');
		if (body === '') return void response.end(JSON.stringify({ data: [] }));
		const prompt = JSON.parse(body) as Prompt;
		this.prompts.push(prompt);
		const last = prompt.messages.at(-1);
		const message =
			last?.role === 'tool'
				? { role: 'assistant', content: `The tool says: ${String(last.content)}` }
				: { role: 'assistant', content: null, tool_calls: [this.call()] };
		const choices = [{ index: 0, message, finish_reason: 'stop' }];
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		response.end(
			JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices, usage }),
		);
	}

	private call() {
		const { name, arguments: given } = this.toolCall;
		return { id: 'call-1', type: 'function', function: { name, arguments: JSON.stringify(given) } };
	}
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}
