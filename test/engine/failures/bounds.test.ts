import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connected } from '../harness/asSomebody';
import { brotliBomb, endless, gzipBomb, MB } from '../harness/hostileAnswers';
import { runCollab } from '../harness/runCollab';
import { answer, scriptedServers, type Script } from '../harness/scriptedServer';
import { expectFailure, expectNoSecretIn, listFrom } from '../harness/outcomes';

const serve = scriptedServers();

const TOO_LARGE = /one of the service's answers is too large: more than 10 MB/i;

/** Serves that, and counts what the sockets took. */
async function measured(script: Script) {
	const closed: Array<Promise<unknown>> = [];
	let sentBytes = 0;
	const service = await serve((response, request, attempt) => {
		const { socket } = response;
		closed.push(once(response, 'close').then(() => (sentBytes += socket?.bytesWritten ?? 0)));
		script(response, request, attempt);
	});
	/** Of all answers, whose connections have ended. */
	const sent = async () => {
		await Promise.all(closed);
		return sentBytes;
	};
	return { service, sent };
}

const answers: Array<[what: string, script: (response: ServerResponse) => void]> = [
	['200 MB as brotli', brotliBomb(200)],
	['320 MB as gzip', gzipBomb(320)],
	['a body without end', (response) => endless(response)],
];

it.each(answers)('%s: the list fails, with little read', async (_what, script) => {
	const { service, sent } = await measured(script);
	const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 60 } });
	expectFailure(outcome, TOO_LARGE, /operator/);
	expect(service.requests).toHaveLength(1);
	// Ten megabytes, and what lay in the buffers of the sockets.
	expect(await sent()).toBeLessThan(20 * MB);
});

it('9 MB of empty objects, which take many times that in memory: the list fails', async () => {
	const service = await serve((response) => answer(response, 200, `[${'{},'.repeat(3 * MB)}{}]`));
	expectFailure(await listFrom(service.baseUrl), /too large/, /operator/);
});

it.each([301, 401, 404, 500])('a body without end with status %d is not read', async (status) => {
	const { service, sent } = await measured((response) => endless(response, status));
	const outcome = await listFrom(service.baseUrl);
	expectFailure(outcome, /status|credential/, /\./);
	expect(await sent()).toBeLessThan(10 * MB);
});

it('with OAuth2, bodies without end are closed when a token is refreshed, and bounded after it', async () => {
	const closed: Array<Promise<unknown>> = [];
	const service = await serve((response, { path, headers }) => {
		if (path === '/oauth/token') {
			return answer(response, 200, { access_token: 'secret-token-2', token_type: 'bearer' });
		}
		closed.push(once(response, 'close'));
		endless(response, headers.authorization === 'Bearer secret-token-2' ? 200 : 401);
	});
	const outcome = await runCollab(connected(service, { options: { maxRetryWait: 0 } }));
	expect(outcome.error?.message).toMatch(TOO_LARGE);
	expectNoSecretIn(outcome);
	expect(closed).toHaveLength(2);
	await Promise.all(closed);
});
