import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
	readonly method: string;
	readonly path: string;
	readonly query: Record<string, string>;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

/** Answers one request, or does to its socket whatever a service can do; `attempt` counts from 1. */
export type Script = (response: ServerResponse, request: SeenRequest, attempt: number) => void;

export interface ScriptedServer {
	readonly url: string;
	readonly baseUrl: string;
	readonly requests: SeenRequest[];
	/** Fulfilled as soon as that many requests have arrived. */
	arrived(count: number): Promise<void>;
	close(): Promise<void>;
}

/** A service that misbehaves on purpose, over real sockets. */
export async function scriptedServer(script: Script): Promise<ScriptedServer> {
	const requests: SeenRequest[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const seen = toSeen(request, Buffer.concat(chunks).toString());
			requests.push(seen);
			server.emit('seen');
			script(response, seen, requests.length);
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		baseUrl: `${url}/v1`,
		requests,
		async arrived(count) {
			while (requests.length < count) await once(server, 'seen');
		},
		async close() {
			server.closeAllConnections();
			if (server.listening) await once(server.close(), 'close');
		},
	};
}

/** Starts servers for the tests of one file, and closes them after each test. */
export function scriptedServers(): (script: Script) => Promise<ScriptedServer> {
	const running: ScriptedServer[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (server) => await server.close()));
	});
	return async (script) => {
		const server = await scriptedServer(script);
		running.push(server);
		return server;
	};
}

function toSeen({ method = '', url = '/', headers }: IncomingMessage, body: string): SeenRequest {
	const { pathname, searchParams } = new URL(url, 'http://scripted');
	return { method, path: pathname, query: Object.fromEntries(searchParams), headers, body };
}

export function answer(
	response: ServerResponse,
	status: number,
	body: unknown = {},
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The window that the request asks for, of these projects. */
export function pageOf(projects: readonly unknown[], { query }: Pick<SeenRequest, 'query'>) {
	const [page, perPage] = [Number(query['page']), Number(query['per_page'])];
	return {
		data: projects.slice((page - 1) * perPage, page * perPage),
		pagination: {
			page,
			per_page: perPage,
			total_items: projects.length,
			total_pages: Math.ceil(projects.length / perPage),
			has_next: page * perPage < projects.length,
			has_prev: page > 1,
		},
	};
}

/** All of them on one page that they do not fill, whatever is asked for. */
export const listOf = (projects: readonly unknown[]) =>
	pageOf(projects, { query: { page: '1', per_page: `${Math.max(projects.length + 1, 100)}` } });
