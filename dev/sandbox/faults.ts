import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errorAnswer';
import type { Behavior } from './options';
import { drawFrom, drawShare } from './projects/seed';
import type { Draw } from './projects/seed';

/** Errors before a request is even looked at. The same seed gives the same errors. */
export class Faults {
	private readonly draw: Draw;

	private readonly closing = new AbortController();

	constructor(
		private readonly behavior: Behavior,
		seed: number,
	) {
		this.draw = drawFrom(seed);
		// Every request that waits listens to it; Node.js takes more than ten for a leak.
		setMaxListeners(0, this.closing.signal);
	}

	/** Gives the answer, if there is one already, so that Fastify waits for its end. */
	async strike(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
		if (this.behavior.latencyMs > 0) await this.wait();
		if (drawShare(this.draw) >= this.behavior.faultRate) return undefined;
		if (this.draw(2) === 0) {
			return sendError(reply, 503, 'The service is not available right now.');
		}
		reply.hijack();
		request.raw.destroy();
		return undefined;
	}

	/** Ends all waiting, so that closing the service does not wait for its latency. */
	close(): void {
		this.closing.abort();
	}

	private async wait(): Promise<void> {
		const { signal } = this.closing;
		await delay(this.behavior.latencyMs, undefined, { signal }).catch(() => undefined);
	}
}
