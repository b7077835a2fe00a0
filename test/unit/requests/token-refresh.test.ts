import { CollabError } from '../../../nodes/Collab/core/errors';
import { TokenRefreshes } from '../../../nodes/Collab/core/requests/tokenRefresh';
import { FakeTime } from './fakeTime';

const unauthorized = (httpStatus = 401) => new CollabError('unauthorized', { httpStatus });

/** The token of an n8n that refreshes it for every request that may, and finds it expired. */
class Token {
	isExpired = true;

	refreshes = 0;

	readonly sent: boolean[] = [];

	constructor(
		private readonly time: FakeTime,
		private readonly canBeRefreshed = true,
	) {}

	/** @param answer what the service answers to this caller once the token is good */
	readonly attemptOf =
		(answer: string | CollabError = 'answer') =>
		async (mayRefresh: boolean) => {
			const wasExpired = this.isExpired;
			this.sent.push(mayRefresh);
			await this.time.sleep(50);
			if (!wasExpired) return answer;
			if (!mayRefresh) return unauthorized();
			this.refreshes++;
			await this.time.sleep(50);
			if (!this.canBeRefreshed) return unauthorized();
			this.isExpired = false;
			return answer;
		};

	readonly attempt = this.attemptOf();
}

const refreshesIn = (time: FakeTime, limitMs?: number) => new TokenRefreshes(time.sleep, limitMs);

const eightAtOnce = async (refreshes: TokenRefreshes, token: Token) =>
	await Promise.all(
		Array.from({ length: 8 }, async () => await refreshes.send('id', token.attempt)),
	);

describe('a token that several requests find expired', () => {
	it('is refreshed once, and every request gets its answer', async () => {
		const time = new FakeTime();
		const token = new Token(time);
		const answers = await time.run(eightAtOnce(refreshesIn(time), token));
		expect(answers).toEqual(Array.from({ length: 8 }, () => 'answer'));
		expect(token.refreshes).toBe(1);
		// Refused, refreshed, and then sent again all at once.
		expect(time.now()).toBe(200);
	});

	it('is refreshed again when it has expired again', async () => {
		const time = new FakeTime();
		const token = new Token(time);
		const refreshes = refreshesIn(time);
		await time.run(eightAtOnce(refreshes, token));
		token.isExpired = true;
		await time.run(eightAtOnce(refreshes, token));
		expect(token.refreshes).toBe(2);
	});

	it('leaves every request refused after one try when it cannot be refreshed', async () => {
		const time = new FakeTime();
		const token = new Token(time, false);
		const answers = await time.run(eightAtOnce(refreshesIn(time), token));
		expect(answers).toEqual(Array.from({ length: 8 }, () => unauthorized()));
		expect(token.refreshes).toBe(1);
	});

	it('is not refreshed again for a request that was sent before and refused after it', async () => {
		const time = new FakeTime();
		const token = new Token(time);
		const refreshes = refreshesIn(time);
		const late = refreshes.send('id', async (mayRefresh) => {
			const result = token.attempt(mayRefresh);
			await time.sleep(400);
			return await result;
		});
		await time.run(Promise.all([late, eightAtOnce(refreshes, token)]));
		expect(await late).toBe('answer');
		expect(token.refreshes).toBe(1);
	});
});

it.each([new CollabError('forbidden', { httpStatus: 403 }), new CollabError('malformed')])(
	'a request that waited gets its own answer, not the $kind of the one that refreshed',
	async (other) => {
		const time = new FakeTime();
		const token = new Token(time);
		const refreshes = refreshesIn(time);
		const answers = await time.run(
			Promise.all([
				refreshes.send('id', token.attemptOf(other)),
				refreshes.send('id', token.attempt),
			]),
		);
		expect(answers).toEqual([other, 'answer']);
		expect(token.refreshes).toBe(1);
	},
);

it('requests that waited share the error of a refresh that failed', async () => {
	const time = new FakeTime();
	const refreshes = refreshesIn(time);
	const failed = new CollabError('unavailable', { httpStatus: 503, isOfRefresh: true });
	const tries: boolean[] = [];
	const attempt = async (mayRefresh: boolean) => {
		tries.push(mayRefresh);
		await time.sleep(50);
		return mayRefresh ? failed : unauthorized();
	};
	const all = Promise.all([1, 2, 3].map(async () => await refreshes.send<string>('id', attempt)));
	expect(await time.run(all)).toEqual([failed, failed, failed]);
	expect(tries.filter(Boolean)).toHaveLength(1);
});

