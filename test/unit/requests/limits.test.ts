/** How real limiters answer, in simulated time: a list of 3,000 projects is read within the default Max Retry Wait. */
import { type CollabError, malformed } from '../../../nodes/Collab/core/errors';
import {
	errorOfNetwork,
	errorOfProxy,
	errorOfStatus,
} from '../../../nodes/Collab/core/requests/statusError';
import { randomFrom } from '../service';
import { item, time, times } from './limitedItem';

/** nginx's limit_req without burst: what comes sooner after the last one that passed is refused. */
function limitedTo(perSecond: number, refusal: CollabError, random: () => number) {
	let passedAtMs = -Infinity;
	return async () => {
		await time.sleep(5 * random());
		const isRefused = time.now() - passedAtMs < 1_000 / perSecond;
		if (!isRefused) passedAtMs = time.now();
		await time.sleep(isRefused ? 1 : 1 + 100 * random());
		return isRefused ? refusal : 'page';
	};
}

afterEach(() => (time.random = () => 0));

it.each<[what: string, refusal: CollabError]>([
	['429', errorOfStatus(429)],
	['503', errorOfStatus(503)],
	['503 and Retry-After 1', errorOfStatus(503, 1_000)],
	['503 and Retry-After 5', errorOfStatus(503, 5_000)],
	['403 and Retry-After 2', errorOfStatus(403, 2_000)],
	['500', errorOfStatus(500)],
	['a reset', errorOfNetwork('ECONNRESET')],
	['a web page', malformed('notJson')],
])('a limiter of 10 or 2 requests a second with %s fails no list', async (_what, refusal) => {
	for (const perSecond of [10, 2])
		for (const seed of times(5, (number) => number)) {
			const random = randomFrom(seed);
			time.random = random;
			const { send, sendAll } = item();
			const request = limitedTo(perSecond, refusal, random);
			expect(await time.run(send(request))).toBe('page');
			const pages = await sendAll(29, request);
			expect(pages).toEqual(times(29, () => ({ status: 'fulfilled', value: 'page' })));
		}
});

it.each<[tries: number, hasAnswered: boolean, error: CollabError]>([
	[5, false, errorOfStatus(503)],
	[5, false, errorOfStatus(503, 1_000)],
	[5, false, malformed('notJson')],
	[5, true, errorOfStatus(500)],
	[5, false, errorOfProxy()],
	[5, false, errorOfNetwork('ECONNREFUSED')],
	[1, false, errorOfProxy(407)],
	[5, false, errorOfProxy(500)],
	[5, true, malformed('wrongType', { label: 'it' })],
	[1, true, errorOfStatus(409)],
])('%d tries where a good answer came before: %p, of %p', async (tries, hasAnswered, error) => {
	const { send, sendNext } = item();
	if (hasAnswered) await time.run(send(async () => await Promise.resolve('page')));
	const request = jest.fn(async () => await Promise.resolve(error));
	await expect(sendNext(request)).rejects.toBe(error);
	expect(request).toHaveBeenCalledTimes(tries);
});

it.each([
	[500, 2],
	[503, 1],
])('a fault (%d) keeps no next item waiting, though overload does', async (status, sent) => {
	const { sendNext } = item();
	const request = jest.fn(async () => await Promise.resolve(errorOfStatus(status)));
	for (let number = 0; number < 2; number++)
		await expect(sendNext(request, { maxRetryWaitMs: 0 })).rejects.toThrow('unavailable');
	expect(request).toHaveBeenCalledTimes(sent);
});

it('what fails after its item has ended neither pauses the others nor is sent again', async () => {
	const { group, send, sendNext } = item();
	await time.run(send(async () => await Promise.resolve('page')));
	const late = send(async () => {
		await time.sleep(10);
		return errorOfStatus(429, 60_000);
	});
	const ended = expect(late).rejects.toThrow('nobody waits');
	await jest.advanceTimersByTimeAsync(5);
	group.end.abort(new Error('nobody waits'));
	await jest.advanceTimersByTimeAsync(10);
	await ended;
	expect(await sendNext(async () => await Promise.resolve('page'))).toBe('page');
	expect(time.now()).toBe(15);
});
