/** What sends through a limiter in the tests: input items, with the limits of their options, on a clock of their own. */
import type { CollabError } from '../../../nodes/Collab/core/errors';
import {
	Limiter,
	RetryBudget,
	type RequestGroup,
	type RequestLimits,
} from '../../../nodes/Collab/core/requests/limiter';
import { FakeTime } from './fakeTime';

type Request<T> = () => Promise<T | CollabError>;

export const groupOf = (limits: Partial<RequestLimits> = {}): RequestGroup => ({
	limits: { maxConcurrentRequests: 16, maxRetryWaitMs: 300_000, ...limits },
	end: new AbortController(),
});

/** The first item of a run. */
export function item(limits: Partial<RequestLimits> = {}, time = new FakeTime()) {
	const budget = new RetryBudget();
	const limiter = new Limiter(budget, time);
	const group = groupOf(limits);
	const send = async <T>(request: Request<T>) => await limiter.send(group, request);
	/** Sends a request of another item, and lets time pass until it ends. */
	const sendNext = async <T>(request: Request<T>, next: Partial<RequestLimits> = {}) =>
		await time.run(limiter.send(groupOf(next), request));
	/** Sends so many requests at once, and lets time pass until all have ended. */
	const sendAll = async <T>(count: number, request: (number: number) => Promise<T | CollabError>) =>
		await time.run(Promise.allSettled(times(count, (number) => send(() => request(number)))));
	return { time, budget, limiter, group, send, sendNext, sendAll };
}

export const times = <T>(count: number, make: (number: number) => T): T[] =>
	Array.from({ length: count }, (_, number) => make(number));

/** How long an answer takes while so many requests are in flight, this one included. */
type Latency = (inFlight: number, request: number) => number;

export class Service {
	readonly time = new FakeTime();

	inFlight = 0;

	requests = 0;

	/** How many were in flight after each request had arrived. */
	readonly concurrency: number[] = [];

	constructor(
		private readonly latencyMs: Latency,
		private readonly refuse: (nowMs: number) => CollabError | undefined = () => undefined,
	) {}

	readonly request = async (): Promise<string | CollabError> => {
		this.requests++;
		this.concurrency.push(++this.inFlight);
		const refusal = this.refuse(this.time.now());
		await this.time.sleep(this.latencyMs(this.inFlight, this.requests));
		this.inFlight--;
		return refusal ?? 'answer';
	};

	/** Sends so many requests, all wanted from the start; returns how long they took. */
	async readAll(count: number, request = this.request): Promise<number> {
		const { sendAll } = item({ maxRetryWaitMs: 3_600_000 }, this.time);
		const results = await sendAll(count, request);
		expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
		return this.time.now();
	}
}
