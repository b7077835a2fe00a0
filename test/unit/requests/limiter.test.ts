/** How many requests are sent at once, and when. */
import { errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';
import { groupOf, item, time, times } from './limitedItem';

/** When each request was sent, and how many were in flight then; some are answered otherwise. */
function counted(answer: (number: number) => unknown = () => 'answer') {
	const sent: Array<{ atMs: number; inFlight: number }> = [];
	let inFlight = 0;
	const request = async (number: number) => {
		sent.push({ atMs: time.now(), inFlight: ++inFlight });
		const given = answer(sent.length);
		await time.sleep(10 + (number % 8) / 100);
		inFlight--;
		return given;
	};
	return { sent, request };
}

it('the first is sent alone; from its answer on, as many as each item allows', async () => {
	const { sendAll } = item();
	for (const [index, maxConcurrentRequests] of [12, 2, 1, 16].entries()) {
		const { sent, request } = counted();
		await sendAll(40, request, groupOf({ maxConcurrentRequests }));
		const inFlight = sent.map((one) => one.inFlight);
		if (index === 0) expect(inFlight.slice(0, 2)).toEqual([1, 1]);
		expect(Math.max(...inFlight)).toBe(maxConcurrentRequests);
	}
});

it('a rate limit pauses all together; then half as many are sent, and one more with each round', async () => {
	const { sendAll } = item({ maxConcurrentRequests: 8 });
	const limited = errorOfStatus(429, 5_000);
	const { sent, request } = counted((number) => (number === 9 ? limited : 'answer'));
	await sendAll(60, async () => await request(0));
	const mostAt = (atMs: number) =>
		Math.max(...sent.filter((one) => one.atMs === atMs).map((one) => one.inFlight));
	expect([0, 10].map(mostAt)).toEqual([1, 8]);
	expect(sent.find(({ atMs }) => atMs > 20)?.atMs).toBe(5_020);
	expect(times(6, (round) => mostAt(5_020 + 10 * round))).toEqual([4, 5, 6, 7, 8, 8]);
});

it.each([undefined, 0, 1])(
	'where it meets rate limits only, with a Retry-After of %p ms, at most one request a second is sent',
	async (retryAfterMs) => {
		const { sendAll } = item();
		const { sent, request } = counted(() => errorOfStatus(429, retryAfterMs));
		for (const maxRetryWaitMs of [20_000, 0, 500, 1_000, 20_000]) {
			await sendAll(5, request, groupOf({ maxRetryWaitMs }));
		}
		const seconds = sent.map(({ atMs }) => Math.floor(atMs / 1_000));
		expect(sent.length).toBeGreaterThan(3);
		expect(new Set(seconds).size).toBe(sent.length);
	},
);

it('waits get longer with each rate limit in a row, and begin anew after a success', async () => {
	const { sendAll } = item({ maxConcurrentRequests: 1 });
	const { sent, request } = counted((number) =>
		[1, 2, 3, 4, 6].includes(number) ? errorOfStatus(429) : 'answer',
	);
	await sendAll(3, async () => await request(0));
	const waits = sent.slice(1).map(({ atMs }, index) => atMs - (sent[index]?.atMs ?? 0) - 10);
	expect(waits).toEqual([1_000, 1_000, 2_000, 4_000, 0, 1_000, 0]);
});

it('of several rate limits the longest pause counts, and they halve once', async () => {
	const { sendAll } = item({ maxConcurrentRequests: 8 });
	const sentAtMs: number[] = [];
	await sendAll(17, async (number) => {
		sentAtMs.push(time.now());
		const isLimited = time.now() === 10;
		await time.sleep(10 + (number % 8));
		return isLimited ? errorOfStatus(429, 1_700 - 100 * (number % 8)) : 'answer';
	});
	// 10 + 10 + 1,700
	expect(sentAtMs.filter((atMs) => atMs > 10 && atMs <= 1_720)).toEqual(Array(4).fill(1_720));
});

it('nobody overtakes one that waits, although more requests at once are allowed to the later item', async () => {
	const { send, sendNext } = item({ maxConcurrentRequests: 1 });
	const sent: string[] = [];
	const request = (name: string) => async () => {
		sent.push(name);
		await time.sleep(10);
	};
	const first = [send(request('first')), send(request('second'))];
	await sendNext(request('third'));
	await Promise.all(first);
	expect(sent).toEqual(['first', 'second', 'third']);
});

it('the requests of one item end without those of others', async () => {
	const { group, send, sendNext } = item({ maxConcurrentRequests: 1 });
	const { request } = counted();
	const ended = Promise.allSettled(times(3, (number) => send(() => request(number))));
	await jest.advanceTimersByTimeAsync(0);
	const next = sendNext(() => request(3));
	const reason = new Error('nobody waits');
	group.end.abort(reason);
	expect(await next).toBe('answer');
	expect(await ended).toMatchObject([{ value: 'answer' }, { reason }, { reason }]);
});
