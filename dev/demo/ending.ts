const WATCH_PARENT_EVERY_MS = 500;
/** Shells add the number of SIGINT to 128. */
const EXIT_WHEN_INTERRUPTED = 130;

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

/**
 * Runs a program and ends what it started. The signal is aborted when this process is asked to end, or when the one that
 * started it is gone: a shell or npm that is killed does not pass the news on.
 */
export async function runProgram(
	program: (signal: AbortSignal, endings: Endings) => Promise<void>,
): Promise<void> {
	const endings = new Endings();
	const ending = new AbortController();
	const end = () => ending.abort(new Error('Asked to stop'));
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end);
	const parent = process.ppid;
	setInterval(() => process.ppid !== parent && end(), WATCH_PARENT_EVERY_MS).unref();
	try {
		await program(ending.signal, endings);
	} catch (error) {
		if (!ending.signal.aborted) console.error(error);
		process.exitCode = ending.signal.aborted ? EXIT_WHEN_INTERRUPTED : 1;
	} finally {
		await endings.run();
	}
}
