import type { Behavior } from './options';

const MS_PER_SECOND = 1000;

/**
 * A bucket that holds one second's worth of requests and fills up steadily.
 * It runs on the machine's steady clock: a service clock that stands still must not block callers for ever.
 */
export class RateLimit {
	private filledAtMs = performance.now();

	private available: number;

	constructor(private readonly behavior: Pick<Behavior, 'requestsPerSecond'>) {
		this.available = this.capacity;
	}

	/** Seconds to wait before the next try; 0 when the request may pass. */
	take(): number {
		const perSecond = this.behavior.requestsPerSecond;
		if (perSecond <= 0) return 0;
		this.fill(perSecond);
		if (this.available < 1) return Math.ceil((1 - this.available) / perSecond);
		this.available -= 1;
		return 0;
	}

	/** Starts with a full bucket, as after a change of the limit. */
	reset(): void {
		this.available = this.capacity;
		this.filledAtMs = performance.now();
	}

	private fill(perSecond: number): void {
		const nowMs = performance.now();
		const gained = ((nowMs - this.filledAtMs) / MS_PER_SECOND) * perSecond;
		this.available = Math.min(this.capacity, this.available + gained);
		this.filledAtMs = nowMs;
	}

	private get capacity(): number {
		return Math.max(1, this.behavior.requestsPerSecond);
	}
}
