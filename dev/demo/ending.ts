const WATCH_PARENT_EVERY_MS = 500;

/**
 * Aborted when this process is asked to end, or when the one that started it is gone: a shell or npm
 * that is killed does not pass the news on.
 */
export function listenForEnding(): AbortSignal {
	const ending = new AbortController();
	const end = () => ending.abort(new Error('Asked to stop'));
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
	const parent = process.ppid;
	setInterval(() => process.ppid !== parent && end(), WATCH_PARENT_EVERY_MS).unref();
	return ending.signal;
}

/** Ends what was started, the latest first. */
export class Endings {
	private readonly ends: Array<() => Promise<void>> = [];

	readonly add = (end: () => Promise<void>): void => {
		this.ends.push(end);
	};

	async run(): Promise<void> {
		for (let end = this.ends.pop(); end !== undefined; end = this.ends.pop()) await end();
	}
}
