/**
 * How many requests may run at once, found by trying (additive increase, multiplicative decrease; as TCP and Netflix's
 * concurrency-limits do). It starts low, doubles with every round while latency stays flat, later grows by one, and halves
 * when the service limits the rate. A growth under which latency rises is taken back, unless answers come faster all the
 * same: n8n itself, which takes one answer after the other, lets latency rise as well.
 */
const FIRST_LIMIT = 2;

/** Latency counts as risen above 1.5 times the lowest one, and the 10 ms that a busy n8n itself may cost. */
const TOLERATED_RATIO = 1.5;
const TOLERATED_MS = 10;

/** With twice as many requests at once, answers must come 1.33 times as fast. */
const SHARE_OF_GROWTH = 1 / 3;

/** Rounds after a growth that was taken back before the next one; four times as many each time. */
const FIRST_HOLD = 4;
const LONGEST_HOLD = 64;

export interface SentRequest {
	/** Requests sent before the limit last changed say nothing about it. */
	readonly epoch: number;
	readonly atMs: number;
}

export class AdaptiveLimit {
	private limit = FIRST_LIMIT;

	private epoch = 0;

	private isSlowStart = true;

	/** Of the answers to requests of this round, which has as many as the limit. */
	private latencies: number[] = [];

	/** Whether the limit was reached in this round; otherwise its latency says nothing about growing. */
	private isReached = false;

	private lowestMs: number | undefined;

	/** How it was before the limit last grew, until a round has shown how it is under the new one. */
	private before: { readonly limit: number; readonly typicalMs: number } | undefined;

	private roundsOnHold = 0;

	private nextHold = FIRST_HOLD;

	/** @param maximum of the request in question */
	allows(inFlight: number, maximum: number): boolean {
		return inFlight < Math.min(this.limit, maximum);
	}

	/** @param inFlight with the request that is sent now */
	sent(atMs: number, inFlight: number): SentRequest {
		if (inFlight >= this.limit) this.isReached = true;
		return { epoch: this.epoch, atMs };
	}

	succeeded({ epoch, atMs }: SentRequest, nowMs: number, maximum: number): void {
		if (epoch !== this.epoch) return;
		this.latencies.push(nowMs - atMs);
		if (this.latencies.length >= this.limit) this.endRound(maximum);
	}

	rateLimited(): void {
		this.isSlowStart = false;
		this.before = undefined;
		this.change(Math.max(1, Math.floor(this.limit / 2)));
	}

	private endRound(maximum: number): void {
		const typicalMs = lowerMedian(this.latencies);
		const lowestMs = this.lowestMs ?? typicalMs;
		const isFlat = typicalMs <= TOLERATED_RATIO * lowestMs + TOLERATED_MS;
		const { isReached, before } = this;
		const paysOff = this.hasPaidOff(typicalMs);
		this.before = undefined;
		this.startRound();
		if (isFlat || paysOff) {
			this.lowestMs = Math.min(lowestMs, typicalMs);
			if (isReached) this.grow(maximum, typicalMs);
		} else if (before !== undefined) {
			this.isSlowStart = false;
			this.roundsOnHold = this.nextHold;
			this.nextHold = Math.min(4 * this.nextHold, LONGEST_HOLD);
			this.change(before.limit);
		} else {
			// Not because of more requests at once: the service itself has become slower, as with later pages.
			this.lowestMs = typicalMs;
		}
	}

	/** By Little's law, `limit` requests at once that take so long each give `limit / typicalMs` answers a millisecond. */
	private hasPaidOff(typicalMs: number): boolean {
		if (this.before === undefined) return false;
		const growth = this.limit / this.before.limit;
		return growth * this.before.typicalMs > (1 + SHARE_OF_GROWTH * (growth - 1)) * typicalMs;
	}

	private grow(maximum: number, typicalMs: number): void {
		if (this.roundsOnHold > 0) {
			this.roundsOnHold--;
			return;
		}
		const grown = Math.min(maximum, this.isSlowStart ? 2 * this.limit : this.limit + 1);
		if (grown <= this.limit) return;
		this.before = { limit: this.limit, typicalMs };
		this.change(grown);
	}

	private change(limit: number): void {
		this.limit = limit;
		this.epoch++;
		this.startRound();
	}

	private startRound(): void {
		this.latencies = [];
		this.isReached = false;
	}
}

/** Half of the values are not below it: one slow answer, or a few, do not move it. */
function lowerMedian(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
