import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answer, listOf, scriptedServers, type Script } from '../harness/scriptedServer';
import { expectFailure, listFrom } from '../harness/failing';
import { withoutWaits } from '../harness/withoutWaits';

const serve = scriptedServers();
const project = { id: 'proj_1', updated_at: '2026-01-01T00:00:00Z' };
const options = { maxRetryWait: 60 };

const always =
	(status: number, body: unknown = {}, headers: Record<string, string> = {}): Script =>
	(response) =>
		answer(response, status, body, headers);

/** Fails so many times, then answers with one project. */
const thenRecovers =
	(failures: number, fail: Script): Script =>
	(...request) =>
		request[2] <= failures ? fail(...request) : always(200, listOf([project]))(...request);

it.each([
	[400, /did not accept the request/, /Base URL/],
	[401, /did not accept the credential/, /Check the key/],
	[403, /does not allow/, /administrator/],
	[404, /no list of projects at this address/, /Base URL.*ends in \/v1/],
])('a refusal with status %i is not tried again', async (status, happened, advice) => {
	const service = await serve(always(status, { error: 'no', echo: 'secret-key' }));
	const outcome = await listFrom(service.baseUrl, { options });
	expectFailure(outcome, happened, advice);
	expect(outcome.error).toMatchObject({ httpCode: String(status), name: 'NodeApiError' });
	expect(service.requests).toHaveLength(1);
});

it.each([301, 302, 303, 307, 308])(
	'a redirect with status %i is never followed',
	async (status) => {
		const other = await serve(always(200, listOf([project])));
		const service = await serve(always(status, '', { Location: `${other.baseUrl}/projects` }));
		const outcome = await listFrom(service.baseUrl);
		expectFailure(outcome, /redirects to another address/, /Base URL/);
		expect(service.requests).toHaveLength(1);
		expect(other.requests).toEqual([]);
	},
);

describe('an answer with status 200', () => {
	it.each([
		['HTML', '<html>Please log in, secret-key</html>'],
		['nothing', ''],
		['"data" alone', { data: [project] }],
		['what is no project', listOf([project, 'secret-key'])],
	])('that is %s is no list of projects', async (_what, body) => {
		const service = await serve(always(200, body));
		expectFailure(await listFrom(service.baseUrl), /could not be understood/, /Base URL/);
	});

	it('that is an empty list is no error', async () => {
		const service = await serve(always(200, listOf([])));
		const { error, items, run } = await listFrom(service.baseUrl);
		expect([error, items, run.status]).toEqual([undefined, [], 'success']);
	});
});

it.each<[what: string, script: Script]>([
	['a web page', always(200, '<html>Back soon</html>')],
	['nothing', always(200, '')],
	['status 302', always(302, '')],
	['status 408', always(408)],
	['status 503', always(503)],
])(
	'%s may pass by itself: n8n is not told that a person has to change something',
	async (_what, script) => {
		const { error } = await listFrom((await serve(script)).baseUrl);
		expect(error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	},
);

it.each([
	[401, 'credential-invalid'],
	[403, 'configuration-invalid'],
	[404, 'configuration-invalid'],
	[429, 'rate-limited'],
])('n8n is told what status %i asks for', async (status, cause) => {
	const { error } = await listFrom((await serve(always(status))).baseUrl);
	expect(error).toMatchObject({ failure: { cause } });
});

it.each([
	['http://localhost.example.com/v1', /http:\/\//, /https:\/\//],
	['collab.example.com/v1', /not a web address/, /https:\/\//],
	['https://me:key@collab.example.com/v1', /more than an address/, /remove/],
])('the address %s is refused before anything is sent', async (baseUrl, happened, advice) => {
	const outcome = await listFrom(baseUrl);
	expectFailure(outcome, happened, advice);
	expect(outcome.error).toMatchObject({ name: 'NodeOperationError' });
});

describe('a service that is not available', () => {
	withoutWaits();

	const failing = always(503, '<html>Oops</html>', { 'Retry-After': '0.01' });

	it.each<[what: string, script: Script]>([
		['answers with status 503', failing],
		['drops the connection', (response) => response.socket?.destroy()],
	])('is asked again when it %s', async (_what, fail) => {
		const service = await serve(thenRecovers(1, fail));
		const { items } = await listFrom(service.baseUrl, { options });
		expect(items).toMatchObject([{ json: { id: 'proj_1' } }]);
		expect(service.requests).toHaveLength(2);
	});

	it('for ever fails the run after a few tries', async () => {
		const service = await serve(failing);
		const outcome = await listFrom(service.baseUrl, { options });
		expectFailure(outcome, /not available.*503/, /Try again later/);
		expect(outcome.error).toMatchObject({ httpCode: '503' });
		expect(service.requests).toHaveLength(5);
	});

	it('refuses the connection', async () => {
		const service = await serve(always(200));
		await service.close();
		expectFailure(await listFrom(service.baseUrl), /refused the connection/, /Base URL/);
	});

	it.each<[what: string, script: Script]>([
		['resets the connection', (response) => response.socket?.resetAndDestroy()],
		[
			'closes the connection in the middle of its answer',
			(response) => {
				response.writeHead(200, { 'Content-Length': '1000' });
				response.write('{"data":[{"id":"proj_1"}', () => response.socket?.destroy());
			},
		],
	])('%s', async (_what, script) => {
		const service = await serve(script);
		expectFailure(await listFrom(service.baseUrl), /closed the connection/, /Try again later/);
	});

	it('does not answer in time', async () => {
		const service = await serve(() => undefined);
		const outcome = await listFrom(service.baseUrl, { options: { timeout: 0.1 } });
		expectFailure(outcome, /did not answer in time/, /Timeout/);
	});

	it('has a host name that does not exist', async () => {
		const outcome = await listFrom('https://collab.invalid/v1');
		expectFailure(outcome, /host name could not be/, /host name|name server/);
	});
});

/** One byte at a time, for ever: no pause is as long as the timeout. */
const drips: Script = (response) => {
	const drip = setInterval(() => response.write(' '), 10);
	response.on('close', () => clearInterval(drip));
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('an answer’s deadline holds although memory is freed meanwhile', async () => {
	const service = await serve(drips);
	const listing = listFrom(service.baseUrl, { options: { timeout: 0.5 } });
	await service.arrived(1);
	// Two rounds: what the first one finds unreachable is gone after the second.
	for (let round = 0; round < 2; round += 1) {
		collectGarbage();
		await nextTurn();
	}
	expectFailure(await listing, /did not answer in time/, /Try again later/);
});

describe('a rate limit', () => {
	it('is waited out', async () => {
		const service = await serve(thenRecovers(1, always(429, {}, { 'Retry-After': '1' })));
		const { items } = await listFrom(service.baseUrl, { options });
		expect(items).toMatchObject([{ json: { id: 'proj_1' } }]);
		expect(service.requests).toHaveLength(2);
	});

	it('longer than the run may wait fails at once', async () => {
		const service = await serve(always(429, {}, { 'Retry-After': '3600' }));
		const outcome = await listFrom(service.baseUrl, { options });
		expectFailure(outcome, /limiting the number of requests/, /later/);
		expect(outcome.error).toMatchObject({ httpCode: '429' });
		expect(service.requests).toHaveLength(1);
	});
});
