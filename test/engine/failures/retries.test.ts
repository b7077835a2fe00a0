import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answer, scriptedServers, type Script } from '../harness/scriptedServer';
import { always, expectFailure, listFrom, thenRecovers } from './failing';

const serve = scriptedServers();
const HOUR_MS = 3_600_000;

describe('a service that is not available', () => {
	const soon = { 'Retry-After': '0.01' };

	it.each([500, 502, 503, 504])('%i: is asked again', async (status) => {
		const service = await serve(thenRecovers(2, always(status, 'Oops', soon)));
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 60 } });
		expect(outcome.items).toMatchObject([{ json: { id: 'proj_1' } }]);
		expect(service.requests).toHaveLength(3);
	});

	it.each([500, 502, 503, 504])('%i for ever: fails after a few tries', async (status) => {
		const service = await serve(always(status, '<html>Oops</html>', soon));
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 60 } });
		expectFailure(outcome, new RegExp(`not available.*${status}`), /Try again later/);
		expect(outcome.error).toMatchObject({ httpCode: String(status) });
		expect(service.requests).toHaveLength(5);
	});

	it('refuses the connection', async () => {
		const service = await serve(always(200));
		await service.close();
		const outcome = await listFrom(service.baseUrl);
		expectFailure(outcome, /refused the connection/, /Base URL/);
	});

	it('resets the connection', async () => {
		const service = await serve((response) => response.socket?.resetAndDestroy());
		const outcome = await listFrom(service.baseUrl);
		expectFailure(outcome, /closed the connection/, /Try again later/);
	});

	it('closes the connection in the middle of its answer', async () => {
		const service = await serve((response) => {
			response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
			response.write('{"data":[{"id":"proj_1"}', () => response.socket?.destroy());
		});
		const outcome = await listFrom(service.baseUrl);
		expectFailure(outcome, /closed the connection/, /Try again later/);
	});

	it('is asked again after a dropped connection', async () => {
		const service = await serve(thenRecovers(1, (response) => response.socket?.destroy()));
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 60 } });
		expect(outcome.items).toMatchObject([{ json: { id: 'proj_1' } }]);
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
	it.each([
		['0 seconds', () => '0'],
		['1 second', () => '1'],
		['a date', () => new Date(Date.now() + 1000).toUTCString()],
		['a date that has passed', () => new Date(Date.now() - HOUR_MS).toUTCString()],
	])('with Retry-After %s is waited out', async (_what, retryAfter) => {
		const service = await serve(
			thenRecovers(1, (response) => answer(response, 429, {}, { 'Retry-After': retryAfter() })),
		);
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 5 } });
		expect(outcome.error).toBeUndefined();
		expect(outcome.items).toMatchObject([{ json: { id: 'proj_1' } }]);
		expect(service.requests).toHaveLength(2);
	});

	it('without Retry-After is waited out', async () => {
		const service = await serve(thenRecovers(1, always(429)));
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 60 } });
		expect(outcome.items).toHaveLength(1);
	});

	it.each([
		['in seconds', () => '3600'],
		['as a date', () => new Date(Date.now() + HOUR_MS).toUTCString()],
		['absent', () => undefined],
	])('longer than the run may wait (Retry-After %s) fails at once', async (_what, retryAfter) => {
		const value = retryAfter();
		const service = await serve(always(429, {}, value ? { 'Retry-After': value } : {}));
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: value ? 60 : 0 } });
		expectFailure(outcome, /limiting the number of requests/, /later/);
		expect(outcome.error).toMatchObject({ httpCode: '429' });
		expect(service.requests).toHaveLength(1);
	});

	it('that never ends, and says "now" each time, does not keep the run for ever', async () => {
		const service = await serve(always(429, {}, { 'Retry-After': '0' }));
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 1 } });
		expectFailure(outcome, /limiting the number of requests/, /later/);
		expect(service.requests.length).toBeLessThan(50);
	});

	it('of an hour is asked for once, and not once for each of 1,000 input items', async () => {
		const service = await serve(always(429, {}, { 'Retry-After': '3600' }));
		const items = Array.from({ length: 1_000 }, () => ({}));
		const settings = { onError: 'continueRegularOutput' } as const;
		const outcome = await listFrom(service.baseUrl, { items, settings });
		expect(outcome.items).toHaveLength(1_000);
		expect(outcome.items[999]?.json['error']).toMatch(/limiting the number of requests/);
		expect(service.requests).toHaveLength(1);
	});

	it('does not use up the tries while the service is unavailable', async () => {
		const service = await serve((response, request, attempt) => {
			const status = [429, 429, 429, 429, 503][attempt - 1];
			if (status === undefined) thenRecovers(0, always(200))(response, request, attempt);
			else answer(response, status, {}, { 'Retry-After': '0.01' });
		});
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 60 } });
		expect(outcome.items).toMatchObject([{ json: { id: 'proj_1' } }]);
		expect(service.requests).toHaveLength(6);
	});
});
