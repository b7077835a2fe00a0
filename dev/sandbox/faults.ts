import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors';
import { drawFrom } from './seed';

const MS_PER_SECOND = 1000;
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

	private available = 0;

	constructor(private readonly behavior: Troubles) {
		this.reset();
	}

	readonly take = (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
		const { requestsPerSecond } = this.behavior;
		this.fill(performance.now());
		this.available -= 1;
		if (requestsPerSecond <= 0 || this.available >= 0) return done();
		this.available += 1;
		reply.header('retry-after', Math.ceil((1 - this.available) / requestsPerSecond));
		throw new Refusal(429, 'Too many requests. Try again later.');
	};

	/** Starts with a full bucket, as after a change of the limit. */
	reset(): void {
		this.available = Infinity;
		this.fill(performance.now());
	}

	private fill(nowMs: number): void {
		const { requestsPerSecond } = this.behavior;
		const gained = ((nowMs - this.filledAtMs) / MS_PER_SECOND) * requestsPerSecond;
		this.available = Math.min(Math.max(1, requestsPerSecond), this.available + gained);
		this.filledAtMs = nowMs;
	}
}
