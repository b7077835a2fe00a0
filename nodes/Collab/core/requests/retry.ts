import type { CollabError } from '../errors';

/** When to try again, as data. Times in milliseconds. */
export interface RetryPolicy {
	readonly firstDelayMs: number;
	readonly longestDelayMs: number;
	/** Tries of one request in all while the service is unavailable; a rate limit is bounded by time alone. */
	readonly triesWhileUnavailable: number;
}

export const RETRY_POLICY: RetryPolicy = {
	firstDelayMs: 500,
	longestDelayMs: 30_000,
	triesWhileUnavailable: 5,
};

/**
 * How long to wait before the next try, in milliseconds, or undefined for an error that no retry helps.
 * Retry-After is taken as it is; otherwise the delay doubles with each try and `random` (0 to 1) takes
 * up to half of it away, so that parallel runs do not come back together.
 *
 * @param tries so far that ended in an error of the same kind; only these count
 */
export function retryDelayMs(
	error: CollabError,
	tries: number,
	random: number,
	policy: RetryPolicy = RETRY_POLICY,
): number | undefined {
	if (error.kind !== 'rateLimited' && error.kind !== 'unavailable') return undefined;
	if (error.kind === 'unavailable' && tries >= policy.triesWhileUnavailable) return undefined;
	// A service that says "now" for ever must not be asked for ever.
	if (error.retryAfterMs) return error.retryAfterMs;
	const delayMs = Math.min(policy.firstDelayMs * 2 ** (tries - 1), policy.longestDelayMs);
	return Math.round(delayMs * (1 - random / 2));
}

/**
 * Reads a Retry-After header, which holds seconds or an HTTP date (RFC 9110, section 10.2.3).
 * Returns milliseconds from `nowMs` on, never negative; undefined when absent or unreadable.
 */
export function parseRetryAfterMs(header: unknown, nowMs: number): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const dateMs = Date.parse(header);
	return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