it('costs nothing while the token is good', async () => {
	const time = new FakeTime();
	const token = new Token(time);
	token.isExpired = false;
	await time.run(eightAtOnce(refreshesIn(time), token));
	expect(token.sent).toEqual(Array.from({ length: 8 }, () => false));
	expect(time.now()).toBe(50);
});

it('of one credential does not wait for that of another', async () => {
	const time = new FakeTime();
	const refreshes = refreshesIn(time);
	const [one, other] = [new Token(time), new Token(time)];
	await time.run(
		Promise.all([refreshes.send('1', one.attempt), refreshes.send('2', other.attempt)]),
	);
	expect(time.now()).toBe(150);
});

it('a request that breaks off does not keep the others from refreshing', async () => {
	const time = new FakeTime();
	const token = new Token(time);
	const refreshes = refreshesIn(time);
	const broken = refreshes.send('id', async (mayRefresh) => {
		if (!mayRefresh) return unauthorized();
		await time.sleep(80);
		throw new Error('broken');
	});
	const all = Promise.allSettled([broken, refreshes.send('id', token.attempt)]);
	expect(await time.run(all)).toMatchObject([{ status: 'rejected' }, { value: 'answer' }]);
});

it('a refresh that nobody waits for any more still keeps the others from refreshing', async () => {
	const time = new FakeTime();
	const token = new Token(time);
	const refreshes = refreshesIn(time);
	const stopped = async <T>(promise: Promise<T>): Promise<T> =>
		await Promise.race([
			promise,
			time.sleep(100).then(() => {
				throw new Error('stopped');
			}),
		]);
	const abandoned = refreshes.send<string>(
		'id',
		async (mayRefresh) => {
			await time.sleep(mayRefresh ? 500 : 1);
			if (!mayRefresh) return unauthorized();
			token.isExpired = false;
			return 'answer';
		},
		stopped,
	);
	const other = time.sleep(30).then(async () => await refreshes.send('id', token.attempt));
	const all = Promise.allSettled([abandoned, other]);
	expect(await time.run(all)).toMatchObject([{ status: 'rejected' }, { value: 'answer' }]);
	expect(token.refreshes).toBe(0);
});

it('a refresh that never ends keeps the others for a limited time only', async () => {
	const time = new FakeTime();
	const refreshes = refreshesIn(time, 60_000);
	void refreshes.send<string>('id', async (mayRefresh) =>
		mayRefresh ? await new Promise<never>(() => undefined) : unauthorized(),
	);
	const token = new Token(time);
	expect(await time.run(refreshes.send('id', token.attempt))).toBe('answer');
	expect(token.refreshes).toBe(1);
	expect(time.now()).toBeGreaterThan(60_000);
	expect(time.now()).toBeLessThan(61_000);
});

it('a request that is refused after each of two refreshes of others is refused', async () => {
	const time = new FakeTime();
	const refreshes = refreshesIn(time);
	/** Refused at once, then refreshed for 100 ms. */
	const refreshedFrom = async (atMs: number) => {
		await time.sleep(atMs);
		return await refreshes.send<string>('id', async (mayRefresh) => {
			if (mayRefresh) await time.sleep(100);
			return mayRefresh ? 'answer' : unauthorized();
		});
	};
	const token = new Token(time, false);
	const refused = refreshes.send('id', token.attempt);
	await time.run(Promise.all([refused, ...[0, 120, 220].map(refreshedFrom)]));
	expect(await refused).toEqual(unauthorized());
	expect(token.sent).toEqual([false, false, false]);
});

it('the end of a refresh can be waited for', async () => {
	const time = new FakeTime();
	const refreshes = refreshesIn(time);
	await time.run(refreshes.untilEnded('id'));
	expect(time.now()).toBe(0);
	const token = new Token(time);
	const sent = refreshes.send('id', token.attempt);
	await time.run(time.sleep(60));
	await time.run(refreshes.untilEnded('id'));
	expect(token.isExpired).toBe(false);
	expect(await time.run(sent)).toBe('answer');
});
