/**
 * The manners of a run towards the service: how many requests at once, when all of them pause,
 * and how long they may wait altogether. Clock, sleep and chance are given from outside.
 */
import { CollabError } from '../errors';
import { retryDelayMs } from './retry';

export interface Surroundings {
	/** Milliseconds since 1970. */
	now(): number;
	/** Rejects when the run is stopped, or with the reason of the signal. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
	/** From 0 to 1. */
	chance(): number;
}

/** The time that a run has spent waiting; waits that overlap count once. */
export class Waits {
	private spentMs = 0;

	private waitedUntilMs = 0;

	/** Adds a wait, or returns false when the run would then have waited longer than `maxWaitMs`. */
	add(nowMs: number, delayMs: number, maxWaitMs: number): boolean {
		const untilMs = nowMs + delayMs;
		const addedMs = Math.max(0, untilMs - Math.max(nowMs, this.waitedUntilMs));
		if (this.spentMs + addedMs > maxWaitMs) return false;
		this.spentMs += addedMs;
		this.waitedUntilMs = Math.max(this.waitedUntilMs, untilMs);
		return true;
	}
}

export interface TrafficLimits {
	readonly requestsAtOnce: number;
	/** For all waiting of the run together. */
	readonly maxWaitMs: number;
	/** No wait goes on past this time, in milliseconds since 1970. */
	readonly deadlineMs?: number;
}

export class Traffic {
	private allowedAtOnce: number;

	private underWay = 0;

	private pausedUntilMs = 0;

	/** Counts the slow-downs: how requests sent before the last one ended says nothing about the new speed. */
	private slowDowns = 0;

	private successes = 0;

	private readonly over = new AbortController();

	private waiting: Array<() => void> = [];

	constructor(
		private readonly limits: TrafficLimits,
		private readonly waits: Waits,
		private readonly surroundings: Surroundings,
	) {
		this.allowedAtOnce = limits.requestsAtOnce;
	}

	/** Aborted when no answer is needed any more: requests and waits under way are to end. */
	get ended(): AbortSignal {
		return this.over.signal;
	}

	/** For a caller that has all it wants: nothing more is sent, and what is under way ends. */
	end(): void {
		this.over.abort();
		this.wakeAll();
	}

	/**
	 * Sends a request when it is its turn, and again while waiting can help. The first failure that
	 * waiting cannot mend ends all requests of this traffic: none is sent for a result nobody gets.
	 */
	async send<T>(request: () => Promise<T | CollabError>): Promise<T> {
		for (let tries = 1; ; tries++) {
			await this.turn();
			const slowDownsBefore = this.slowDowns;
			let backOffMs = 0;
			try {
				const result = await request();
				if (!(result instanceof CollabError)) {
					this.speedUp(slowDownsBefore);
					return result;
				}
				this.ended.throwIfAborted();
				if (result.kind === 'rateLimited') this.slowDown(slowDownsBefore);
				backOffMs = this.patienceFor(result, tries);
			} finally {
				// Last, so that whoever is woken finds the pause, the new speed or the failure.
				this.underWay--;
				this.wakeAll();
			}
			if (backOffMs > 0) await this.surroundings.sleep(backOffMs, this.ended);
		}
	}

	private async turn(): Promise<void> {
		for (;;) {
			this.ended.throwIfAborted();
			const pauseMs = this.pausedUntilMs - this.surroundings.now();
			if (pauseMs > 0) await this.surroundings.sleep(pauseMs, this.ended);
			else if (this.underWay < this.allowedAtOnce) break;
			else await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		this.underWay++;
	}

	private wakeAll(): void {
		this.waiting.splice(0).forEach((wake) => wake());
	}

	/** Pauses everybody or tells this request how long to wait, in milliseconds; throws when waiting cannot help. */
	private patienceFor(failure: CollabError, tries: number): number {
		const nowMs = this.surroundings.now();
		const delayMs = retryDelayMs(failure, tries, this.surroundings.chance());
		if (delayMs === undefined || !this.mayWait(nowMs, delayMs)) {
			this.over.abort(failure);
			throw failure;
		}
		if (failure.kind !== 'rateLimited') return delayMs;
		this.pausedUntilMs = Math.max(this.pausedUntilMs, nowMs + delayMs);
		return 0;
	}

	private mayWait(nowMs: number, delayMs: number): boolean {
		const { maxWaitMs, deadlineMs = Infinity } = this.limits;
		return nowMs + delayMs < deadlineMs && this.waits.add(nowMs, delayMs, maxWaitMs);
	}

	private slowDown(slowDownsBefore: number): void {
		if (slowDownsBefore !== this.slowDowns) return;
		this.slowDowns++;
		this.successes = 0;
		this.allowedAtOnce = Math.max(1, Math.floor(this.allowedAtOnce / 2));
	}

	/** One more at once after two rounds of successes. */
	private speedUp(slowDownsBefore: number): void {
		if (slowDownsBefore !== this.slowDowns) return;
		this.successes++;
		if (this.successes < 2 * this.allowedAtOnce) return;
		this.successes = 0;
		this.allowedAtOnce = Math.min(this.limits.requestsAtOnce, this.allowedAtOnce + 1);
	}
}
