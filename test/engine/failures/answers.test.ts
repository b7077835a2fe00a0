import { openSandbox } from '../../sandboxes';
import { asEach, connected, dataFor } from '../harness/credentials';
import { always, answer, listOf, pageFor, type Script, serve } from '../harness/scriptedServer';
import { CONFIRMED, expectFailure, listFrom, runCollab } from '../harness/runCollab';
import { testCredential } from '../harness/testCredential';

it.each<[what: string, script: Script, happened: RegExp, advice: RegExp]>([
	['400', always(400), /did not accept the request/, /Base URL/],
	['401', always(401), /did not accept the credential/, /Check the key/],
	['403', always(403), /does not allow/, /wrong credential.*Check the key.*for access\. .*proxy/],
	['404', always(404), /no list of projects/, /Base URL.*ends in \/v1/],
	['429', always(429, {}, { 'Retry-After': '7' }), /limiting the number/, /later/],
	['503', always(503, '<html>Oops</html>'), /not available.*503/, /Try again later/],
	['a page', always(200, '<html>secret-key</html>'), /not be understood/, /Base URL/],
	['a reset', ({ socket }) => socket?.resetAndDestroy(), /closed the connection/, /later/],
])('%s fails the list with one request, and says what to do', async (...row) => {
	const [what, script, happened, advice] = row;
	const service = await serve(script);
	const outcome = await listFrom(service.baseUrl);
	expectFailure(outcome, happened, advice);
	expect(service.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['secret-key']);
	// By which n8n tries again.
	const failure = { cause: 'rate-limited', retryAfterMs: 7_000 };
	if (what === '429') expect(outcome.error).toMatchObject({ failure });
	if (Number(what)) expect(outcome.error).toMatchObject({ httpCode: what, name: 'NodeApiError' });
});

it('204 for a page past the end says that the list has shrunk', async () => {
	const projects = Array.from({ length: 250 }, (_, number) => ({ id: `proj_${number}` }));
	const service = await serve((response, request) => {
		if (request.query['page'] !== '1') return answer(response, 204);
		answer(response, 200, pageFor(projects, request));
		projects.length = 60;
	});
	const { error } = await listFrom(service.baseUrl, {}, { returnAll: true });
	expect(error).toBeUndefined();
});

it('a redirect is never followed', async () => {
	const other = await serve(always(200, listOf([{ id: 'proj_1' }])));
	const service = await serve(always(302, '', { Location: `${other.baseUrl}/projects` }));
	const outcome = await listFrom(service.baseUrl, { maxRetryWait: 60 });
	expectFailure(outcome, /redirects to another address/, /Base URL/);
	expect([service.requests.length, other.requests.length]).toEqual([1, 0]);
});

it('a redirect that only adds a slash is followed, once in a run', async () => {
	const projects = Array.from({ length: 250 }, (_, number) => ({ id: `proj_${number}` }));
	const service = await serve((response, request) => {
		if (request.path.endsWith('/')) return answer(response, 200, pageFor(projects, request));
		response.writeHead(307, { Location: `${service.url}${request.path}/?page=1` }).end();
	});
	const outcome = await listFrom(service.baseUrl, {}, { returnAll: true });
	expect(outcome.items).toHaveLength(250);
	const asked = service.requests.map(({ path, headers }) => [path, headers['x-api-key']]);
	expect(asked.filter(([path]) => path === '/v1/projects')).toHaveLength(1);
	expect(new Set(asked.map(([, key]) => key))).toEqual(new Set(['secret-key']));
	const { message } = await testCredential('collabApi', dataFor(service).collabApi);
	expect(message).toBe('Connection successful!');
});

it('a service that adds a slash at every address is asked there once', async () => {
	const service = await serve((response, { path }) => {
		response.writeHead(308, { Location: `${path}/` }).end();
	});
	const outcome = await listFrom(service.baseUrl);
	expectFailure(outcome, /redirects to another address/, /Base URL/);
	expect(service.requests.map(({ path }) => path)).toEqual(['/v1/projects', '/v1/projects/']);
});

it('a service whose certificate n8n does not trust gets no key, token or secret', async () => {
	const service = await openSandbox({ projects: 0, tls: true });
	const once = { options: { maxRetryWait: 0 } };
	const revoking = connected(service, { ...CONFIRMED, ...once });
	for (const run of [...asEach(service, once), revoking]) {
		const outcome = await runCollab(run);
		expectFailure(outcome, /certificate is not trusted/, /NODE_EXTRA_CA_CERTS/);
	}
	expect(service.requests).toEqual([]);
});
