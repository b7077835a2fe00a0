import { unauthorized } from '../../nodes/Collab/core/requests/statusError';
import { Renewal } from '../../nodes/Collab/core/requests/tokenRefresh';
import { FakeTime } from './fakeTime';

/** The token of an n8n that renews it for every request that may, and finds it expired. */
class Token {
	isExpired = true;

	renewals = 0;

	readonly sent: boolean[] = [];

	constructor(
		private readonly time: FakeTime,
		private readonly canBeRenewed = true,
	) {}

	readonly attempt = async (mayRenew: boolean) => {
		const wasExpired = this.isExpired;
		this.sent.push(mayRenew);
		await this.time.sleep(50);
		if (!wasExpired) return 'answer';
		if (!mayRenew) return unauthorized({ httpStatus: 401 });
		this.renewals++;
		await this.time.sleep(50);
		if (!this.canBeRenewed) return unauthorized();
		this.isExpired = false;
		return 'answer';
	};
}

const eightAtOnce = async (renewal: Renewal, token: Token) =>
	await Promise.all(Array.from({ length: 8 }, async () => await renewal.send(token.attempt)));

describe('a token that several requests find expired', () => {
	it('is renewed once, and every request gets its answer', async () => {
		const time = new FakeTime();
		const token = new Token(time);
		const answers = await time.run(eightAtOnce(new Renewal(), token));
		expect(answers).toEqual(Array.from({ length: 8 }, () => 'answer'));
		expect(token.renewals).toBe(1);
		// Refused, renewed, and then sent again all at once.
		expect(time.now()).toBe(200);
	});

	it('is renewed again when it has expired again', async () => {
		const time = new FakeTime();
		const token = new Token(time);
		const renewal = new Renewal();
		await time.run(eightAtOnce(renewal, token));
		token.isExpired = true;
		await time.run(eightAtOnce(renewal, token));
		expect(token.renewals).toBe(2);
	});

	it('leaves every request refused after one try when it cannot be renewed', async () => {
		const time = new FakeTime();
		const token = new Token(time, false);
		const answers = await time.run(eightAtOnce(new Renewal(), token));
		expect(answers).toEqual(Array.from({ length: 8 }, () => unauthorized()));
		expect(token.renewals).toBe(1);
	});

	it('is not renewed again for a request that was sent before and refused after it', async () => {
		const time = new FakeTime();
		const token = new Token(time);
		const renewal = new Renewal();
		const late = renewal.send(async (mayRenew) => {
			const result = token.attempt(mayRenew);
			await time.sleep(400);
			return await result;
		});
		await time.run(Promise.all([late, eightAtOnce(renewal, token)]));
		expect(await late).toBe('answer');
		expect(token.renewals).toBe(1);
	});
});

it('costs nothing while the token is good', async () => {
	const time = new FakeTime();
	const token = new Token(time);
	token.isExpired = false;
	await time.run(eightAtOnce(new Renewal(), token));
	expect(token.sent).toEqual(Array.from({ length: 8 }, () => false));
	expect(time.now()).toBe(50);
});

it('a request that breaks off does not keep the others from renewing', async () => {
	const time = new FakeTime();
	const token = new Token(time);
	const renewal = new Renewal();
	const broken = renewal.send(async (mayRenew) => {
		if (!mayRenew) return unauthorized();
		await time.sleep(80);
		throw new Error('broken');
	});
	const all = Promise.allSettled([broken, renewal.send(token.attempt)]);
	expect(await time.run(all)).toMatchObject([{ status: 'rejected' }, { value: 'answer' }]);
});

it('a renewal that nobody waits for any more still keeps the others from renewing', async () => {
	const time = new FakeTime();
	const token = new Token(time);
	const renewal = new Renewal();
	const abandoned = renewal.send<string>(async (mayRenew, hold) => {
		await time.sleep(1);
		if (!mayRenew) return unauthorized();
		hold(time.sleep(500).then(() => (token.isExpired = false)));
		throw new Error('stopped');
	});
	const other = time.sleep(30).then(async () => await renewal.send(token.attempt));
	const all = Promise.allSettled([abandoned, other]);
	expect(await time.run(all)).toMatchObject([{ status: 'rejected' }, { value: 'answer' }]);
	expect(token.renewals).toBe(0);
});

it('a request waits for another renewal no longer than its own patience', async () => {
	const time = new FakeTime();
	const renewal = new Renewal();
	const token = new Token(time);
	void renewal.send<string>(async (mayRenew) => {
		await time.sleep(mayRenew ? 10_000 : 10);
		return mayRenew ? 'answer' : unauthorized();
	});
	const tooLate = unauthorized({ httpStatus: 401 });
	const impatient = time
		.sleep(20)
		.then(
			async () => await renewal.send(token.attempt, async () => await Promise.resolve(tooLate)),
		);
	expect(await time.run(impatient)).toBe(tooLate);
	expect(time.now()).toBe(70);
});
