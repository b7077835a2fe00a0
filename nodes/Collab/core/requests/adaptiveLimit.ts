/**
 * How many requests may run at once, found by trying (additive increase, multiplicative decrease; as TCP and Netflix's
 * concurrency-limits do). It starts low, doubles with every round while latency stays flat, later grows by one, and halves
 * when the service limits the rate. A growth under which latency rises is taken back.
 *
 * Latency is the time in which this process had nothing to do: answers that wait for each other here, or for other
 * workflows, say nothing about the service.
 */
const FIRST_LIMIT = 8;

/** Latency counts as risen above 1.5 times the lowest one, and 10 ms for what else varies. */
const TOLERATED_RATIO = 1.5;
const TOLERATED_MS = 10;

/** One round may be slow by accident, which is not to end the doubling. */
const ROUNDS_THAT_END_DOUBLING = 2;

/** Rounds after a growth that was taken back before the next one; four times as many each time. */
const FIRST_HOLD = 4;
const LONGEST_HOLD = 64;

interface SentRequest {
	/** Requests sent before the limit last changed say nothing about it. */
	readonly epoch: number;
	/** On the clock of `Runtime.idleMs`. */
	readonly atIdleMs: number;
	/** Whether more than half of the limit was in flight: with less company, latency says nothing about the limit. */
	readonly counts: boolean;
}

export class AdaptiveLimit {
	private limit = FIRST_LIMIT;

	private epoch = 0;

	private isSlowStart = true;

	/** Of the answers to requests of this round that count: as many as the limit, or half as many while it doubles. */
	private latencies: number[] = [];

	/** Whether the limit was reached in this round; otherwise its latency says nothing about growing. */
	private isReached = false;

	private lowestMs: number | undefined;

	/** Where to go back to while latency has risen; undefined once a round was flat. */
	private limitBefore: number | undefined = FIRST_LIMIT / 2;

	/** In a row, in which latency had risen. */
	private risenRounds = 0;

	private roundsOnHold = 0;

	private nextHold = FIRST_HOLD;

	/** @param maximum of the request in question */
	allows(inFlight: number, maximum: number): boolean {
		return inFlight < Math.min(this.limit, maximum);
	}

	/** @param inFlight with the request that is sent now */
	sent(atIdleMs: number, inFlight: number): SentRequest {
		if (inFlight >= this.limit) this.isReached = true;
		return { epoch: this.epoch, atIdleMs, counts: inFlight > this.limit / 2 };
	}

	succeeded({ epoch, atIdleMs, counts }: SentRequest, idleMs: number, maximum: number): void {
		const latencyMs = idleMs - atIdleMs;
		// Of the very first request, which is alone.
		this.lowestMs ??= latencyMs;
		if (epoch !== this.epoch || !counts) return;
		this.latencies.push(latencyMs);
		const enough = this.isSlowStart ? this.limit / 2 : this.limit;
		if (this.latencies.length >= enough) this.endRound(this.lowestMs, maximum);
	}

	rateLimited(): void {
		this.isSlowStart = false;
		this.limitBefore = undefined;
		this.change(Math.max(1, Math.floor(this.limit / 2)));
	}

	private endRound(lowestMs: number, maximum: number): void {
		const typicalMs = median(this.latencies);
		const { isReached, limitBefore } = this;
		const isFlat = typicalMs <= TOLERATED_RATIO * lowestMs + TOLERATED_MS;
		this.risenRounds = isFlat ? 0 : this.risenRounds + 1;
		this.startRound();
		if (isFlat) {
			this.limitBefore = undefined;
			this.lowestMs = Math.min(lowestMs, typicalMs);
			if (isReached) this.grow(maximum);
		} else if (this.isSlowStart && this.risenRounds < ROUNDS_THAT_END_DOUBLING) {
			// What is in flight may be slow for the same reason.
			this.epoch++;
		} else if (limitBefore === undefined) {
			// Not because of more requests at once: the service itself has become slower, as with later pages.
			this.lowestMs = typicalMs;
		} else {
			this.takeBack(limitBefore);
		}
	}

	private takeBack(limitBefore: number): void {
		// The first flat round may have been so by accident, and this limit be too high already: once more, then.
		const isFirst = this.roundsOnHold === 0;
		this.isSlowStart = false;
		this.limitBefore = isFirst && limitBefore > 1 ? Math.floor(limitBefore / 2) : undefined;
		if (isFirst) {
			this.roundsOnHold = this.nextHold;
			this.nextHold = Math.min(4 * this.nextHold, LONGEST_HOLD);
		}
		this.change(limitBefore);
	}

	private grow(maximum: number): void {
		if (this.roundsOnHold > 0) {
			this.roundsOnHold--;
			return;
		}
		const grown = Math.min(maximum, this.isSlowStart ? 2 * this.limit : this.limit + 1);
		if (grown <= this.limit) return;
		this.limitBefore = this.limit;
		this.change(grown);
	}

	private change(limit: number): void {
		this.limit = limit;
		this.epoch++;
		this.risenRounds = 0;
		this.startRound();
	}

	private startRound(): void {
		this.latencies = [];
		this.isReached = false;
	}
}

/** One slow answer, or a few, do not move it; where half of them are slow, it is. */
function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
