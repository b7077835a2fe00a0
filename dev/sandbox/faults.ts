import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors';
import { drawFrom } from './seed';

const SHARES = 1_000_000;

export interface Troubles {
	/** Wait before each answer of the list operation. */
	latencyMs: number;
	/** 0 means no limit. */
	requestsPerSecond: number;
	/** Share of list requests that fail, from 0 to 1: half with status 503, half with a dropped connection. */
	faultRate: number;
}

/** Latency, and errors before a request is even looked at. The same seed gives the same errors. */
export class Faults {
	private readonly draw: (bound: number) => number;

	private readonly closing = new AbortController();

	constructor(
		private readonly behavior: Troubles,
		seed: number,
	) {
		this.draw = drawFrom(seed);
		// Every request that waits listens to it; Node.js takes more than ten for a leak.
		setMaxListeners(0, this.closing.signal);
	}

	readonly strike = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		const { latencyMs, faultRate } = this.behavior;
		const { signal } = this.closing;
		if (latencyMs > 0) await delay(latencyMs, undefined, { signal }).catch(() => undefined);
		if (this.draw(SHARES) / SHARES >= faultRate) return;
		if (this.draw(2) === 0) throw new Refusal(503, 'The service is not available right now.');
		reply.hijack();
		request.raw.destroy();
	};

	/** Ends all waiting, so that closing the service does not wait for its latency. */
	close(): void {
		this.closing.abort();
	}
}

/**
 * A bucket that holds one second's worth of requests and fills up steadily.
 * It runs on the machine's steady clock: a service clock that stands still must not block callers for ever.
 */
export class RateLimit {
	private filledAtMs = 0;

	/** A full bucket, at the start and after a change of the limit. */
	private available = Infinity;

	constructor(private readonly behavior: Troubles) {}

	readonly take = (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
		const { requestsPerSecond } = this.behavior;
		const nowMs = performance.now();
		const gained = ((nowMs - this.filledAtMs) / 1000) * requestsPerSecond;
		this.available = Math.min(Math.max(1, requestsPerSecond), this.available + gained);
		this.filledAtMs = nowMs;
		if (requestsPerSecond <= 0) return done();
		if (this.available >= 1) {
			this.available -= 1;
			return done();
		}
		reply.header('retry-after', Math.ceil((1 - this.available) / requestsPerSecond));
		throw new Refusal(429, 'Too many requests. Try again later.');
	};

	reset(): void {
		this.available = Infinity;
	}
}
