import { RetryBudget } from '../../../nodes/Collab/core/requests/limiter';
import { errorOfNetwork, errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';
import { FakeTime } from './fakeTime';
import { groupOf, item, times } from './limitedItem';

describe('the retry budget', () => {
	it('ends after five tries while the service is unavailable', async () => {
		const time = new FakeTime();
		let tries = 0;
		const request = async () => {
			await time.sleep(1);
			tries++;
			return errorOfNetwork('ECONNRESET');
		};
		await expect(time.run(item(time).send(request))).rejects.toMatchObject({ kind: 'unavailable' });
		expect(tries).toBe(5);
		expect(time.now()).toBe(500 + 1_000 + 2_000 + 4_000 + 5);
	});

	it('does not count rate limits among the five tries', async () => {
		const time = new FakeTime();
		const answers = [429, 429, 503, 429, 429, 503, 429, 429, 503, 503];
		const request = () => {
			const status = answers.shift();
			return Promise.resolve(status === undefined ? 'answer' : errorOfStatus(status, 1_000));
		};
		expect(await time.run(item(time).send(request))).toBe('answer');
		expect(time.now()).toBe(10_000);
	});

	it('fails at once when the service asks for more than the run may wait', async () => {
		const time = new FakeTime();
		const request = () => Promise.resolve(errorOfStatus(429, 3_600_000));
		await expect(time.run(item(time).send(request))).rejects.toMatchObject({
			kind: 'rateLimited',
			retryAfterMs: 3_600_000,
		});
		expect(time.now()).toBe(0);
	});

	it('does not wait past the deadline', async () => {
		const time = new FakeTime();
		const { send } = item(time, { deadlineMs: 1_000 });
		await expect(
			time.run(send(() => Promise.resolve(errorOfStatus(503, 1_000)))),
		).rejects.toMatchObject({ kind: 'unavailable' });
		expect(time.now()).toBe(0);
	});

	it('is not used up by an item whose deadline is near: the next one may wait', async () => {
		const time = new FakeTime();
		const { limiter, send } = item(time, { deadlineMs: 1_000 });
		const unavailable = () => Promise.resolve(errorOfStatus(503, 1_000));
		await expect(time.run(send(unavailable))).rejects.toMatchObject({ kind: 'unavailable' });
		const answer = async () => await Promise.resolve('answer');
		expect(await time.run(limiter.send(groupOf(), answer))).toBe('answer');
	});

	it('counts waits side by side once, for all items of a run together', async () => {
		const time = new FakeTime();
		const budget = new RetryBudget();
		const once = () => {
			let limited = true;
			return () => {
				const answer = limited ? errorOfStatus(429, 6_000) : 'answer';
				limited = false;
				return Promise.resolve(answer);
			};
		};
		const first = item(time, { maxRetryWaitMs: 10_000 }, budget);
		await time.run(Promise.all([first.send(once()), first.send(once())]));
		expect(time.now()).toBe(6_000);
		const second = item(time, { maxRetryWaitMs: 10_000 }, budget);
		await expect(time.run(second.send(once()))).rejects.toMatchObject({ kind: 'rateLimited' });
		expect(time.now()).toBe(6_000);
	});

	it('is shared by 20 items of which each is asked to wait for an hour: one request', async () => {
		const time = new FakeTime();
		const { limiter } = item(time);
		let requests = 0;
		const limited = () => Promise.resolve(errorOfStatus(429, ++requests * 3_600_000));
		for (let number = 0; number < 20; number++) {
			await expect(time.run(limiter.send(groupOf(), limited))).rejects.toMatchObject({
				kind: 'rateLimited',
			});
		}
		expect(requests).toBe(1);
	});

	it('once spent on a service that is down, lets no further item ask', async () => {
		const time = new FakeTime();
		const { limiter } = item(time);
		let requests = 0;
		const down = () => Promise.resolve(errorOfStatus(503, 10_000 * Math.sign(++requests)));
		for (let number = 0; number < 20; number++) {
			const group = groupOf({ maxRetryWaitMs: 60_000 });
			await expect(time.run(limiter.send(group, down))).rejects.toMatchObject({
				kind: 'unavailable',
			});
		}
		expect(requests).toBe(8);
		expect(time.now()).toBe(60_000);
	});

	it('does not make a later item fail that may not wait at all', async () => {
		const time = new FakeTime();
		const { limiter } = item(time);
		const answers = [errorOfStatus(503), 'answer'];
		const request = () => Promise.resolve(answers.shift() ?? 'answer');
		const none = { maxRetryWaitMs: 0 };
		await expect(time.run(limiter.send(groupOf(none), request))).rejects.toBeDefined();
		expect(await time.run(limiter.send(groupOf(none), request))).toBe('answer');
	});

	it('is not waited for once another request of the item has failed for good', async () => {
		const time = new FakeTime();
		const { send } = item(time);
		const waiting = send(() => Promise.resolve(errorOfStatus(503, 250_000)));
		const failing = send(async () => {
			await time.sleep(10);
			return errorOfStatus(403);
		});
		const results = await time.run(Promise.allSettled([waiting, failing]));
		expect(results).toMatchObject(Array(2).fill({ reason: { kind: 'forbidden' } }));
		expect(time.now()).toBe(10);
	});

	it('sends and waits no more when no answer is needed any more', async () => {
		const time = new FakeTime();
		const { group, send } = item(time, { maxConcurrentRequests: 2 });
		let sent = 0;
		const request = () => Promise.resolve(errorOfStatus(503, ++sent * 100_000));
		const all = Promise.allSettled(times(3, async () => await send(request)));
		group.end.abort();
		const results = await time.run(all);
		expect(results.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
		expect(time.now()).toBe(0);
	});
});
