import { Limiter, RetryBudget } from '../../../nodes/Collab/core/requests/limiter';
import { errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';
import { FakeTime } from './fakeTime';
import { groupOf, item, times } from './limitedItem';

describe('the concurrency limiter', () => {
	it('sends requests in the order in which they came, those of several items too', async () => {
		const time = new FakeTime();
		const limiter = new Limiter(new RetryBudget(), time);
		const [one, other] = [groupOf(), groupOf()];
		const sent: number[] = [];
		const request = (number: number) => async () => {
			sent.push(number);
			await time.sleep(10);
			return number;
		};
		const all = times(60, (number) =>
			limiter.send(number % 2 === 0 ? one : other, request(number)),
		);
		await time.run(Promise.all(all));
		expect(sent).toEqual(times(60, (number) => number));
	});

	it('pauses all requests together when the service limits one, then sends half as many', async () => {
		const time = new FakeTime();
		const { send } = item(time);
		const sent: Array<{ atMs: number; inFlight: number }> = [];
		let inFlight = 0;
		let limitedAtMs = Infinity;
		const request = async () => {
			sent.push({ atMs: time.now(), inFlight: ++inFlight });
			if (inFlight === 8) limitedAtMs = Math.min(limitedAtMs, time.now());
			await time.sleep(20);
			const isLimited = time.now() <= limitedAtMs + 20 && limitedAtMs < time.now();
			inFlight--;
			return isLimited ? errorOfStatus(429, 5_000) : 'answer';
		};
		await time.run(Promise.all(times(60, () => send(request))));
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
		const time = new FakeTime();
		const limited = [undefined];
		const { sentAtMs, request } = limitedAt(time, {
			...{ 0: limited, 510: limited, 1_520: limited, 3_540: limited },
		});
		const { send } = item(time, { maxConcurrentRequests: 2 });
		await time.run(Promise.all(times(8, () => send(request))));
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
		const time = new FakeTime();
		const { sentAtMs, request } = limitedAt(time, { 0: asked });
		const { send } = item(time);
		await time.run(Promise.all(times(2, () => send(request))));
		expect(sentAtMs).toEqual([0, 0, untilMs, untilMs]);
	});

	it('lets nobody overtake one that waits, although more requests at once are allowed to the later item', async () => {
		const time = new FakeTime();
		const limiter = new Limiter(new RetryBudget(), time);
		const [alone, later] = [groupOf({ maxConcurrentRequests: 1 }), groupOf()];
		const sent: string[] = [];
		const request = (name: string) => async () => {
			sent.push(name);
			await time.sleep(10);
			return name;
		};
		const first = [limiter.send(alone, request('first')), limiter.send(alone, request('second'))];
		await time.run(Promise.all([...first, limiter.send(later, request('third'))]));
		expect(sent).toEqual(['first', 'second', 'third']);
	});

	it('sends nothing more once a request has failed for good', async () => {
		const time = new FakeTime();
		const { send } = item(time, { maxConcurrentRequests: 2 });
		let sent = 0;
		const request = async () => {
			sent++;
			await time.sleep(10);
			return errorOfStatus(403);
		};
		const results = await time.run(Promise.allSettled(times(6, () => send(request))));
		expect(results.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
		expect(sent).toBe(2);
	});

	it('ends the requests of one item only', async () => {
		const time = new FakeTime();
		const { limiter, group, send } = item(time, { maxConcurrentRequests: 1 });
		const slow = async () => {
			await time.sleep(100);
			return 'answer';
		};
		const ended = Promise.allSettled(times(3, () => send(slow)));
		const next = limiter.send(groupOf(), slow);
		group.end.abort(new Error('nobody waits'));
		expect(await time.run(next)).toBe('answer');
		const reason = new Error('nobody waits');
		expect(await ended).toMatchObject([{ value: 'answer' }, { reason }, { reason }]);
	});

	it('passes on what is not an error of the service', async () => {
		const time = new FakeTime();
		const stopped = new Error('the execution was stopped');
		await expect(time.run(item(time).send(() => Promise.reject(stopped)))).rejects.toBe(stopped);
	});
});
