import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from './failure';
import type { Behaviour } from './options';
import { drawFrom } from './projects/seed';
import type { Draw } from './projects/seed';

const DRAWS = 1_000_000;

/** What goes wrong before a request is even looked at. The same seed gives the same misfortunes. */
export class Faults {
	private readonly draw: Draw;

	private readonly closing = new AbortController();

	constructor(
		private readonly behaviour: Behaviour,
		seed: number,
	) {
		this.draw = drawFrom(seed);
	}

	async strike(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		if (this.behaviour.latencyMs > 0) await this.wait();
		if (this.draw(DRAWS) / DRAWS >= this.behaviour.faultRate) return;
		if (this.draw(2) === 0) {
			fail(reply, 503, 'The service is not available right now.');
			return;
		}
		reply.hijack();
		request.raw.destroy();
	}

	/** Ends all waiting, so that closing the service does not wait for its latency. */
	close(): void {
		this.closing.abort();
	}

	private async wait(): Promise<void> {
		const { signal } = this.closing;
		await delay(this.behaviour.latencyMs, undefined, { signal }).catch(() => undefined);
	}
}
