import { AdaptiveLimit } from '../../../nodes/Collab/core/requests/adaptiveLimit';
import { times } from './limitedItem';

const MAXIMUM = 16;

/** The limiter's part: sends as many requests as it may, one round after the other. */
class Rounds {
	readonly adaptive = new AdaptiveLimit();

	private nowMs = 0;

	/** Begins with the very first request, which is alone, and takes 50 ms. */
	constructor() {
		this.answer(this.send(1), 50);
	}

	get limit(): number {
		const counts = times(2 * MAXIMUM, (inFlight) => inFlight);
		return counts.find((inFlight) => !this.adaptive.allows(inFlight, 2 * MAXIMUM)) ?? Infinity;
	}

	/** So many requests at once. */
	send(count: number) {
		return times(count, (number) => this.adaptive.sent(this.nowMs, number + 1));
	}

	/** All take as long; the time after it is later. */
	answer(requests: ReturnType<Rounds['send']>, ...latenciesMs: number[]): void {
		for (const [index, request] of requests.entries()) {
			const latencyMs = latenciesMs[index % latenciesMs.length] ?? 0;
			this.adaptive.succeeded(request, this.nowMs + latencyMs, MAXIMUM);
		}
		this.nowMs += Math.max(...latenciesMs);
	}

	/** Rounds in which all that is allowed is always in flight. Returns the limits after each. */
	full(...latenciesMs: number[]): number[] {
		return latenciesMs.map((latencyMs) => {
			const { limit } = this;
			this.answer(
				times(limit, () => this.adaptive.sent(this.nowMs, limit)),
				latencyMs,
			);
			return this.limit;
		});
	}
}

it('begins with eight, doubles with each flat round, and ends at the maximum', () => {
	const rounds = new Rounds();
	expect(rounds.limit).toBe(8);
	expect(rounds.full(50, 50, 50)).toEqual([16, 16, 16]);
});

it.each([
	[85, 16],
	[86, 8],
])('a round of %i ms after 50 ms leads to %i', (latencyMs, limit) => {
	expect(new Rounds().full(latencyMs)).toEqual([limit]);
});

it('doubles after as many answers as half of the limit, of those that had company', () => {
	const rounds = new Rounds();
	const requests = rounds.send(8);
	rounds.answer(requests.slice(0, 7), 50);
	expect(rounds.limit).toBe(8);
	rounds.answer(requests.slice(7), 50);
	expect(rounds.limit).toBe(16);
});

it('does not grow where the limit was not reached, even if it was in the round before', () => {
	const rounds = new Rounds();
	rounds.answer(rounds.send(7), 50);
	rounds.answer(rounds.send(7), 50);
	expect(rounds.limit).toBe(8);
	expect(rounds.full(50)).toEqual([16]);
	rounds.adaptive.rateLimited();
	rounds.answer(rounds.send(7), 50);
	rounds.answer(rounds.send(7), 50);
	rounds.answer(rounds.send(7), 50);
	expect(rounds.limit).toBe(8);
});

it('grows by one after a rate limit, which halves it', () => {
	const rounds = new Rounds();
	rounds.adaptive.rateLimited();
	expect(rounds.limit).toBe(4);
	rounds.adaptive.rateLimited();
	rounds.adaptive.rateLimited();
	rounds.adaptive.rateLimited();
	expect(rounds.limit).toBe(1);
	expect(rounds.full(50, 50, 50)).toEqual([2, 3, 4]);
});

it('goes back after two slow rounds in a row, and on after one', () => {
	expect(new Rounds().full(200, 200)).toEqual([8, 4]);
	expect(new Rounds().full(200, 50)).toEqual([8, 16]);
});

it('takes no answer for one of this round that was sent before a slow one ended', () => {
	const rounds = new Rounds();
	const requests = rounds.send(8);
	rounds.answer(requests, 200);
	rounds.answer(requests, 200);
	expect(rounds.limit).toBe(8);
});

it('is moved by half of the answers being slow, and not by fewer, in whatever order they come', () => {
	const outcome = (...latenciesMs: number[]) => {
		const rounds = new Rounds();
		rounds.answer(rounds.send(8), 0, 0, 0, 0, ...latenciesMs);
		return rounds.limit;
	};
	expect(outcome(50, 50, 50, 200)).toBe(16);
	expect(outcome(50, 50, 200, 50)).toBe(16);
	expect(outcome(200, 50, 50, 50)).toBe(16);
	expect(outcome(50, 200, 50, 200)).toBe(8);
	expect(outcome(200, 200, 50, 50)).toBe(8);
});

it('holds back for four rounds after a growth that was taken back, then for sixteen and then for 64', () => {
	const rounds = new Rounds();
	expect(rounds.full(200, 200)).toEqual([8, 4]);
	const flat = (count: number) => rounds.full(...times(count, () => 50)).indexOf(5);
	expect(flat(5)).toBe(4);
	expect(rounds.full(200)).toEqual([4]);
	expect(flat(17)).toBe(16);
	expect(rounds.full(200)).toEqual([4]);
	expect(flat(65)).toBe(64);
	expect(rounds.full(200)).toEqual([4]);
	expect(flat(65)).toBe(64);
});

it('goes back twice in a row, and then takes the service to be slower than it was', () => {
	const rounds = new Rounds();
	expect(rounds.full(200, 200, 200, 200)).toEqual([8, 4, 2, 2]);
	// Four rounds on hold.
	expect(rounds.full(200, 200, 200, 200, 200)).toEqual([2, 2, 2, 2, 3]);
});

it('never goes below one', () => {
	const rounds = new Rounds();
	for (let time = 0; time < 4; time++) rounds.adaptive.rateLimited();
	expect(rounds.full(50, 200, 200, 200)).toEqual([2, 1, 1, 1]);
});
