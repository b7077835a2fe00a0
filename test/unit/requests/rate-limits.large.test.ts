/** What rate limits cost over minutes of a slow service, in virtual time. */
import type { FetchPage } from '../../../nodes/Collab/core/contract';
import { errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';
import { orError } from '../errorIn';
import { findNewest, quietRows } from '../list/story';
import { Service, START_MS } from '../service';
import { item } from './limitedItem';

const PER_SECOND = 10;
const PAGES = 300;

/** A bucket of ten tokens that fills steadily. */
function bucket() {
	let [tokens, filledAtMs] = [PER_SECOND, START_MS];
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
	let [second, used] = [0, 0];
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
])('%s: a list takes little longer than the limit imposes', async (_what, make, afterMs, ratio) => {
	for (const latencyMs of [1, 50, 150]) {
		const { time, send } = item({ maxRetryWaitMs: 3_600_000 });
		const service = new Service({ maxPerPage: 9 }, undefined, quietRows(9 * PAGES));
		const allows = make();
		service.beforeAnswer = () => {
			if (!allows(service.nowMs)) throw errorOfStatus(429, afterMs);
		};
		const fetchPage: FetchPage = async (...request) =>
			await send(async () => {
				service.nowMs = START_MS + time.now();
				const answer = orError(() => service.answer(...request));
				await time.sleep(latencyMs);
				return answer;
			});
		const { projects } = await time.run(findNewest({ ...service, fetchPage }));
		expect(projects).toHaveLength(9 * PAGES);
		const imposedMs = ((PAGES - PER_SECOND) / PER_SECOND) * 1000;
		expect(time.now()).toBeLessThanOrEqual(ratio * imposedMs);
	}
});
