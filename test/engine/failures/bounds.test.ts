import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { CredentialStore } from '../harness/credentialStore';
import {
	brotliBomb,
	emptyObjects,
	endless,
	fatPage,
	gzipBomb,
	MB,
} from '../harness/hostileAnswers';
import { runCollab } from '../harness/runCollab';
import { answer, listOf, scriptedServers, type Script } from '../harness/scriptedServer';
import { dataFor, expectNoSecretIn } from '../harness/secretData';
import { expectFailure, listFrom } from './failing';

const serve = scriptedServers();

const TOO_LARGE = /one of the service's answers is too large/i;

/** Serves that, and counts what the sockets took. */
async function measured(script: Script) {
	const closed: Array<Promise<unknown>> = [];
	let sentBytes = 0;
	const service = await serve((response, request, attempt) => {
		const { socket } = response;
		closed.push(once(response, 'close').then(() => (sentBytes += socket?.bytesWritten ?? 0)));
		script(response, request, attempt);
	});
	return {
		service,
		/** Of all answers, whose connections have ended. */
		sent: async () => {
			await Promise.all(closed);
			return sentBytes;
		},
	};
}

const answers: Array<[what: string, script: (response: ServerResponse) => void]> = [
	['200 MB as brotli', brotliBomb(200)],
	['320 MB as gzip', gzipBomb(320)],
	['95 MB of empty objects as gzip', emptyObjects(95)],
	['9 MB of empty objects', (response) => answer(response, 200, `[${'{},'.repeat(3 * MB)}{}]`)],
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

it.each([301, 401, 404, 500])('a body without end with status %d is not read', async (status) => {
	const { service, sent } = await measured((response) => endless(response, status));
	const outcome = await listFrom(service.baseUrl);
	expectFailure(outcome, /status|credential/, /\./);
	expect(await sent()).toBeLessThan(10 * MB);
});

it('pages that are large and never end: the run fails with what it read so far', async () => {
	const { service } = await measured(fatPage);
	const outcome = await listFrom(service.baseUrl, { parameters: { returnAll: true } });
	expectFailure(outcome, /too large together/, /Return All/);
	expect(service.requests.length).toBeLessThan(60);
});

it('counts what several input items receive together', async () => {
	const { service } = await measured(fatPage);
	const items = Array.from({ length: 30 }, () => ({}));
	const parameters = { limit: 100 };
	const outcome = await listFrom(service.baseUrl, { items, parameters });
	expect(outcome.error?.message).toMatch(/too large together/);
	// 100 MB are 21 pages of 5 MB; up to 16 more may be under way when they have come.
	expect(service.requests.length).toBeLessThan(38);
});

describe('with OAuth2', () => {
	const listWith = async (service: { baseUrl: string; url: string }) => {
		const store = new CredentialStore();
		const collabOAuth2Api = store.add('collabOAuth2Api', dataFor(service).collabOAuth2Api);
		const parameters = { authentication: 'oAuth2', options: { maxRetryWait: 0 } };
		return await runCollab({ store, credentials: { collabOAuth2Api }, parameters });
	};
	const issue: Script = (response) =>
		answer(response, 200, { access_token: 'secret-token-2', token_type: 'bearer' });

	it('the endless bodies of answers 401 are closed, and the token is refreshed', async () => {
		const closed: Array<Promise<unknown>> = [];
		const service = await serve((response, request, attempt) => {
			if (request.path === '/oauth/token') return issue(response, request, attempt);
			if (request.headers.authorization === 'Bearer secret-token-2') {
				return answer(response, 200, listOf([{ id: 'proj_1' }]));
			}
			closed.push(once(response, 'close'));
			return endless(response, 401);
		});
		const { items } = await listWith(service);
		expect(items).toMatchObject([{ json: { id: 'proj_1' } }]);
		expect(closed).toHaveLength(2);
		await Promise.all(closed);
	});

	it('an answer is bounded after a refresh, too', async () => {
		const service = await serve((response, request, attempt) => {
			if (request.path === '/oauth/token') issue(response, request, attempt);
			else if (request.headers.authorization === 'Bearer secret-token-2') endless(response);
			else answer(response, 401);
		});
		const outcome = await listWith(service);
		expect(outcome.error?.message).toMatch(TOO_LARGE);
		expectNoSecretIn(outcome);
	});
});
