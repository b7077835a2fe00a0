import { sleep } from 'n8n-workflow';

interface Running {
	readonly startedAtMs: number;
	readonly ended: Promise<void>;
}

interface Precedence {
	/** How long a poll may take before it counts as hung. */
	readonly budgetMs: number;
	/** Whether it takes the place of a poll under way instead of waiting for it. */
	readonly supersedes: boolean;
}

/** One poll of a trigger at a time. */
export class Exclusive {
	private running: Running | undefined;

	get isRunning(): boolean {
		return this.running !== undefined;
	}

	/**
	 * Runs a poll. While another one is under way it waits for that one instead, which reads all that this one could, and
	 * gives null. A poll that hangs must not silence its trigger: after the budget one of those that wait runs.
	 *
	 * @param poll is given a function that says whether it still has its place, which a poll that hung has lost
	 */
	async run<T>(
		{ budgetMs, supersedes }: Precedence,
		poll: (isCurrent: () => boolean) => Promise<T>,
	): Promise<T | null> {
		const other = this.running;
		if (other && !supersedes) {
			const leftMs = other.startedAtMs + budgetMs - Date.now();
			// No await between this comparison and taking the place: of those that waited, one goes on.
			if ((await endsWithin(leftMs, other.ended)) || this.running !== other) return null;
		}
		let end: () => void = () => undefined;
		const ended = new Promise<void>((resolve) => (end = resolve));
		const own: Running = { startedAtMs: Date.now(), ended };
		this.running = own;
		const isCurrent = () => this.running === own;
		const result = poll(isCurrent);
		await Promise.allSettled([result]);
		end();
		// Another poll has reported meanwhile what is to be reported.
		if (!isCurrent()) return null;
		this.running = undefined;
		return await result;
	}
}

async function endsWithin(ms: number, other: Promise<void>): Promise<boolean> {
	if (ms <= 0) return false;
	const over = new AbortController();
	const tooLong = sleep(ms, over.signal).then(() => false);
	return await Promise.race([other.then(() => true), tooLong]).finally(() => over.abort());
}
