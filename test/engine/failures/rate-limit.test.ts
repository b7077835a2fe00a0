import { answer, scriptedServers } from '../harness/scriptedServer';
import { always, expectFailure, listFrom, thenRecovers } from './failing';

const serve = scriptedServers();
const HOUR_MS = 3_600_000;

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
