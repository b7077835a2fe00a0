/**
 * Acts with a signal that ends with this one, and when the act fails: no connection stays open for what nobody reads.
 * Rejects when the signal ends first, for n8n's token requests know no signal.
 */
export async function underSignal<T>(
	signal: AbortSignal,
	act: (own: AbortSignal) => Promise<T>,
): Promise<T> {
	const failure = new AbortController();
	const own = eitherOf(failure.signal, signal);
	const result = until(own, act(own));
	result.catch(() => failure.abort());
	return await result;
}

/** What the promise gives; rejects with the reason of the signal when that ends first. */
export async function until<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
	let end: () => void = () => undefined;
	const ended = new Promise<never>((_, reject) => (end = () => reject(signal.reason as Error)));
	signal.addEventListener('abort', end);
	if (signal.aborted) end();
	try {
		return await Promise.race([promise, ended]);
	} finally {
		signal.removeEventListener('abort', end);
	}
}

/** Many requests share some signals, and Node.js warns of many listeners on one: each request listens to one of its own. */
export function eitherOf(...signals: ReadonlyArray<AbortSignal | undefined>): AbortSignal {
	return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
