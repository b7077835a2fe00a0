/**
 * The closed list of what can go wrong between this package and the service.
 * `message` says what happened, `advice` what the person can do about it.
 * Neither ever contains a key, a token or a header.
 */
export type ErrorKind =
	| 'unauthorized'
	| 'forbidden'
	| 'notFound'
	| 'rejected'
	| 'rateLimited'
	| 'unavailable'
	| 'redirected'
	| 'malformed'
	| 'unexpected'
	| 'addressRefused'
	| 'parameterRefused'
	| 'listKeptChanging';

interface FailureDetails {
	/** HTTP status of the answer, where there was one. */
	readonly httpStatus?: number;
	/** How long the service asked to wait, in milliseconds (from Retry-After). */
	readonly retryAfterMs?: number;
	readonly cause?: unknown;
}

export class CollabError extends Error {
	override readonly name = 'CollabError';

	readonly httpStatus: number | undefined;

	readonly retryAfterMs: number | undefined;

	constructor(
		readonly kind: ErrorKind,
		message: string,
		readonly advice: string,
		details: FailureDetails = {},
	) {
		super(message, { cause: details.cause });
		this.httpStatus = details.httpStatus;
		this.retryAfterMs = details.retryAfterMs;
	}
}
