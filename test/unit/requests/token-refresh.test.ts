import { CollabError } from '../../../nodes/Collab/core/errors';
import { TokenRefreshes } from '../../../nodes/Collab/core/requests/tokenRefresh';
import { FakeTime } from './fakeTime';
import { times } from './limitedItem';

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

/** A token of the credential `id`, and the refreshes of a process. */
function setUp({
	canBeRefreshed = true,
	limitMs,
}: { canBeRefreshed?: boolean; limitMs?: number } = {}) {
	const time = new FakeTime();
	const token = new Token(time, canBeRefreshed);
	const refreshes = new TokenRefreshes(time.sleep, limitMs);
	const send = async (attempt = token.attempt) => await refreshes.send('id', attempt);
	const eightAtOnce = async () => await Promise.all(times(8, async () => await send()));
	return { time, token, refreshes, send, eightAtOnce };
}

describe('a token that several requests find expired', () => {
	it('is refreshed once, and every request gets its answer', async () => {
		const { time, token, eightAtOnce } = setUp();
		const answers = await time.run(eightAtOnce());
		expect(answers).toEqual(Array.from({ length: 8 }, () => 'answer'));
		expect(token.refreshes).toBe(1);
		// Refused, refreshed, and then sent again all at once.
		expect(time.now()).toBe(200);
	});

	it('is refreshed again when it has expired again', async () => {
		const { time, token, eightAtOnce } = setUp();
		await time.run(eightAtOnce());
		token.isExpired = true;
		await time.run(eightAtOnce());
		expect(token.refreshes).toBe(2);
	});

	it('leaves every request refused after one try when it cannot be refreshed', async () => {
		const { time, token, eightAtOnce } = setUp({ canBeRefreshed: false });
		const answers = await time.run(eightAtOnce());
		expect(answers).toEqual(Array.from({ length: 8 }, () => unauthorized()));
		expect(token.refreshes).toBe(1);
	});

	it('is not refreshed again for a request that was sent before and refused after it', async () => {
		const { time, token, send, eightAtOnce } = setUp();
		const late = send(async (mayRefresh) => {
			const result = token.attempt(mayRefresh);
			await time.sleep(400);
			return await result;
		});
		await time.run(Promise.all([late, eightAtOnce()]));
		expect(await late).toBe('answer');
		expect(token.refreshes).toBe(1);
	});
});

it.each([new CollabError('forbidden', { httpStatus: 403 }), new CollabError('malformed')])(
	'a request that waited gets its own answer, not the $kind of the one that refreshed',
	async (other) => {
		const { time, token, send } = setUp();
		const answers = await time.run(Promise.all([send(token.attemptOf(other)), send()]));
		expect(answers).toEqual([other, 'answer']);
		expect(token.refreshes).toBe(1);
	},
);

it('requests that waited share the error of a refresh that failed', async () => {
	const { time, send } = setUp();
	const failed = new CollabError('unavailable', { httpStatus: 503, isOfRefresh: true });
	const tries: boolean[] = [];
	const attempt = async (mayRefresh: boolean) => {
		tries.push(mayRefresh);
		await time.sleep(50);
		return mayRefresh ? failed : unauthorized();
	};
	const all = Promise.all(times(3, async () => await send(attempt)));
	expect(await time.run(all)).toEqual([failed, failed, failed]);
	expect(tries.filter(Boolean)).toHaveLength(1);
});

it('costs nothing while the token is good', async () => {
	const { time, token, eightAtOnce } = setUp();
	token.isExpired = false;
	await time.run(eightAtOnce());
	expect(token.sent).toEqual(Array.from({ length: 8 }, () => false));
	expect(time.now()).toBe(50);
});

it('of one credential does not wait for that of another', async () => {
	const { time, refreshes, send } = setUp();
	const other = new Token(time);
	await time.run(Promise.all([send(), refreshes.send('other', other.attempt)]));
	expect(time.now()).toBe(150);
});

it('a request that breaks off does not keep the others from refreshing', async () => {
	const { time, send } = setUp();
	const broken = send(async (mayRefresh) => {
		if (!mayRefresh) return unauthorized();
		await time.sleep(80);
		throw new Error('broken');
	});
	const all = Promise.allSettled([broken, send()]);
	expect(await time.run(all)).toMatchObject([{ status: 'rejected' }, { value: 'answer' }]);
});

it('a refresh that nobody waits for any more still keeps the others from refreshing', async () => {
	const { time, token, refreshes, send } = setUp();
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
	const other = time.sleep(30).then(async () => await send());
	const all = Promise.allSettled([abandoned, other]);
	expect(await time.run(all)).toMatchObject([{ status: 'rejected' }, { value: 'answer' }]);
	expect(token.refreshes).toBe(0);
});

it('a refresh that never ends keeps the others for a limited time only', async () => {
	const { time, token, send } = setUp({ limitMs: 60_000 });
	void send(async (mayRefresh) =>
		mayRefresh ? await new Promise<never>(() => undefined) : unauthorized(),
	);
	expect(await time.run(send())).toBe('answer');
	expect(token.refreshes).toBe(1);
	expect(time.now()).toBeGreaterThan(60_000);
	expect(time.now()).toBeLessThan(61_000);
});

it('a request that is refused after each of two refreshes of others is refused', async () => {
	const { time, token, send } = setUp({ canBeRefreshed: false });
	/** Refused at once, then refreshed for 100 ms. */
	const refreshedFrom = async (atMs: number) => {
		await time.sleep(atMs);
		return await send(async (mayRefresh) => {
			if (mayRefresh) await time.sleep(100);
			return mayRefresh ? 'answer' : unauthorized();
		});
	};
	const refused = send();
	await time.run(Promise.all([refused, ...[0, 120, 220].map(refreshedFrom)]));
	expect(await refused).toEqual(unauthorized());
	expect(token.sent).toEqual([false, false, false]);
});

it('the end of a refresh can be waited for', async () => {
	const { time, token, refreshes, send } = setUp();
	await time.run(refreshes.untilEnded('id'));
	expect(time.now()).toBe(0);
	const sent = send();
	await time.run(time.sleep(60));
	await time.run(refreshes.untilEnded('id'));
	expect(token.isExpired).toBe(false);
	expect(await time.run(sent)).toBe('answer');
});
