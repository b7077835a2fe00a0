/** Sends the requests of a run to one account: as many at once as the service takes, with pauses that all share. */
import { CollabError } from '../errors';
import { retryDelayMs } from './retry';

/** What decides from outside: tests replace it. */
export interface Runtime {
	/** Milliseconds since 1970. */
	now(): number;
	/** Rejects with the reason of the signal, or when the run is stopped. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
	/** Gives a number from 0 to 1. */
	random(): number;
}

/** The time that a run has spent waiting; waits that overlap count once. */
export class RetryBudget {
	private spentMs = 0;
	private waitsUntilMs = 0;

	/** Adds a wait, or returns false when the run would then have waited longer than `maxWaitMs`. */
	spend(nowMs: number, delayMs: number, maxWaitMs: number): boolean {
		const untilMs = nowMs + delayMs;
		const addedMs = Math.max(0, untilMs - Math.max(nowMs, this.waitsUntilMs));
		if (this.spentMs + addedMs > maxWaitMs) return false;
		this.spentMs += addedMs;
		this.waitsUntilMs = Math.max(this.waitsUntilMs, untilMs);
		return true;
	}
}

/** The requests of one input item: they end together. The limiter has learned for the next item, too. */
export interface RequestGroup {
	readonly maxConcurrentRequests: number;
	/** All pauses of the run together may take so many milliseconds. The requests are not counted. */
	readonly maxRetryWaitMs: number;
	/** Neither a pause nor a request goes on past this time, in milliseconds since 1970. */
	readonly deadlineMs: number;
	/** A person waits for the end: what lasts is not sent again. */
	readonly isWatched?: boolean;
	/** Aborted when no answer is needed any more, with the error where there is one. */
	readonly end: AbortController;
}

export class Limiter {
	/** How many requests may be in flight, where an item does not allow fewer. One until the first success. */
	private limit = 1;
	private inFlight = 0;
	private pausedUntilMs = 0;

	/** This is the error of the answer that led to the pause. */
	private pauseError = new CollabError('rateLimited');

	/** Pauses in all, and since the last success. */
	private pauses = 0;
	private pausesInARow = 0;

	/** First come, first served: settled when the request that came last may be sent. */
	private lastAdmission: Promise<void> = Promise.resolve();

	/** Lets the request that is next look again. */
	private wakeNext: () => void = () => undefined;

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
			const admission = this.lastAdmission.then(async () => await this.admit(group));
			this.lastAdmission = admission.catch(() => undefined);
			await admission;
			const { pauses } = this;
			let error: CollabError;
			try {
				const result = await request();
				if (!(result instanceof CollabError)) {
					if (pauses === this.pauses) this.noteSuccess();
					return result;
				}
				group.end.signal.throwIfAborted();
				error = result;
				if (error.kind === 'rateLimited') this.pause(error, group, pauses === this.pauses);
			} finally {
				// This comes last, so that the next one finds the pause and the new limit.
				this.inFlight--;
				this.wakeNext();
			}
			if (error.kind === 'rateLimited') continue;
			const delayMs = retryDelayMs(error, ++unavailableTries, this.runtime.random());
			await this.wait(group.isWatched && error.isLasting ? undefined : delayMs, group, error);
		}
	}

	private async admit(group: RequestGroup): Promise<void> {
		for (;;) {
			group.end.signal.throwIfAborted();
			const pauseMs = this.pausedUntilMs - this.runtime.now();
			if (pauseMs > 0) await this.wait(pauseMs, group, this.pauseError);
			else if (this.inFlight + 1 <= Math.min(this.limit, group.maxConcurrentRequests)) break;
			else await new Promise<void>((resolve) => (this.wakeNext = resolve));
		}
		this.inFlight++;
	}

	/** Without a rate limit, all that is allowed; after one, one more with each round. */
	private noteSuccess(): void {
		this.pausesInARow = 0;
		this.limit = this.pauses === 0 ? Infinity : this.limit + 1 / Math.floor(this.limit);
	}

	/** All requests pause. Answers to what was sent before a pause are no further rate limit, and may only prolong it. */
	private pause(error: CollabError, group: RequestGroup, isNew: boolean): void {
		if (isNew) {
			this.pauses++;
			this.pausesInARow++;
			const allowed = Math.min(this.limit, group.maxConcurrentRequests);
			this.limit = Math.max(1, Math.floor(allowed / 2));
		}
		const delayMs = retryDelayMs(error, this.pausesInARow, this.runtime.random()) ?? 0;
		this.pausedUntilMs = Math.max(this.pausedUntilMs, this.runtime.now() + delayMs);
		this.pauseError = error;
	}

	/** @param ms undefined where no wait can help: then the group ends, as where it may not wait so long */
	private async wait(ms: number | undefined, group: RequestGroup, error: CollabError) {
		const { maxRetryWaitMs, deadlineMs, end } = group;
		const nowMs = this.runtime.now();
		const mayWait = ms !== undefined && nowMs + ms < deadlineMs;
		if (mayWait && this.budget.spend(nowMs, ms, maxRetryWaitMs))
			return await this.runtime.sleep(ms, end.signal);
		end.abort(error);
		throw error;
	}
}
