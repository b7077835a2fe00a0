/** Sends the requests of a run to one account: as many at once as the service takes, with pauses that all share. */
import { CollabError } from '../errors';
import { isOverload, mayHelpToWait, retryDelayMs } from './retry';

/** What decides from outside: tests replace it. */
export interface Runtime {
	/** Milliseconds since 1970. */
	now(): number;
	/** Rejects with the reason of the signal, or when the run is stopped. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
	/** Gives a number from 0 to 1. */
	random(): number;
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

/** A request that waits to be sent. It keeps its place when it has to be sent again. */
interface Place {
	readonly number: number;
	/** Lets it look again whether it may be sent. */
	wake: () => void;
}

export class Limiter {
	/** Whether the run had a good answer: then a refusal does not mean a wrong address or credential. */
	hasSucceeded = false;
	/** How many requests may be in flight, where an item does not allow fewer. One until the first success. */
	private limit = 1;
	private inFlight = 0;
	private pausedUntilMs = 0;
	private pauseError = new CollabError('rateLimited');
	private pauses = 0;
	/** First come, first served: also what has to be sent again, or its few tries would be used up by later ones. */
	private readonly line: Place[] = [];
	private places = 0;

	/** @param waited how long all limiters of the run have waited; waits that overlap count once */
	constructor(
		private readonly waited: { ms: number; untilMs: number },
		private readonly runtime: Runtime,
	) {}

	/** Sends again while waiting can help. An error that lasts ends the whole group, since nobody gets its result. */
	async send<T>(group: RequestGroup, request: () => Promise<T | CollabError>): Promise<T> {
		const place: Place = { number: this.places++, wake: () => undefined };
		// Faults are failures for other reasons than the number of requests.
		for (let sent = 1, faults = 0; ; sent++) {
			await this.admit(group, place);
			const { pauses } = this;
			try {
				const result = await request();
				const isNew = pauses === this.pauses;
				if (!(result instanceof CollabError)) {
					this.noteSuccess(isNew);
					return result;
				}
				group.end.signal.throwIfAborted();
				if (result.kind !== 'rateLimited') faults++;
				const isFinal = !mayHelpToWait(result, faults, this.hasSucceeded);
				if (isFinal || (group.isWatched && result.isLasting)) this.end(group, result);
				this.pause(result, group, sent, isNew);
			} finally {
				// This comes last, so that the next one finds the pause and the new limit.
				this.inFlight--;
				this.line[0]?.wake();
			}
		}
	}

	private async admit(group: RequestGroup, place: Place): Promise<void> {
		this.line.push(place);
		this.line.sort((a, b) => a.number - b.number);
		try {
			for (;;) {
				group.end.signal.throwIfAborted();
				const isFirst = this.line[0] === place;
				const pauseMs = this.pausedUntilMs - this.runtime.now();
				const most = Math.min(this.limit, group.maxConcurrentRequests);
				if (isFirst && pauseMs > 0) await this.wait(pauseMs, group);
				else if (isFirst && this.inFlight + 1 <= most) break;
				else await new Promise<void>((resolve) => (place.wake = resolve));
			}
			this.inFlight++;
		} finally {
			this.line.splice(this.line.indexOf(place), 1);
			this.line[0]?.wake();
		}
	}

	/** Without a pause before, all that is allowed; after one, one more with each round. */
	private noteSuccess(isNew: boolean): void {
		this.hasSucceeded = true;
		if (!isNew) return;
		this.limit = this.pauses === 0 ? Infinity : this.limit + 1 / Math.floor(this.limit);
	}

	/** All pause, longer if those under way fail, too. Overload halves how many go at once, a fault leaves one. */
	private pause(error: CollabError, group: RequestGroup, sent: number, isNew: boolean): void {
		if (isNew) {
			this.pauses++;
			const allowed = Math.min(this.limit, group.maxConcurrentRequests);
			this.limit = isOverload(error) ? Math.max(1, allowed / 2) : 1;
		}
		const delayMs = retryDelayMs(error, sent, this.runtime.random());
		this.pausedUntilMs = Math.max(this.pausedUntilMs, this.runtime.now() + delayMs);
		this.pauseError = error;
	}

	private async wait(ms: number, group: RequestGroup): Promise<void> {
		const { pausedUntilMs, pauseError } = this;
		const nowMs = this.runtime.now();
		const untilMs = Math.max(nowMs + ms, this.waited.untilMs);
		const waitedMs = this.waited.ms + untilMs - Math.max(nowMs, this.waited.untilMs);
		if (nowMs + ms >= group.deadlineMs || waitedMs > group.maxRetryWaitMs) {
			// A fault may be over for the next item, which then need not wait, but overload is not.
			if (!isOverload(pauseError)) this.pausedUntilMs = 0;
			this.end(group, pauseError);
		}
		Object.assign(this.waited, { ms: waitedMs, untilMs });
		await this.runtime.sleep(ms, group.end.signal);
		// A timer may end a little early.
		if (pausedUntilMs === this.pausedUntilMs) this.pausedUntilMs = 0;
	}

	private end({ end }: RequestGroup, error: CollabError): never {
		end.abort(error);
		throw error;
	}
}
