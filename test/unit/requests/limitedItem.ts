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
