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

	it('pauses all requests together when the service limits one, then sends half as many', async () => {
		const { time, sendAll } = item();
		const sent: Array<{ atMs: number; inFlight: number }> = [];
		let inFlight = 0;
		let limitedAtMs = Infinity;
		await sendAll(60, async () => {
			sent.push({ atMs: time.now(), inFlight: ++inFlight });
			if (inFlight === 8) limitedAtMs = Math.min(limitedAtMs, time.now());
			await time.sleep(20);
			const isLimited = time.now() <= limitedAtMs + 20 && limitedAtMs < time.now();
			inFlight--;
			return isLimited ? errorOfStatus(429, 5_000) : 'answer';
		});
		const after = sent.filter(({ atMs }) => atMs > limitedAtMs);
		expect(after[0]?.atMs).toBe(limitedAtMs + 20 + 5_000);
		const [first] = after;
		const together = after.filter(({ atMs }) => atMs === first?.atMs);
		expect(Math.max(...together.map((request) => request.inFlight))).toBe(4);
	});

	/** The requests sent at these times are limited, each with its Retry-After; all others get an answer. After 10 ms, 11 ms, ... */
	const limitedAt = (time: FakeTime, answers: Record<number, Array<number | undefined>>) => {
		const sentAtMs: number[] = [];
		const request = async () => {
			const atMs = time.now();
			sentAtMs.push(atMs);
			const index = sentAtMs.filter((other) => other === atMs).length - 1;
			await time.sleep(10 + index);
			const given = answers[atMs];
			return given && index in given ? errorOfStatus(429, given[index]) : 'answer';
		};
		return { sentAtMs, request };
	};

	it('waits longer with each rate limit in a row, not counting answers to what was sent before it', async () => {
		const { time, sendAll } = item({ maxConcurrentRequests: 2 });
		const limited = [undefined];
		const { sentAtMs, request } = limitedAt(time, {
			0: limited,
			510: limited,
			1_520: limited,
			3_540: limited,
		});
		await sendAll(8, request);
		// Pauses of 500, 1,000 and 2,000 ms; after a success, of 500 ms.
		const expected = [0, 0, 510, 510, 1_520, 1_520, 3_530, 3_540, 3_540, 4_050];
		expect(sentAtMs.slice(0, 10)).toEqual(expected);
	});

	it.each([
		[[undefined, undefined], 510],
		[[undefined, 5_000], 5_011],
		[[5_000, 1_000], 5_010],
		[[0, 0], 510],
	])('of two rate limits that ask to wait for %j ms, pauses until %i', async (asked, untilMs) => {
		const { time, sendAll } = item();
		const { sentAtMs, request } = limitedAt(time, { 0: asked });
		await sendAll(2, request);
		expect(sentAtMs).toEqual([0, 0, untilMs, untilMs]);
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
			sent++;
			await time.sleep(10);
			return errorOfStatus(403);
		});
		expect(results.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
		expect(sent).toBe(2);
	});

	it('ends the requests of one item only', async () => {
		const { time, group, send, sendNext } = item({ maxConcurrentRequests: 1 });
		const { request } = slowRequests(time, 100);
		const ended = Promise.allSettled(times(3, (number) => send(request(number))));
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
