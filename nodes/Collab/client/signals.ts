type Signals = ReadonlyArray<AbortSignal | undefined>;

/**
 * Acts with a signal that ends when the first of these does, or earlier if the act itself ends it. Handing out `AbortSignal.any` itself would not do: in Node.js
 * 20 it does not hold its timeout, which is then freed before it can end anything; and what still listens to it stays in
 * memory until it ends, in some versions for ever.
 */
export async function underSignals<T>(
	signals: Signals,
	act: (first: AbortController) => Promise<T>,
): Promise<T> {
	const first = new AbortController();
	const releases = signals.map((signal) => signal && follow(signal, first));
	try {
		return await act(first);
	} finally {
		for (const release of releases) release?.();
	}
}

/** Many requests share some signals, and Node.js warns of many listeners on one: each request listens to one of its own. */
export function eitherOf(...signals: Signals): AbortSignal {
	return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

/** To be followed by `underSignals`, which keeps it alive. */
export function timeoutSignal(ms: number): AbortSignal {
	return AbortSignal.timeout(Math.ceil(ms));
}

function follow(signal: AbortSignal, follower: AbortController): () => void {
	const end = () => follower.abort(signal.reason);
	if (signal.aborted) end();
	signal.addEventListener('abort', end);
	return () => signal.removeEventListener('abort', end);
}

/** Rejects when the signal ends, or at once if it has: with its reason, unless another is given. */
export async function endOfSignal(
	signal: AbortSignal,
	reason = () => signal.reason as Error,
): Promise<never> {
	return await new Promise((_, reject) => {
		const end = () => reject(reason());
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, { once: true });
	});
}
