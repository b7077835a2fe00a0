import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A chat that takes messages at an address of its own, as chats with incoming webhooks do. */
export class Chat {
	/** The bodies that were posted, oldest first. */
	readonly messages: unknown[] = [];

	private readonly server = createServer((request, response) => {
		void json(request).then((message) => {
			this.messages.push(message);
			response.end('ok');
		});
	});

	private constructor() {}

	static async start(): Promise<Chat> {
		const chat = new Chat();
		await new Promise<void>((ready) => chat.server.listen(0, '127.0.0.1', ready));
		return chat;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((closed) => this.server.close(closed));
	}
}
