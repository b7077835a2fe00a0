import { errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';
import { parseRetryAfterMs, retryDelayMs } from '../../../nodes/Collab/core/requests/retry';

describe('Retry-After', () => {
	const nowMs = Date.parse('2026-03-01T12:00:00Z');

	it.each([
		['0', 0],
		['7', 7_000],
		['1.5', 1_500],
		['-3', 0],
		['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
		['Sun, 01 Mar 2026 11:00:00 GMT', 0],
	])('%p is %p ms', (header, delayMs) => {
		expect(parseRetryAfterMs(header, nowMs)).toBe(delayMs);
	});

	it.each([undefined, null, '', '  ', 'soon', 'Infinity', ['1']])('%p says nothing', (header) => {
		expect(parseRetryAfterMs(header, nowMs)).toBeUndefined();
	});
});

describe('the delay before the next try', () => {
	const delays = (status: number, tries: number[], random = 0, retryAfterMs?: number) =>
		tries.map((count) => retryDelayMs(errorOfStatus(status, retryAfterMs), count, random));

	it('is what the service asked for', () => {
		expect(delays(429, [1], 0.5, 90_000)).toEqual([90_000]);
		expect(delays(503, [3], 0.5, 2_000)).toEqual([2_000]);
	});

	it('doubles with each try up to half a minute when the service does not say', () => {
		const tries = [1, 2, 3, 4, 5, 6, 7, 8, 9];
		const doubled = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000];
		expect(delays(429, tries)).toEqual([1_000, ...doubled]);
		expect(delays(503, [1, 2, 3, 4])).toEqual([500, 1_000, 2_000, 4_000]);
	});

	it('is at least a second after a rate limit, whatever the service says', () => {
		expect(delays(429, [1, 2], 0, 0)).toEqual([1_000, 1_000]);
		expect(delays(429, [1], 0, 1)).toEqual([1_000]);
		expect(delays(503, [1], 0, 0)).toEqual([1_000]);
		expect(delays(429, [1], 1)).toEqual([1_000]);
	});

	it('is up to half shorter at random, so that parallel runs spread', () => {
		expect(delays(429, [4], 1)).toEqual([2_000]);
		expect(delays(429, [4], 0.5)).toEqual([3_000]);
	});

	it('does not exist after five tries while the service is not available', () => {
		expect(delays(503, [5])).toEqual([undefined]);
	});

	it.each([301, 400, 401, 403, 404])('does not exist for status %d', (status) => {
		expect(delays(status, [1])).toEqual([undefined]);
	});
});
