import { unauthorised } from '../../nodes/Collab/api/service/answers';
import { Renewal } from '../../nodes/Collab/api/service/renewal';
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
		if (!mayRenew) return unauthorised({ httpStatus: 401 });
		this.renewals++;
		await this.time.sleep(50);
		if (!this.canBeRenewed) return unauthorised();
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
		// Refused and renewed, then sent again all at once.
		expect(time.now()).toBe(150);
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

	it('leaves every request refused when it cannot be renewed', async () => {
		const time = new FakeTime();
		const answers = await time.run(eightAtOnce(new Renewal(), new Token(time, false)));
		expect(answers).toEqual(Array.from({ length: 8 }, () => unauthorised()));
	});
});

it('costs nothing while the token is good', async () => {
	const time = new FakeTime();
	const token = new Token(time);
	token.isExpired = false;
	await time.run(eightAtOnce(new Renewal(), token));
	expect(token.sent).toEqual([true, ...Array.from({ length: 7 }, () => false)]);
	expect(time.now()).toBe(50);
});

it('a request that breaks off does not keep the others from renewing', async () => {
	const time = new FakeTime();
	const token = new Token(time);
	const renewal = new Renewal();
	const broken = renewal.send(async () => {
		await time.sleep(10);
		throw new Error('broken');
	});
	const all = Promise.allSettled([broken, renewal.send(token.attempt)]);
	expect(await time.run(all)).toMatchObject([{ status: 'rejected' }, { value: 'answer' }]);
});
