/** Answers of a service that repeats every secret it knows, wherever an answer has room for it. */
import { answer, type Script, type SeenRequest } from '../../engine/harness/scriptedServer';
import { gzipBomb } from './largeAnswers';
import { SECRETS } from './attacked';

/** All that the service knows of the caller. */
const echo = ({ headers, body }: SeenRequest) =>
	`${String(headers['x-api-key'])} ${String(headers.authorization)} ${body} ${Object.values(SECRETS).join(' ')}`;

export const echoing =
	(status: number, headers: Record<string, string> = {}): Script =>
	(response, request) =>
		answer(response, status, { error: echo(request), error_description: echo(request) }, headers);

const text =
	(status: number, body: (words: string) => string): Script =>
	(response, request) =>
		response.writeHead(status, { 'Content-Type': 'text/html' }).end(body(echo(request)));

/** Bytes that are no HTTP, or only nearly. */
const raw =
	(bytes: (words: string) => string): Script =>
	(response, request) =>
		response.socket?.end(bytes(echo(request)));

const page = (words: string) => `<html>${words}</html>`;

const project = (words: string) =>
	JSON.stringify({ data: [{ [words]: words }], pagination: { page: words } });

const breakingOff: Script = (response, request) => {
	response.writeHead(200, { 'Content-Length': '100000' });
	response.write(echo(request), () => response.socket?.destroy());
};

const { apiKey, access } = SECRETS;

export const ANSWERS: Readonly<Record<string, Script>> = {
	...Object.fromEntries(
		[400, 401, 403, 404, 409, 500].map((status) => [`status ${status}`, echoing(status)]),
	),
	'429 for an hour': echoing(429, { 'Retry-After': '3600', 'X-Echo': apiKey }),
	'429 with a Retry-After of words': echoing(429, { 'Retry-After': apiKey }),
	'a reason phrase': (response, request) => response.writeHead(503, echo(request)).end(),
	'a status beyond HTTP': (response, request) => response.writeHead(777, echo(request)).end(),
	'a redirect to an address with the secrets': echoing(302, {
		Location: `http://127.0.0.1:1/${apiKey}/${access}`,
	}),
	'a redirect to no address': echoing(308, { Location: `http://${apiKey} ${access}` }),
	'a web page with status 200': text(200, page),
	'a web page with status 502': text(502, page),
	'broken JSON': text(200, (words) => `{"data":[{"${words}`),
	'JSON of another shape': text(200, (words) => JSON.stringify({ [words]: words })),
	'a list of texts': text(200, (words) => JSON.stringify({ data: [words], pagination: {} })),
	'projects without id': text(200, project),
	'no gzip': echoing(200, { 'Content-Encoding': 'gzip' }),
	'a gzip bomb': gzipBomb(64),
	'a body that breaks off': breakingOff,
	'a connection that is reset': (response) => response.socket?.resetAndDestroy(),
	'no HTTP': raw((words) => `${words}\r\n\r\n`),
	'a broken header': raw((words) => `HTTP/1.1 200 OK\r\n${words}\r\n\r\n`),
	'a broken chunk': raw((words) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${words}`),
	'another protocol': raw(
		(words) => `HTTP/1.1 101 X\r\nUpgrade: ${words}\r\nConnection: upgrade\r\n\r\n`,
	),
	'no answer': () => undefined,
};
