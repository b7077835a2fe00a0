import type { CollabError } from '../errors';
import { parseInstant } from '../time';

/** A service that says "now" for ever must not be asked for ever. */
const LEAST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/** How often one request is sent, where nothing shows that it is only the number of requests that is too high. */
const MAX_TRIES = 5;

/** Whether the service asks for fewer requests, or for the same ones later. */
export function isOverload({ kind, data }: CollabError): boolean {
	if (kind === 'rateLimited') return true;
	return kind === 'unavailable' && (data.retryAfterMs !== undefined || data.httpStatus === 503);
}

/**
 * Whether waiting can help. Overload of an account that was reached may last as long as the retry budget. A page that
 * cannot be understood may come from a load balancer or a restart.
 *
 * @param tries of this request that the service could not answer
 */
export function mayHelpToWait(error: CollabError, tries: number, hasSucceeded: boolean): boolean {
	if (error.kind === 'rateLimited' || (hasSucceeded && isOverload(error))) return true;
	const isBrokenPage = error.kind === 'malformed' && !error.data.isOfAuthServer;
	return (error.kind === 'unavailable' || isBrokenPage) && tries < MAX_TRIES;
}

/**
 * Milliseconds before the next try: as Retry-After says; otherwise the delay doubles each time. `random` (0 to 1) adds
 * up to half of what doubles, so that parallel runs do not come back together.
 *
 * @param sent how often the request was sent
 */
export function retryDelayMs({ data }: CollabError, sent: number, random: number): number {
	const backoffMs = Math.min(LEAST_DELAY_MS * 2 ** (sent - 2), LONGEST_DELAY_MS);
	const delayMs = Math.max(LEAST_DELAY_MS, data.retryAfterMs ?? backoffMs);
	return delayMs + (random * backoffMs) / 2;
}

/** Milliseconds from `nowMs` on, 0 or more, in a Retry-After header: seconds, a date (RFC 9110, 10.2.3) or a stamp. */
export function parseRetryAfterMs(header: unknown, nowMs: number): number | undefined {
	const text = typeof header === 'string' ? header : '';
	const time = parseInstant(text);
	if (time !== undefined) return Math.max(0, time - nowMs);
	return /^\d+$/.test(text) ? Number(text) * 1000 : undefined;
}
