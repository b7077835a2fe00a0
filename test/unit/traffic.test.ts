import { errorOfNetwork, errorOfStatus } from '../../nodes/Collab/core/requests/statusError';
import { FakeTime } from './fakeTime';
import { Traffic, Waits } from '../../nodes/Collab/core/requests/limiter';

const traffic = (time: FakeTime, requestsAtOnce = 8, maxWaitMs = 300_000, waits = new Waits()) =>
	new Traffic({ requestsAtOnce, maxWaitMs }, waits, time);

describe('traffic', () => {
	it('sends no more requests at once than allowed', async () => {
		const time = new FakeTime();
		const polite = traffic(time, 3);
		let underWay = 0;
		let most = 0;
		const request = async () => {
			most = Math.max(most, ++underWay);
			await time.sleep(50);
			underWay--;
			return 'answer';
		};
		const answers = await time.run(
			Promise.all(Array.from({ length: 10 }, () => polite.send(request))),
		);
		expect(answers).toHaveLength(10);
		expect(most).toBe(3);
	});

	it('pauses all requests together when the service limits one, then sends fewer at once', async () => {
		const time = new FakeTime();
		const polite = traffic(time, 8);
		const sentAtMs: number[] = [];
		let underWay = 0;
		let mostAfterwards = 0;
		const request = async () => {
			sentAtMs.push(time.now());
			const limited = time.now() < 5_000;
			if (!limited) mostAfterwards = Math.max(mostAfterwards, ++underWay);
			await time.sleep(10);
			if (limited) return errorOfStatus(429, 5_000);
			underWay--;
			return 'answer';
		};
		await time.run(Promise.all(Array.from({ length: 8 }, () => polite.send(request))));
		expect(sentAtMs.filter((atMs) => atMs > 0 && atMs < 5_000)).toEqual([]);
		expect(mostAfterwards).toBe(4);
	});

	it('comes back to full speed slowly', async () => {
		const time = new FakeTime();
		const polite = traffic(time, 4);
		let limited = true;
		let underWay = 0;
		const atOnce: number[] = [];
		const request = async () => {
			atOnce.push(++underWay);
			await time.sleep(10);
			underWay--;
			if (!limited) return 'answer';
			limited = false;
			return errorOfStatus(429, 1_000);
		};
		await time.run(Promise.all(Array.from({ length: 60 }, () => polite.send(request))));
		expect(Math.max(...atOnce.slice(4, 8))).toBe(2);
		expect(Math.max(...atOnce.slice(-10))).toBe(4);
	});

	it('tries again while the service is unavailable, and gives its last failure up after five tries', async () => {
		const time = new FakeTime();
		let tries = 0;
		const request = async () => {
			await time.sleep(1);
			tries++;
			return errorOfNetwork('ECONNRESET');
		};
		await expect(time.run(traffic(time).send(request))).rejects.toMatchObject({
			kind: 'unavailable',
		});
		expect(tries).toBe(5);
		expect(time.now()).toBe(500 + 1_000 + 2_000 + 4_000 + 5);
	});

	it('fails at once when the service asks for more patience than the run has', async () => {
		const time = new FakeTime();
		const request = () => Promise.resolve(errorOfStatus(429, 3_600_000));
		await expect(time.run(traffic(time).send(request))).rejects.toMatchObject({
			kind: 'rateLimited',
			retryAfterMs: 3_600_000,
		});
		expect(time.now()).toBe(0);
	});

	it('counts waits side by side once, and one budget for all of a run', async () => {
		const time = new FakeTime();
		const waits = new Waits();
		const once = () => {
			let limited = true;
			return () => {
				const answer = limited ? errorOfStatus(429, 6_000) : 'answer';
				limited = false;
				return Promise.resolve(answer);
			};
		};
		const first = traffic(time, 8, 10_000, waits);
		await time.run(Promise.all([first.send(once()), first.send(once()), first.send(once())]));
		expect(time.now()).toBe(6_000);
		const second = traffic(time, 8, 10_000, waits);
		await expect(time.run(second.send(once()))).rejects.toMatchObject({ kind: 'rateLimited' });
		expect(time.now()).toBe(6_000);
	});

	it('sends nothing more once a request has failed for good', async () => {
		const time = new FakeTime();
		const polite = traffic(time, 2);
		let sent = 0;
		const request = async () => {
			sent++;
			await time.sleep(10);
			return errorOfStatus(403);
		};
		const all = Promise.allSettled(Array.from({ length: 6 }, () => polite.send(request)));
		const results = await time.run(all);
		expect(results.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
		expect(sent).toBe(2);
	});

	it('does not wait to try a request again once another has failed for good', async () => {
		const time = new FakeTime();
		const polite = traffic(time);
		const waiting = polite.send(() => Promise.resolve(errorOfStatus(503, 250_000)));
		const failing = polite.send(async () => {
			await time.sleep(10);
			return errorOfStatus(403);
		});
		const results = await time.run(Promise.allSettled([waiting, failing]));
		expect(results).toMatchObject(Array(2).fill({ reason: { kind: 'forbidden' } }));
		expect(time.now()).toBe(10);
	});

	it('sends and waits no more when no answer is needed any more', async () => {
		const time = new FakeTime();
		const polite = traffic(time, 2);
		let sent = 0;
		const request = () => Promise.resolve(errorOfStatus(503, ++sent * 100_000));
		const all = Promise.allSettled([1, 2, 3].map(async () => await polite.send(request)));
		polite.end();
		const results = await time.run(all);
		expect(results.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
		expect(time.now()).toBe(0);
	});

	it('passes on what is not a failure of the service', async () => {
		const time = new FakeTime();
		const stopped = new Error('the execution was stopped');
		await expect(time.run(traffic(time).send(() => Promise.reject(stopped)))).rejects.toBe(stopped);
	});
});
