/** What sends through a limiter in the tests: input items, with the limits of their options. */
import type { CollabError } from '../../../nodes/Collab/core/errors';
import {
	Limiter,
	RetryBudget,
	type RequestGroup,
	type RequestLimits,
} from '../../../nodes/Collab/core/requests/limiter';
import type { FakeTime } from './fakeTime';

export const groupOf = (limits: Partial<RequestLimits> = {}): RequestGroup => ({
	limits: { maxConcurrentRequests: 16, maxRetryWaitMs: 300_000, ...limits },
	end: new AbortController(),
});

/** One item of one run. */
export function item(
	time: FakeTime,
	limits: Partial<RequestLimits> = {},
	budget = new RetryBudget(),
) {
	const limiter = new Limiter(budget, time);
	const group = groupOf(limits);
	return {
		limiter,
		group,
		send: async <T>(request: () => Promise<T | CollabError>) => await limiter.send(group, request),
	};
}

export const times = <T>(count: number, make: (number: number) => T): T[] =>
	Array.from({ length: count }, (_, number) => make(number));

/** How long an answer takes while so many requests are in flight, this one included. */
type Latency = (inFlight: number, request: number) => number;

export class Service {
	inFlight = 0;

	requests = 0;

	/** How many were in flight after each request had arrived. */
	readonly concurrency: number[] = [];

	constructor(
		private readonly time: FakeTime,
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
}

/** Sends so many requests, all wanted from the start; returns how long they took. */
export async function readAll(time: FakeTime, service: Service, requests: number, maximum = 16) {
	const limiter = new Limiter(new RetryBudget(), time);
	const limits = { maxConcurrentRequests: maximum, maxRetryWaitMs: 3_600_000 };
	const group = { limits, end: new AbortController() };
	const all = Array.from({ length: requests }, async () => {
		return await limiter.send(group, service.request);
	});
	await time.run(Promise.all(all));
	return time.now();
}
