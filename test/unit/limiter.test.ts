import { Limiter, RetryBudget } from '../../nodes/Collab/core/requests/limiter';
import { errorOfStatus } from '../../nodes/Collab/core/requests/statusError';
import { FakeTime } from './fakeTime';
import { groupOf, item, times } from './limitedItem';

describe('the concurrency limiter', () => {
	it('sends no more requests at once than allowed', async () => {
		const time = new FakeTime();
		const { send } = item(time, { maxConcurrentRequests: 3 });
		let inFlight = 0;
		let most = 0;
		const request = async () => {
			most = Math.max(most, ++inFlight);
			await time.sleep(50);
			inFlight--;
			return 'answer';
		};
		const answers = await time.run(Promise.all(times(10, () => send(request))));
		expect(answers).toHaveLength(10);
		expect(most).toBe(3);
	});

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
