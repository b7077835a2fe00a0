import type { Runtime } from '../../../nodes/Collab/core/requests/limiter';

/** A clock that moves only when everybody waits: time passes without being waited for. */
export class FakeTime implements Runtime {
	private nowMs = 0;

	private sleepers: Array<{ untilMs: number; wake: () => void }> = [];

	now = () => this.nowMs;

	random = () => 0;

	sleep = async (ms: number, ended = new AbortController().signal) =>
		await new Promise<void>((resolve, reject) => {
			// As in the client: a signal for each wait, which may be many at once.
			const signal = AbortSignal.any([ended]);
			const abort = () => reject(signal.reason as Error);
			const wake = () => {
				signal.removeEventListener('abort', abort);
				resolve();
			};
			signal.addEventListener('abort', abort);
			this.sleepers.push({ untilMs: this.nowMs + ms, wake });
		});

	async run<T>(work: Promise<T>): Promise<T> {
		let settled = false;
		const done = () => (settled = true);
		work.then(done, done);
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			if (settled) return await work;
			this.sleepers.sort((a, b) => a.untilMs - b.untilMs);
			const next = this.sleepers.shift();
			if (!next) throw new Error('nothing left to wait for');
			this.nowMs = Math.max(this.nowMs, next.untilMs);
			next.wake();
		}
	}
}
