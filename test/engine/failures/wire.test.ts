/** What a service can do beneath JSON: to its bytes, to HTTP, to the size of what it sends, and to who waits for it. */
import { ClientRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { asSomebody, connected } from '../harness/credentials';
import { TOOL } from '../harness/engine';
import {
	choicesFor,
	type CollabRun,
	expectFailure,
	expectNoSecretIn,
	limitClock,
	listFrom,
	runCollab,
} from '../harness/runCollab';
import { answer, endless, listOf, type Script, serve } from '../harness/scriptedServer';
import { testTrigger } from '../harness/triggers';

const limits = limitClock();
const MB = 1024 * 1024;
const good = JSON.stringify(listOf([{ id: 'proj_1', name: 'Apollo' }]));

/** A page with one project, which has one more field, written as it is. */
const pageWith = (field: string) => good.replace('"name"', `${field},"name"`);
const nested = pageWith(`"more":${'['.repeat(500_000)}${']'.repeat(500_000)}`);

const answers =
	(body: string | Buffer, headers: Record<string, string> = {}): Script =>
	(response) =>
		response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(body);

/** What comes instead of an answer, byte for byte; then the connection ends. */
const sends =
	(...parts: string[]): Script =>
	({ socket }) =>
		socket?.end(parts.join('\r\n'));

/** The connection stays open, and a minute passes. */
const stops =
	(beginning: string): Script =>
	({ socket }) =>
		socket?.write(beginning, () => limits.pass(60));

const NOT_UNDERSTOOD = /could not be understood/;
const CUT_OFF = /closed the connection/;
const TOO_LARGE = /one of the service's answers is too large: more than 10 MB/i;
const OK = 'HTTP/1.1 200 OK';
const gzip = { 'Content-Encoding': 'gzip' };
const bomb = gzipSync(Buffer.alloc(16 * MB, ' '));

it.each<[what: string, happened: RegExp, script: Script]>([
	['headers that stop', /not answer in time/, stops(`${OK}\r\nX-Slow:`)],
	['a broken chunk', CUT_OFF, sends(OK, 'Transfer-Encoding: chunked', '', 'ZZ', good)],
	['a length too short', NOT_UNDERSTOOD, sends(OK, 'Content-Length: 9', '', good)],
	['a length too long', CUT_OFF, sends(OK, 'Content-Length: 999', '', good)],
	['headers too large', /broken on its way/, sends(OK, `X: ${'x'.repeat(100_000)}`, '', good)],
	['no length, cut', /cut off/, sends(OK, '', good.slice(0, -9))],
	['gzip that is none', NOT_UNDERSTOOD, answers(good, gzip)],
	['500,000 levels', /more than 100 levels/, answers(nested)],
	['320 MB as gzip', TOO_LARGE, answers(Buffer.concat(Array<Buffer>(20).fill(bomb)), gzip)],
])('an answer is refused: %s', async (_what, happened, script) => {
	const service = await serve(script);
	const outcome = await listFrom(service.baseUrl, {}, { output: 'raw', returnAll: true });
	expectFailure(outcome, happened, /Base URL|Try again later|operator/);
});

it.each<[what: string, script: Script]>([
	['gzip', answers(gzipSync(good), gzip)],
	['a byte order mark', answers(`\ufeff${good}`)],
	['9 MB', answers(pageWith(`"more":"${'x'.repeat(9_000_000)}"`))],
	['a field that is no prototype', answers(pageWith('"__proto__":{"name":"Gemini"}'))],
])('an answer with %s is read as it was sent', async (_what, script) => {
	const service = await serve(script);
	const outcome = await listFrom(service.baseUrl, {}, { output: 'raw' });
	expect(outcome.error).toBeUndefined();
	expect(outcome.items).toMatchObject([{ json: { id: 'proj_1', name: 'Apollo' } }]);
	expectNoSecretIn(outcome.run);
});

it.each([
	[200, asSomebody],
	[301, asSomebody],
	[500, asSomebody],
	[401, connected],
] as const)('of a body without end with status %d little is read', async (status, runAt) => {
	const sent: Array<Promise<number | undefined>> = [];
	const service = await serve((response, { path }) => {
		if (path === '/oauth/token') return answer(response, 200, { access_token: 'secret-token-2' });
		sent.push(endless(response, status));
	});
	const options = { maxRetryWait: status === 500 ? 0 : 60 };
	const outcome = await runCollab(runAt(service, { options }));
	expectFailure(outcome, /too large|status|redirects|credential/, /\./);
	// A token is refreshed once.
	expect(sent).toHaveLength(status === 401 ? 2 : 1);
	// Of a success ten megabytes, of others none, and what lay in the buffers of the sockets.
	const most = status === 200 ? 20 * MB : 10 * MB;
	for (const bytes of await Promise.all(sent)) expect(bytes).toBeLessThan(most);
});

it('without its signal, too, a request ends: after a day, and not after the five minutes of n8n', async () => {
	const limit = jest.spyOn(ClientRequest.prototype, 'setTimeout');
	const { baseUrl } = await serve(answers(good));
	await listFrom(baseUrl, { timeout: 7_200 });
	expect(limit.mock.calls.map(([ms]) => ms)).toEqual([86_400_000]);
});

it('what several input items receive together is bounded: the run fails with what it read so far', async () => {
	const service = await serve(answers(pageWith(`"more":"${','.repeat(900_000)}"`)));
	const items = Array.from({ length: 80 }, () => ({}));
	const { error } = await runCollab(asSomebody(service, {}, items));
	expect(error?.message).toMatch(/too large together/);
	expect(service.requests.length).toBeLessThanOrEqual(54);
});

const loadOwners = async (run: CollabRun) =>
	await choicesFor(run).catch((error: unknown) => ({ error }));

it.each<[who: string, seconds: number, ask: (run: CollabRun) => Promise<unknown>]>([
	['the program that called a tool', 50, async (run) => await runCollab({ ...run, type: TOOL })],
	['who opened the list of owners', 15, loadOwners],
	['who fetches a test event', 15, testTrigger],
])('%s is told after %d seconds, whatever Timeout is', async (_who, seconds, ask) => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	const service = await serve((response) => {
		clock.mockReturnValue(Date.now() + seconds * 1_000);
		limits.unending(response);
	});
	const message = expect.stringMatching(/^The service did not answer in time/) as string;
	const run = asSomebody(service, { options: { timeout: 300 } });
	expect(await ask(run)).toMatchObject({ error: { message } });
	// Of one request, which nothing follows.
	expect(limits.set()).toEqual([seconds]);
});
