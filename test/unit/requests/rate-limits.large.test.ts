/** What rate limits cost over minutes of a slow service, in virtual time. */
import { errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';
import { Service } from './limitedItem';

describe('a service that allows ten requests a second', () => {
	const PER_SECOND = 10;

	/** A bucket of ten tokens that fills steadily. */
	function bucket() {
		let tokens = PER_SECOND;
		let filledAtMs = 0;
		return (nowMs: number): boolean => {
			tokens = Math.min(PER_SECOND, tokens + ((nowMs - filledAtMs) / 1000) * PER_SECOND);
			filledAtMs = nowMs;
			if (tokens < 1) return false;
			tokens--;
			return true;
		};
	}

	/** Ten in each second of the clock. */
	function clockSeconds() {
		let second = 0;
		let used = 0;
		return (nowMs: number): boolean => {
			if (Math.floor(nowMs / 1000) !== second) [second, used] = [Math.floor(nowMs / 1000), 0];
			return ++used <= PER_SECOND;
		};
	}

	it.each([
		['a bucket of tokens, with Retry-After', bucket, 1_000, 1.15],
		['a bucket of tokens, without', bucket, undefined, 1.15],
		// A second that is waited for may end amid one that could be used.
		['seconds of the clock, with Retry-After', clockSeconds, 1_000, 1.45],
		['seconds of the clock, without', clockSeconds, undefined, 1.45],
	])('%s: takes little longer than the limit imposes', async (_what, make, retryAfterMs, ratio) => {
		for (const latencyMs of [1, 50, 150]) {
			const allows = make();
			const service = new Service(
				() => latencyMs,
				(nowMs) => (allows(nowMs) ? undefined : errorOfStatus(429, retryAfterMs)),
			);
			const tookMs = await service.readAll(300);
			const imposedMs = ((300 - PER_SECOND) / PER_SECOND) * 1000;
			expect(tookMs).toBeLessThanOrEqual(ratio * imposedMs);
		}
	});
});
