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
	it('is what the service asked for', () => {
		expect(retryDelayMs(errorOfStatus(429, 90_000), 1, 0.5)).toBe(90_000);
		expect(retryDelayMs(errorOfStatus(503, 2_000), 3, 0.5)).toBe(2_000);
	});

	it('doubles with each try up to half a minute when the service does not say', () => {
		const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tries) =>
			retryDelayMs(errorOfStatus(429), tries, 0),
		);
		expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
	});

	it('is not zero when the service says "now"', () => {
		expect(retryDelayMs(errorOfStatus(429, 0), 1, 0)).toBe(500);
		expect(retryDelayMs(errorOfStatus(429, 0), 4, 0)).toBe(4_000);
	});

	it('is up to half shorter at random, so that parallel runs spread', () => {
		expect(retryDelayMs(errorOfStatus(429), 3, 1)).toBe(1_000);
		expect(retryDelayMs(errorOfStatus(429), 3, 0.5)).toBe(1_500);
	});

	it.each([301, 400, 401, 403, 404])('does not exist for status %d', (status) => {
		expect(retryDelayMs(errorOfStatus(status), 1, 0)).toBeUndefined();
	});
});
