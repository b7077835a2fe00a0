import { Limiter } from '../../../nodes/Collab/core/requests/limiter';
import { errorOfNetwork, errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';
import { groupOf, item, times } from './limitedItem';

/** Gives these answers, one for each request, and an answer to all others. */
const giving = (...answers: ReadonlyArray<ReturnType<typeof errorOfStatus>>) => {
	const left = [...answers];
	return () => Promise.resolve(left.shift() ?? 'answer');
};

describe('the retry budget', () => {
	it('ends after five tries while the service is unavailable', async () => {
		const { time, sendNext } = item();
		let tries = 0;
		const sent = sendNext(async () => {
			await time.sleep(1);
			tries++;
			return errorOfNetwork('ECONNRESET');
		});
		await expect(sent).rejects.toMatchObject({ kind: 'unavailable' });
		expect(tries).toBe(5);
		expect(time.now()).toBe(500 + 1_000 + 2_000 + 4_000 + 5);
	});

	it('does not count rate limits among the five tries', async () => {
		const { time, sendNext } = item();
		const statuses = [429, 429, 503, 429, 429, 503, 429, 429, 503, 503];
		const request = giving(...statuses.map((status) => errorOfStatus(status, 1_000)));
		expect(await sendNext(request)).toBe('answer');
		expect(time.now()).toBe(10_000);
	});

	it('fails at once when the service asks for more than the run may wait', async () => {
		const { time, sendNext } = item();
		const error = { kind: 'rateLimited', retryAfterMs: 3_600_000 };
		await expect(sendNext(giving(errorOfStatus(429, 3_600_000)))).rejects.toMatchObject(error);
		expect(time.now()).toBe(0);
	});

	it('does not wait past the deadline, which uses nothing up: the next item may wait', async () => {
		const { time, sendNext } = item();
		const request = giving(errorOfStatus(503, 1_000), errorOfStatus(503, 1_000));
		await expect(sendNext(request, { deadlineMs: 1_000 })).rejects.toMatchObject({
			kind: 'unavailable',
		});
		expect(time.now()).toBe(0);
		expect(await sendNext(request)).toBe('answer');
		expect(time.now()).toBe(1_000);
	});

	it('counts waits side by side once, for all items of a run together', async () => {
		const { time, budget } = item();
		// Of one account each.
		const send = async () => {
			const limiter = new Limiter(budget, time);
			return await limiter.send(
				groupOf({ maxRetryWaitMs: 10_000 }),
				giving(errorOfStatus(429, 6_000)),
			);
		};
		await time.run(Promise.all([send(), send()]));
		expect(time.now()).toBe(6_000);
		await expect(time.run(send())).rejects.toMatchObject({ kind: 'rateLimited' });
		expect(time.now()).toBe(6_000);
	});

	it('is shared by all items: none sends during a pause that is longer than the run may wait', async () => {
		const { time, sendNext } = item();
		let requests = 0;
		const request = () => {
			requests++;
			return Promise.resolve(errorOfStatus(429, 3_600_000));
		};
		for (let number = 0; number < 20; number++) {
			const failed = sendNext(request, { maxRetryWaitMs: 60_000 });
			await expect(failed).rejects.toMatchObject({ kind: 'rateLimited' });
		}
		expect(requests).toBe(1);
		expect(time.now()).toBe(0);
	});

	it('does not make a later item fail that may not wait at all', async () => {
		const { sendNext } = item();
		const request = giving(errorOfStatus(503));
		await expect(sendNext(request, { maxRetryWaitMs: 0 })).rejects.toBeDefined();
		expect(await sendNext(request, { maxRetryWaitMs: 0 })).toBe('answer');
	});

	it('is not waited for once another request of the item has failed for good', async () => {
		const { time, sendAll } = item();
		const results = await sendAll(2, async (number) => {
			if (number === 0) return errorOfStatus(503, 250_000);
			await time.sleep(10);
			return errorOfStatus(403);
		});
		expect(results).toMatchObject(Array(2).fill({ reason: { kind: 'forbidden' } }));
		expect(time.now()).toBe(10);
	});

	it('sends and waits no more when no answer is needed any more', async () => {
		const { time, group, sendAll } = item({ maxConcurrentRequests: 2 });
		const all = sendAll(3, giving(...times(3, () => errorOfStatus(503, 100_000))));
		group.end.abort();
		const results = await all;
		expect(results.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
		expect(time.now()).toBe(0);
	});
});
