import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors';
import type { FalseAnswers } from './listing';

/** All of these can be changed while the service runs. */
export const BEHAVIOR = {
	/** Wait before each answer of the list operation. */
	latencyMs: 0,
	/** 0 means no limit. */
	requestsPerSecond: 0,
	/**
	 * List answers with status 200 that are wrong: without rows, with half of them, like those of an empty account, or like
	 * those of one that has half of the projects.
	 */
	falseAnswers: 'none' as FalseAnswers,
};

export type Behavior = typeof BEHAVIOR;

export function latencyOf(behavior: Behavior) {
	return async (): Promise<void> => {
		const { latencyMs } = behavior;
		// A closed service's wait keeps no process alive.
		if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false });
	};
}

/**
 * A bucket that holds one second's worth of requests and fills up steadily.
 * It runs on the machine's steady clock: a service clock that stands still must not block callers for ever.
 */
export function rateLimitOf(behavior: Behavior) {
	let filledAtMs = 0;
	let available = Infinity;
	return (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
		const { requestsPerSecond } = behavior;
		if (requestsPerSecond <= 0) return done();
		const nowMs = performance.now();
		const gained = ((nowMs - filledAtMs) / 1000) * requestsPerSecond;
		available = Math.min(Math.max(1, requestsPerSecond), available + gained);
		filledAtMs = nowMs;
		if (available < 1) {
			reply.header('retry-after', Math.ceil((1 - available) / requestsPerSecond));
			throw new Refusal(429, 'Too many requests. Try again later.');
		}
		available -= 1;
		done();
	};
}
