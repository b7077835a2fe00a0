import type { CollabError } from '../errors';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/** A service that says "now" for ever must not be asked for ever. */
const LEAST_DELAY_MS = 1_000;

/** One request is sent so often while the service is not available; a rate limit is bounded by time alone. */
const MAX_TRIES = 5;

/**
 * How long to wait before the next try, in milliseconds, or undefined for an error that no retry helps.
 * As Retry-After says; otherwise the delay doubles with each try and `random` (0 to 1) takes up to half of it away, so
 * that parallel runs do not come back together.
 *
 * @param tries of the request that found the service not available; after a rate limit, pauses in a row
 */
export function retryDelayMs(
	{ kind, data: { retryAfterMs } }: CollabError,
	tries: number,
	random: number,
): number | undefined {
	if (kind !== 'rateLimited' && (kind !== 'unavailable' || tries >= MAX_TRIES)) return undefined;
	const backoffMs = Math.min(FIRST_DELAY_MS * 2 ** (tries - 1), LONGEST_DELAY_MS);
	const delayMs = retryAfterMs ?? Math.round(backoffMs * (1 - random / 2));
	return Math.max(LEAST_DELAY_MS, delayMs);
}

/**
 * Reads a Retry-After header, which holds digits or an HTTP date (RFC 9110, section 10.2.3). Returns milliseconds from
 * `nowMs` on, never negative; undefined for anything else.
 */
export function parseRetryAfterMs(header: unknown, nowMs: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	const dateMs = Date.parse(/ \d\d:\d\d:\d\d GMT$/.test(text) ? text : '');
	return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
