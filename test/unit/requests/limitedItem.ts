/** What sends through a limiter in the tests: input items, with the limits of their options. */
import type { CollabError } from '../../../nodes/Collab/core/errors';
import { Limiter, type RequestGroup } from '../../../nodes/Collab/core/requests/limiter';

/** The time of Jest's fake timers: it passes without being waited for. */
export const time = {
	now: () => jest.now(),
	random: () => 0,

	sleep: async (ms: number, ended = new AbortController().signal) =>
		await new Promise<void>((resolve, reject) => {
			setTimeout(resolve, ms);
			// As in the client: a signal for each wait, which may be many at once.
			const signal = AbortSignal.any([ended]);
			signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
		}),

	/** Until the work has ended. */
	async run<T>(work: Promise<T>): Promise<T> {
		let settled = false;
		const done = () => (settled = true);
		work.then(done, done);
		while (!settled) await jest.advanceTimersToNextTimerAsync();
		return await work;
	},
};

type Request<T> = (number: number) => Promise<T | CollabError>;

export const groupOf = (limits: Partial<RequestGroup> = {}): RequestGroup => ({
	maxConcurrentRequests: 16,
	maxRetryWaitMs: 300_000,
	deadlineMs: Infinity,
	end: new AbortController(),
	...limits,
});

/** The first item of a run. */
export function item(limits: Partial<RequestGroup> = {}) {
	jest.useFakeTimers({ now: 0 });
	const waited = { ms: 0, untilMs: 0 };
	const limiter = new Limiter(waited, time);
	const group = groupOf(limits);
	const send = async <T>(request: () => Promise<T | CollabError>) =>
		await limiter.send(group, request);
	/** Sends a request of another item, and lets time pass until it ends. */
	const sendNext = async <T>(request: () => Promise<T | CollabError>, next = {}) =>
		await time.run(limiter.send(groupOf(next), request));
	/** Sends so many requests at once, of this item or another one, and lets time pass until all have ended. */
	const sendAll = async <T>(count: number, request: Request<T>, of = group) => {
		const all = times(count, (number) => limiter.send(of, () => request(number)));
		return await time.run(Promise.allSettled(all));
	};
	return { waited, group, send, sendNext, sendAll };
}

export const times = <T>(count: number, make: (number: number) => T): T[] =>
	Array.from({ length: count }, (_, number) => make(number));
