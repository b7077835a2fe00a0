/** What is sent again, after which delay, and for how long in all. */
import { errorOfAnswer } from '../../../nodes/Collab/client/nodeErrors';
import { Limiter } from '../../../nodes/Collab/core/requests/limiter';
import { parseRetryAfterMs, retryDelayMs } from '../../../nodes/Collab/core/requests/retry';
import { errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';
import { groupOf, item, time, times } from './limitedItem';

it.each<[what: string, headers: unknown[], delayMs: number | undefined]>([
	['seconds', ['7'], 7_000],
	['many seconds', ['60000'], 60_000_000],
	['no time', ['0', '1772366340', 'Sun, 01 Mar 2026 11:00:00 GMT'], 0],
	['a date or time', ['Sun, 01 Mar 2026 12:00:30 GMT', '2026-03-01T12:00:30Z'], 30_000],
	['a time as a number', ['1772366430', '1772366430000'], 30_000],
	['no number', ['-1', '5, 5', '0x1E', '1e1', '1.5', 'Infinity', 'soon', ''], undefined],
	['no date', ['2026-02-30', '1 Mar 2026 12:00:30', undefined, null, ['1']], undefined],
])('a Retry-After that is %s: %j are %p ms', (_what, headers, delayMs) => {
	const nowMs = Date.parse('2026-03-01T12:00:00Z');
	for (const header of headers) expect(parseRetryAfterMs(header, nowMs)).toBe(delayMs);
});

it.each<[string, number, number[], number | undefined, number, unknown[]]>([
	['up to half a minute', 429, [6, 7, 9], undefined, 0, [16_000, 30_000, 30_000]],
	['never less than a second', 503, [1, 2], undefined, 0, [1_000, 1_000]],
	['not even where the service asks for less', 503, [1], 1, 0, [1_000]],
	['up to half longer, so that parallel runs spread', 429, [4], undefined, 1, [6_000]],
	['never earlier than asked for, but spread, too', 429, [1, 4], 5_000, 1, [5_250, 7_000]],
])('the delay is %s: %d, tries %j', (_what, status, tries, retryAfterMs, random, expected) => {
	const error = errorOfStatus(status, retryAfterMs);
	expect(tries.map((count) => retryDelayMs(error, count, random))).toEqual(expected);
});

it.each([-300_000, 300_000])(
	'a Retry-After date counts from the Date of its answer, where clocks differ by %d ms',
	(aheadMs) => {
		const at = (ms: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + aheadMs + ms);
		const headers = { date: at(0).toUTCString(), 'retry-after': at(7_000).toUTCString() };
		expect(errorOfAnswer(429, headers).data.retryAfterMs).toBe(7_000);
	},
);

/** Gives these answers, one for each request, and an answer to all others. */
const giving = (...answers: Array<ReturnType<typeof errorOfStatus>>) =>
	jest.fn(async () => await Promise.resolve(answers.shift() ?? 'answer'));

describe('the retry budget', () => {
	it('does not count rate limits among the five tries', async () => {
		const { sendNext } = item();
		const statuses = [429, 429, 503, 429, 429, 503, 429, 429, 503, 503];
		const request = giving(...statuses.map((status) => errorOfStatus(status, 1_000)));
		expect(await sendNext(request)).toBe('answer');
		expect(time.now()).toBe(10_000);
	});

	it('is shared by all items: none sends during a pause that is longer than the run may wait', async () => {
		const { sendNext } = item();
		const request = giving(...times(20, () => errorOfStatus(429, 3_600_000)));
		const error = { kind: 'rateLimited', data: { retryAfterMs: 3_600_000 } };
		for (let number = 0; number < 20; number++) {
			await expect(sendNext(request, { maxRetryWaitMs: 60_000 })).rejects.toMatchObject(error);
		}
		expect([request.mock.calls.length, time.now()]).toEqual([1, 0]);
	});

	it('does not wait past the deadline, which uses nothing up: the next item may wait', async () => {
		const { sendNext } = item();
		const request = giving(errorOfStatus(503, 1_000), errorOfStatus(503, 1_000));
		const failed = sendNext(request, { deadlineMs: 1_000 });
		await expect(failed).rejects.toMatchObject({ kind: 'unavailable' });
		expect(time.now()).toBe(0);
		expect(await sendNext(request)).toBe('answer');
		expect(time.now()).toBe(2_000);
	});

	it('counts waits side by side once, for all accounts of a run together', async () => {
		const { waited } = item();
		const send = async () => {
			const request = giving(errorOfStatus(429, 6_000));
			return await new Limiter(waited, time).send(groupOf({ maxRetryWaitMs: 10_000 }), request);
		};
		await time.run(Promise.all([send(), send()]));
		expect(time.now()).toBe(6_000);
		await expect(time.run(send())).rejects.toMatchObject({ kind: 'rateLimited' });
		expect(time.now()).toBe(6_000);
	});

	it('is not waited for once another request of the item has failed for good', async () => {
		const { sendAll } = item();
		await sendAll(1, giving());
		const results = await sendAll(2, async (number) => {
			if (number === 0) return errorOfStatus(503, 250_000);
			await time.sleep(10);
			return errorOfStatus(409);
		});
		expect(results).toMatchObject(Array(2).fill({ reason: { kind: 'rejected' } }));
		expect(time.now()).toBe(10);
	});
});
