import { CollabError } from '../core/errors';

/**
 * Acts with a signal of its own, which ends when one of these does, and when the act fails: no connection stays open for
 * what nobody reads. Rejects when a signal ends first, for n8n's token requests know no signal.
 *
 * `AbortSignal.any` alone would not do: in Node.js 20 it does not hold a timeout, which is then freed before it can end
 * anything.
 */
export async function underSignals<T>(
	signals: readonly AbortSignal[],
	act: (own: AbortSignal) => Promise<T>,
): Promise<T> {
	const own = new AbortController();
	const end = () => own.abort(new CollabError('unavailable', { reason: 'timeout' }));
	for (const signal of signals) {
		if (signal.aborted) end();
		signal.addEventListener('abort', end);
	}
	const result = until(own.signal, act(own.signal));
	result.catch(end);
	try {
		return await result;
	} finally {
		for (const signal of signals) signal.removeEventListener('abort', end);
	}
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
