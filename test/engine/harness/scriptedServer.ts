import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer as listAnswer } from '../../../dev/sandbox/listing';
import { text } from 'node:stream/consumers';

export interface SeenRequest {
	readonly method: string;
	readonly path: string;
	readonly query: Record<string, string>;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

/** Answers one request, or does to its socket whatever a service can do; `attempt` counts from 1. */
export type Script = (response: ServerResponse, request: SeenRequest, attempt: number) => void;

export type ScriptedServer = Awaited<ReturnType<typeof scriptedServer>>;

/** A service that misbehaves on purpose, over real sockets. */
export async function scriptedServer(script: Script) {
	const requests: SeenRequest[] = [];
	const server = createServer((request, response) => {
		const { method = '', url = '/', headers } = request;
		const { pathname: path, searchParams } = new URL(url, 'http://scripted');
		const query = Object.fromEntries(searchParams);
		void text(request).then((body) => {
			const seen = { method, path, query, headers, body };
			requests.push(seen);
			server.emit('seen');
			script(response, seen, requests.length);
		});
	});
	let connections = 0;
	server.on('connection', () => connections++);
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		baseUrl: `${url}/v1`,
		requests,
		/** How many were opened, also those without a request that could be understood. */
		connections: () => connections,
		/** Fulfilled as soon as that many requests have arrived. */
		async arrived(count: number) {
			while (requests.length < count) await once(server, 'seen');
		},
		async close() {
			server.closeAllConnections();
			if (server.listening) await once(server.close(), 'close');
		},
	};
}

const running: ScriptedServer[] = [];
afterEach(async () => {
	await Promise.all(running.splice(0).map(async (server) => await server.close()));
});

/** Starts a server that is closed after the test. */
export async function serve(script: Script): Promise<ScriptedServer> {
	const server = await scriptedServer(script);
	running.push(server);
	return server;
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

export const always =
	(status: number, body: unknown = {}, headers: Record<string, string> = {}): Script =>
	(response) =>
		answer(response, status, body, headers);

/** As fast as the other side reads. Gives how many bytes were sent until that one closed the connection. */
export async function endless(response: ServerResponse, status = 200) {
	const { socket } = response;
	response.writeHead(status, { 'Content-Type': 'application/json' });
	const chunk = Buffer.alloc(64 * 1024, ' ');
	const write = () => {
		while (!response.destroyed && response.write(chunk));
	};
	response.on('drain', write);
	write();
	await once(response, 'close');
	return socket?.bytesWritten;
}

/** All of them on one page that they do not fill, whatever is asked for. */
export const listOf = (projects: readonly unknown[]) =>
	listAnswer(projects.length, projects, { page: 1, perPage: 100 });

/** The page that the request asks for. */
export function pageFor(projects: readonly unknown[], { query }: Pick<SeenRequest, 'query'>) {
	const [page, perPage] = [Number(query['page']), Number(query['per_page'])];
	const rows = projects.slice((page - 1) * perPage, page * perPage);
	return listAnswer(projects.length, rows, { page, perPage });
}
