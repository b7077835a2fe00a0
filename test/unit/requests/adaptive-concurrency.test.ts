import { Limiter, RetryBudget } from '../../../nodes/Collab/core/requests/limiter';
import type { CollabError } from '../../../nodes/Collab/core/errors';
import { errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';
import { FakeTime } from './fakeTime';
import { groupOf, times } from './limitedItem';

/** How long an answer takes while so many requests are in flight, this one included. */
type Latency = (inFlight: number, request: number) => number;

class Service {
	inFlight = 0;

	requests = 0;

	/** How many were in flight after each request had arrived. */
	readonly concurrency: number[] = [];

	constructor(
		private readonly time: FakeTime,
		private readonly latencyMs: Latency,
		private readonly refuse: (nowMs: number) => CollabError | undefined = () => undefined,
	) {}

	readonly request = async (): Promise<string | CollabError> => {
		this.requests++;
		this.concurrency.push(++this.inFlight);
		const refusal = this.refuse(this.time.now());
		await this.time.sleep(this.latencyMs(this.inFlight, this.requests));
		this.inFlight--;
		return refusal ?? 'answer';
	};
}

/** Sends so many requests, all wanted from the start; returns how long they took. */
async function read(time: FakeTime, service: Service, requests: number, maximum = 16) {
	const limiter = new Limiter(new RetryBudget(), time);
	const limits = { maxConcurrentRequests: maximum, maxRetryWaitMs: 3_600_000 };
	const group = { limits, end: new AbortController() };
	const all = Array.from({ length: requests }, async () => {
		return await limiter.send(group, service.request);
	});
	await time.run(Promise.all(all));
	return time.now();
}

const last = (values: readonly number[], count: number) => values.slice(-count);

it('reaches the maximum within three rounds while latency stays flat', async () => {
	const time = new FakeTime();
	const service = new Service(time, () => 50);
	const tookMs = await read(time, service, 114);
	expect(service.concurrency.indexOf(16)).toBeLessThan(29);
	// One by one they take 5,700 ms.
	expect(tookMs).toBeLessThanOrEqual(5_700 / 10);
});

it.each([2, 4, 5, 6, 8, 11])(
	'stays where latency does not double: at %d requests at once',
	async (capacity) => {
		const time = new FakeTime();
		const service = new Service(time, (inFlight) => (inFlight > capacity ? 100 : 50));
		await read(time, service, 600);
		const settled = last(service.concurrency, 300);
		const beyond = settled.filter((inFlight) => inFlight > capacity);
		expect(beyond.length).toBeLessThan(settled.length / 10);
		// And it uses what the service has.
		expect(settled.filter((inFlight) => inFlight >= Math.min(capacity, 4)).length).toBeGreaterThan(
			150,
		);
	},
);

it('does not grow on a service whose requests take turns', async () => {
	const time = new FakeTime();
	const service = new Service(time, (inFlight) => 50 * Math.max(1, inFlight / 4));
	await read(time, service, 400);
	expect(Math.max(...last(service.concurrency, 200))).toBeLessThanOrEqual(7);
});

it('reads 114 windows in nine rounds, the first of which is alone', async () => {
	const time = new FakeTime();
	const service = new Service(time, () => 50);
	const limiter = new Limiter(new RetryBudget(), time);
	await time.run(limiter.send(groupOf(), service.request));
	await time.run(Promise.all(times(113, () => limiter.send(groupOf(), service.request))));
	expect(time.now()).toBeLessThanOrEqual(9 * 50);
});

it('does not take the work that answers make here for latency of the service', async () => {
	const time = new FakeTime();
	const service = new Service(time, () => 50);
	const limiter = new Limiter(new RetryBudget(), time);
	const request = async () => {
		const answer = await service.request();
		time.work(10);
		return answer;
	};
	await time.run(Promise.all(times(200, () => limiter.send(groupOf(), request))));
	expect(service.concurrency.slice(30, -16).every((inFlight) => inFlight > 14)).toBe(true);
});

it('doubles on after one slow round', async () => {
	const time = new FakeTime();
	const service = new Service(time, () => (time.now() >= 50 && time.now() < 100 ? 200 : 50));
	await read(time, service, 114);
	expect(Math.max(...service.concurrency.slice(0, 50))).toBe(16);
});

it('is not misled by one slow answer in ten', async () => {
	const time = new FakeTime();
	const service = new Service(time, (_inFlight, request) => (request % 10 === 3 ? 2_000 : 50));
	await read(time, service, 300);
	expect(Math.max(...service.concurrency)).toBe(16);
});

it('does not slow down because later pages take longer', async () => {
	const time = new FakeTime();
	const service = new Service(time, (_inFlight, request) => 50 + request);
	await read(time, service, 400);
	expect(Math.min(...last(service.concurrency.slice(0, -16), 100))).toBeGreaterThanOrEqual(8);
});

it('never sends more than the maximum, and grows for a later item that allows more', async () => {
	const time = new FakeTime();
	const service = new Service(time, () => 50);
	const limiter = new Limiter(new RetryBudget(), time);
	const send = async (maxConcurrentRequests: number) => {
		const limits = { maxConcurrentRequests, maxRetryWaitMs: 0 };
		const group = { limits, end: new AbortController() };
		const all = Array.from({ length: 100 }, () => limiter.send(group, service.request));
		await time.run(Promise.all(all));
		return Math.max(...service.concurrency.splice(0));
	};
	expect(await send(2)).toBe(2);
	expect(await send(1)).toBe(1);
	expect(await send(12)).toBe(12);
});

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
		['seconds of the clock, with Retry-After', clockSeconds, 1_000, 1.3],
		['seconds of the clock, without', clockSeconds, undefined, 1.3],
	])('%s: takes little longer than the limit imposes', async (_what, make, retryAfterMs, ratio) => {
		for (const latencyMs of [1, 50, 150]) {
			const time = new FakeTime();
			const allows = make();
			const service = new Service(
				time,
				() => latencyMs,
				(nowMs) => (allows(nowMs) ? undefined : errorOfStatus(429, retryAfterMs)),
			);
			const tookMs = await read(time, service, 300);
			const imposedMs = ((300 - PER_SECOND) / PER_SECOND) * 1000;
			expect(tookMs).toBeLessThanOrEqual(ratio * imposedMs);
		}
	});
});
