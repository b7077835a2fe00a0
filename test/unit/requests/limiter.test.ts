import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';
import type { FakeTime } from './fakeTime';
import { groupOf, item, times } from './limitedItem';

/** An answer after so many milliseconds; `sent` holds the names of the requests. */
function slowRequests(time: FakeTime, ms = 10) {
	const sent: unknown[] = [];
	const request = (name: unknown) => async () => {
		sent.push(name);
		await time.sleep(ms);
		return 'answer';
	};
	return { sent, request };
}

type SendAll = (count: number, request: () => Promise<string>) => Promise<unknown>;

/** How many requests were in flight after each had been sent. */
async function inFlightDuring(count: number, sendAll: SendAll, time: FakeTime): Promise<number[]> {
	const seen: number[] = [];
	let inFlight = 0;
	await sendAll(count, async () => {
		seen.push(++inFlight);
		await time.sleep(10);
		inFlight--;
		return 'answer';
	});
	return seen;
}

describe('the concurrency limiter', () => {
	it('sends requests in the order in which they came, those of several items too', async () => {
		const { time, limiter } = item();
		const { sent, request } = slowRequests(time);
		const [one, other] = [groupOf(), groupOf()];
		const all = times(60, (number) =>
			limiter.send(number % 2 === 0 ? one : other, request(number)),
		);
		await time.run(Promise.all(all));
		expect(sent).toEqual(times(60, (number) => number));
	});

	it('sends one request alone, and from its answer on as many as are allowed', async () => {
		const { time, sendAll } = item({ maxConcurrentRequests: 12 });
		const inFlight = await inFlightDuring(40, sendAll, time);
		expect(inFlight.slice(0, 2)).toEqual([1, 1]);
		expect(Math.max(...inFlight)).toBe(12);
	});

	it('sends what a later item allows, whatever the one before it allowed', async () => {
		const { time, limiter } = item();
		const most = async (maxConcurrentRequests: number) => {
			const group = groupOf({ maxConcurrentRequests });
			const sendAll: SendAll = async (count, request) =>
				await time.run(Promise.all(times(count, () => limiter.send(group, request))));
			return Math.max(...(await inFlightDuring(40, sendAll, time)));
		};
		expect([await most(2), await most(1), await most(16)]).toEqual([2, 1, 16]);
	});

	it('pauses all requests together after a rate limit, then sends half as many, and one more with each round', async () => {
		const { time, sendAll } = item({ maxConcurrentRequests: 8 });
		const sent: Array<{ atMs: number; inFlight: number }> = [];
		let inFlight = 0;
		await sendAll(60, async () => {
			const atMs = time.now();
			sent.push({ atMs, inFlight: ++inFlight });
			const isLimited = sent.length === 9;
			await time.sleep(10);
			inFlight--;
			return isLimited ? errorOfStatus(429, 5_000) : 'answer';
		});
		const mostAt = (atMs: number) =>
			Math.max(...sent.filter((one) => one.atMs === atMs).map((one) => one.inFlight));
		expect([0, 10].map(mostAt)).toEqual([1, 8]);
		expect(sent.filter(({ atMs }) => atMs > 20)[0]?.atMs).toBe(5_020);
		const rounds = [0, 1, 2, 3, 4, 5].map((round) => mostAt(5_020 + 10 * round));
		expect(rounds).toEqual([4, 5, 6, 7, 8, 8]);
	});

	it.each([
		['nothing', undefined],
		['"now"', 0],
		['a thousandth of a second', 1],
	])(
		'that meets rate limits only, with a Retry-After of %s, sends at most one request a second',
		async (_what, retryAfterMs) => {
			const { time, limiter } = item();
			const sentAtMs: number[] = [];
			const limited = async () => {
				sentAtMs.push(time.now());
				return await Promise.resolve(errorOfStatus(429, retryAfterMs));
			};
			for (const maxRetryWaitMs of [20_000, 0, 500, 1_000, 20_000]) {
				const group = groupOf({ maxRetryWaitMs });
				const all = times(5, async () => await limiter.send(group, limited));
				await time.run(Promise.allSettled(all));
			}
			const seconds = sentAtMs.map((atMs) => Math.floor(atMs / 1_000));
			expect(sentAtMs.length).toBeGreaterThan(3);
			expect(new Set(seconds).size).toBe(sentAtMs.length);
		},
	);

	it('waits longer with each rate limit in a row, and no longer than at first after a success', async () => {
		const { time, sendAll } = item({ maxConcurrentRequests: 1 });
		const sentAtMs: number[] = [];
		await sendAll(3, async () => {
			sentAtMs.push(time.now());
			const isLimited = ![5, 7].includes(sentAtMs.length) && sentAtMs.length < 8;
			await time.sleep(10);
			return isLimited ? errorOfStatus(429) : 'answer';
		});
		const waits = sentAtMs.slice(1).map((atMs, index) => atMs - (sentAtMs[index] ?? 0) - 10);
		expect(waits).toEqual([1_000, 1_000, 2_000, 4_000, 0, 1_000, 0]);
	});

	it('pauses as long as the longest of several answers asks for, and halves once', async () => {
		const { time, sendAll } = item({ maxConcurrentRequests: 8 });
		const sentAtMs: number[] = [];
		await sendAll(17, async (number) => {
			sentAtMs.push(time.now());
			const isLimited = time.now() === 10;
			await time.sleep(10 + (number % 8));
			return isLimited ? errorOfStatus(429, 1_000 + 100 * (number % 8)) : 'answer';
		});
		const resumed = sentAtMs.filter((atMs) => atMs > 10);
		const [first = 0] = resumed;
		// 10 + 10 + 7 + 1,700
		expect(first).toBe(1_727);
		expect(resumed.filter((atMs) => atMs === first)).toHaveLength(4);
	});

	it('lets nobody overtake one that waits, although more requests at once are allowed to the later item', async () => {
		const { time, send, sendNext } = item({ maxConcurrentRequests: 1 });
		const { sent, request } = slowRequests(time);
		const first = [send(request('first')), send(request('second'))];
		await sendNext(request('third'));
		await Promise.all(first);
		expect(sent).toEqual(['first', 'second', 'third']);
	});

	it('sends nothing more once a request has failed for good', async () => {
		const { time, sendAll } = item({ maxConcurrentRequests: 2 });
		let sent = 0;
		const results = await sendAll(6, async () => {
			const isFirst = ++sent === 1;
			await time.sleep(10);
			return isFirst ? 'answer' : errorOfStatus(403);
		});
		const rejected = times(5, () => 'rejected');
		expect(results.map(({ status }) => status)).toEqual(['fulfilled', ...rejected]);
		expect(sent).toBe(3);
	});

	it('ends the requests of one item only', async () => {
		const { time, group, send, sendNext } = item({ maxConcurrentRequests: 1 });
		const { request } = slowRequests(time, 100);
		const ended = Promise.allSettled(times(3, (number) => send(request(number))));
		await nextTurn();
		const next = sendNext(request('next'));
		const reason = new Error('nobody waits');
		group.end.abort(reason);
		expect(await next).toBe('answer');
		expect(await ended).toMatchObject([{ value: 'answer' }, { reason }, { reason }]);
	});

	it('passes on what is not an error of the service', async () => {
		const stopped = new Error('the execution was stopped');
		await expect(item().sendNext(() => Promise.reject(stopped))).rejects.toBe(stopped);
	});
});
