import { gzipSync } from 'node:zlib';
import { listOf, scriptedServers, type Script } from '../harness/scriptedServer';
import { expectFailure, expectNoSecretIn, listFrom } from '../harness/outcomes';

const serve = scriptedServers();
const good = JSON.stringify(listOf([{ id: 'proj_1', name: 'Apollo' }]));
const asJson = { 'Content-Type': 'application/json' };

/** A page with one project, which has one more field, written as it is. */
const pageWith = (field: string) => good.replace('"name"', `${field},"name"`);
const nested = (levels: number) => pageWith(`"more":${'['.repeat(levels)}${']'.repeat(levels)}`);
const sized = (bytes: number) => pageWith(`"more":"${'x'.repeat(bytes)}"`);

const answers =
	(body: string | Buffer, headers: Record<string, string> = {}): Script =>
	(response) => {
		response.writeHead(200, { ...asJson, ...headers });
		response.end(body);
	};

/** What comes instead of an answer, byte for byte; then the connection ends. */
const sends =
	(...parts: string[]): Script =>
	({ socket }) =>
		socket?.end(parts.join('\r\n'));

/** One byte at a time, for ever, and never a pause as long as the timeout. */
const dripsAfter =
	(start: string): Script =>
	({ socket }) => {
		socket?.write(start);
		const drip = setInterval(() => socket?.write(' '), 10);
		socket?.on('close', () => clearInterval(drip)).on('error', () => undefined);
	};

const NOT_UNDERSTOOD = /could not be understood/;
const OUT_OF_TIME = /did not answer in time/;
const CUT_OFF = /closed the connection/;
const OK = 'HTTP/1.1 200 OK';

const refused: Array<[what: string, happened: RegExp, script: Script]> = [
	['a body that drips', OUT_OF_TIME, dripsAfter(`${OK}\r\n\r\n{`)],
	['headers that drip', OUT_OF_TIME, dripsAfter(`${OK}\r\nX-Slow:`)],
	[
		'a switch of protocols',
		OUT_OF_TIME,
		sends('HTTP/1.1 101 ?', 'Upgrade: x', 'Connection: upgrade', '', ''),
	],
	['only 100', CUT_OFF, sends('HTTP/1.1 100 Continue', '', '')],
	['status 204', /it is empty/, (response) => response.writeHead(204).end()],
	['status 304', /not accept.*304/, (response) => response.writeHead(304).end()],
	['status 999', /not available.*999/, sends('HTTP/1.1 999 ?', 'Content-Length: 0', '', '')],
	['another protocol', NOT_UNDERSTOOD, sends('SSH-2.0-OpenSSH_9.2', '')],
	['null bytes', NOT_UNDERSTOOD, sends('\0'.repeat(2000))],
	['a broken chunk', CUT_OFF, sends(OK, 'Transfer-Encoding: chunked', '', 'ZZ', good)],
	['a cut chunk', CUT_OFF, sends(OK, 'Transfer-Encoding: chunked', '', '5', '{"da')],
	['a negative length', NOT_UNDERSTOOD, sends(OK, 'Content-Length: -5', '', good)],
	['a length too short', NOT_UNDERSTOOD, sends(OK, 'Content-Length: 9', '', good)],
	['a length too long', CUT_OFF, sends(OK, 'Content-Length: 999', '', good)],
	['headers too large', /rules of HTTP/, sends(OK, `X: ${'x'.repeat(100_000)}`, '', good)],
	['no length, cut', /cut off/, sends(OK, '', good.slice(0, -9))],
	['gzip that is none', /compression/, answers(good, { 'Content-Encoding': 'gzip' })],
	[
		'gzip cut off',
		NOT_UNDERSTOOD,
		answers(gzipSync(good).subarray(0, 40), { 'Content-Encoding': 'gzip' }),
	],
	['Latin-1', /not JSON in UTF-8/, answers(Buffer.from(pageWith('"more":"Müller"'), 'latin1'))],
	['UTF-16', NOT_UNDERSTOOD, answers(Buffer.from(good, 'utf16le'))],
	['500,000 levels', /more than 100 levels/, answers(nested(500_000))],
	['NaN', /not JSON/, answers(pageWith('"more":NaN'))],
];

it.each(refused)('is refused: %s', async (_what, happened, script) => {
	const service = await serve(script);
	const parameters = { output: 'raw', returnAll: true };
	const options = happened === OUT_OF_TIME ? { timeout: 0.5 } : {};
	const outcome = await listFrom(service.baseUrl, { parameters, options });
	expectFailure(outcome, happened, /Base URL|Try again later/);
});

const unharmed: Array<[what: string, script: Script]> = [
	['gzip', answers(gzipSync(good), { 'Content-Encoding': 'gzip' })],
	['an encoding that nobody knows', answers(good, { 'Content-Encoding': 'x-none' })],
	['a byte order mark', answers(`\ufeff${good}`)],
	['the type of a picture', answers(good, { 'Content-Type': 'image/png' })],
	['2,000 headers', sends(OK, ...Array<string>(2000).fill('X: y'), '', good)],
	['a place to go to, with status 200', answers(good, { Location: 'http://127.0.0.1:1/' })],
	['a date that is none', answers(good, { Date: 'yesterday' })],
	['100 levels', answers(nested(99))],
	['9 MB', answers(sized(9_000_000))],
	['names of JavaScript', answers(pageWith('"constructor":{"prototype":1},"toJSON":1'))],
	['a number out of range', answers(pageWith('"more":1e999'))],
	['a field that is no prototype', answers(pageWith('"__proto__":{"name":"Gemini"}'))],
	['half a character', answers(pageWith('"more":"\\ud800"'))],
];

it.each(unharmed)('does no harm: %s', async (_what, script) => {
	const service = await serve(script);
	const outcome = await listFrom(service.baseUrl, { parameters: { output: 'raw' } });
	expect(outcome.error).toBeUndefined();
	expect(outcome.items).toMatchObject([{ json: { id: 'proj_1', name: 'Apollo' } }]);
	expectNoSecretIn(outcome.run);
});
