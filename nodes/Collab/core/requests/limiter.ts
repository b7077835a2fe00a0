/**
 * Sends the requests of a run: as many at once as the service takes, again while waiting can help, and with pauses and
 * a retry budget that all of them share.
 */
import { CollabError } from '../errors';
import { AdaptiveLimit } from './adaptiveLimit';
import { retryDelayMs } from './retry';

/** What decides from outside: tests replace it. */
export interface Runtime {
	/** Milliseconds since 1970. */
	now(): number;
	/** Milliseconds that this process had nothing to do, since some time in the past. */
	idleMs(): number;
	/** Rejects with the reason of the signal, or when the run is stopped. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
	/** From 0 to 1. */
	random(): number;
}

/** The time that a run has spent waiting; waits that overlap count once. */
export class RetryBudget {
	private spentMs = 0;

	private waitsUntilMs = 0;

	/** Whether a run that has waited may wait no longer. */
	private isUsedUp = false;

	get isSpent(): boolean {
		return this.isUsedUp;
	}

	/** Adds a wait, or returns false when the run would then have waited longer than `maxWaitMs`. */
	spend(nowMs: number, delayMs: number, maxWaitMs: number): boolean {
		const untilMs = nowMs + delayMs;
		const addedMs = Math.max(0, untilMs - Math.max(nowMs, this.waitsUntilMs));
		if (this.spentMs + addedMs > maxWaitMs) {
			this.isUsedUp = this.spentMs > 0;
			return false;
		}
		this.spentMs += addedMs;
		this.waitsUntilMs = Math.max(this.waitsUntilMs, untilMs);
		return true;
	}
}

/** Of one input item. What the limiter has learned goes on to the next item, whose own limits then apply. */
export interface RequestLimits {
	readonly maxConcurrentRequests: number;
	/** For all waiting of the run together, in milliseconds. */
	readonly maxRetryWaitMs: number;
	/** No wait goes on past this time, in milliseconds since 1970. */
	readonly deadlineMs?: number;
}

/** The requests of one input item: they end together. */
export interface RequestGroup {
	readonly limits: RequestLimits;
	/** Aborted when no answer is needed any more, with the error where there is one. */
	readonly end: AbortController;
}

interface Waiting {
	readonly group: RequestGroup;
	/** With true: the request may be sent, and counts already. */
	readonly wake: (maySend: boolean) => void;
}

export class Limiter {
	private readonly concurrency = new AdaptiveLimit();

	private inFlight = 0;

	private pausedUntilMs = 0;

	/** Pauses in all, and since the last success. */
	private pauses = 0;

	private pausesInARow = 0;

	/** What the service last answered when the budget was spent: no further request is sent. */
	private final: CollabError | undefined;

	/** Of the answer that led to the pause. */
	private pauseError = new CollabError('rateLimited');

	/** First come, first served. */
	private queue: Waiting[] = [];

	constructor(
		private readonly budget: RetryBudget,
		private readonly runtime: Runtime,
	) {}

	/**
	 * Sends a request when it may be sent, and again while waiting can help. The first error that waiting
	 * cannot help ends all requests of the group: none is sent for a result nobody gets.
	 */
	async send<T>(group: RequestGroup, request: () => Promise<T | CollabError>): Promise<T> {
		for (let unavailableTries = 0; ; ) {
			await this.acquire(group);
			const sent = this.concurrency.sent(this.runtime.idleMs(), this.inFlight);
			const { pauses } = this;
			let delayMs = 0;
			try {
				const result = await request();
				if (!(result instanceof CollabError)) {
					if (pauses === this.pauses) this.pausesInARow = 0;
					const { maxConcurrentRequests } = group.limits;
					this.concurrency.succeeded(sent, this.runtime.idleMs(), maxConcurrentRequests);
					return result;
				}
				group.end.signal.throwIfAborted();
				if (result.kind === 'rateLimited') this.pause(result, group, pauses === this.pauses);
				else delayMs = this.delayMs(result, ++unavailableTries, group);
			} finally {
				// Last, so that whoever is woken finds the pause, the new limit or the error.
				this.inFlight--;
				this.wakeNext();
			}
			if (delayMs > 0) await this.runtime.sleep(delayMs, group.end.signal);
		}
	}

	private async acquire(group: RequestGroup): Promise<void> {
		const { signal } = group.end;
		for (;;) {
			signal.throwIfAborted();
			if (this.final) this.fail(group, this.final);
			const pauseMs = this.pausedUntilMs - this.runtime.now();
			if (pauseMs > 0) {
				this.spend(group, pauseMs, this.pauseError);
				await this.runtime.sleep(pauseMs, signal);
			} else if (this.queue.length === 0 && this.maySend(group)) {
				this.inFlight++;
				return;
			} else if (await new Promise<boolean>((wake) => this.queue.push({ group, wake }))) {
				return;
			}
		}
	}

	private maySend({ limits }: RequestGroup): boolean {
		return this.concurrency.allows(this.inFlight, limits.maxConcurrentRequests);
	}

	/** In the order of the queue; whoever has ended or must pause finds that out by itself. */
	private wakeNext(): void {
		const isPaused = this.pausedUntilMs > this.runtime.now();
		for (;;) {
			const [next] = this.queue;
			if (next === undefined) return;
			const goesOn = !isPaused && !this.final && !next.group.end.signal.aborted;
			if (goesOn && !this.maySend(next.group)) return;
			this.queue.shift();
			if (goesOn) this.inFlight++;
			next.wake(goesOn);
		}
	}

	/** All requests pause. An answer to a request that was sent before does not prolong it, unless it says so. */
	private pause(error: CollabError, group: RequestGroup, isFirst: boolean): void {
		if (isFirst) {
			this.pauses++;
			this.pausesInARow++;
			this.concurrency.rateLimited();
		} else if (!error.retryAfterMs) return;
		const delayMs = retryDelayMs(error, this.pausesInARow, this.runtime.random()) ?? 0;
		this.pauseError = error;
		this.pausedUntilMs = Math.max(this.pausedUntilMs, this.runtime.now() + delayMs);
		this.spend(group, delayMs, error);
	}

	/** How long this request waits before it is sent again, in milliseconds; throws when waiting cannot help. */
	private delayMs(error: CollabError, tries: number, group: RequestGroup): number {
		const delayMs = retryDelayMs(error, tries, this.runtime.random());
		if (delayMs === undefined) return this.fail(group, error);
		this.spend(group, delayMs, error);
		return delayMs;
	}

	private spend(group: RequestGroup, delayMs: number, error: CollabError): void {
		const nowMs = this.runtime.now();
		const { maxRetryWaitMs, deadlineMs = Infinity } = group.limits;
		if (nowMs + delayMs < deadlineMs && this.budget.spend(nowMs, delayMs, maxRetryWaitMs)) return;
		if (this.budget.isSpent) this.final = error;
		this.fail(group, error);
	}

	private fail({ end }: RequestGroup, error: CollabError): never {
		end.abort(error);
		throw error;
	}
}
