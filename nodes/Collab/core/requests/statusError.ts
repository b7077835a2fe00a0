/** What an HTTP status or an error code of Node.js means (specification, section 7, and RFC 9110). */
import type { Page, PageRequest } from '../contract';
import type { ErrorKind, NetworkReason, OwnReason } from '../errors';
import { CollabError, malformed } from '../errors';

/** Some of these are not registered, but in use: for tokens that have expired, and for limits. */
const KINDS: ReadonlyArray<readonly [ErrorKind, statuses: readonly number[]]> = [
	['redirected', [301, 302, 303, 307, 308]],
	['unauthorized', [401, 419, 440, 498]],
	['forbidden', [403]],
	['notFound', [404]],
	// The service asks for the same request again.
	['unavailable', [408, 425]],
	['rateLimited', [420, 429, 430]],
];

/**
 * The error for an answer with an HTTP status from 300 on.
 *
 * @param isExhausted whether it says that no request is left
 */
export function errorOfStatus(
	httpStatus: number,
	retryAfterMs?: number,
	isExhausted = false,
): CollabError {
	const data = { httpStatus, retryAfterMs };
	if (httpStatus === 407) return errorOfProxy(httpStatus);
	const [kind] = KINDS.find(([, statuses]) => statuses.includes(httpStatus)) ?? [
		httpStatus >= 500 ? 'unavailable' : 'rejected',
	];
	if (kind === 'redirected' || kind === 'unauthorized') return new CollabError(kind, data);
	const isLimit = isExhausted || (retryAfterMs !== undefined && kind !== 'unavailable');
	return new CollabError(isLimit ? 'rateLimited' : kind, data);
}

/** The error where a proxy did not connect n8n, perhaps with an answer of its own. */
export function errorOfProxy(httpStatus?: number): CollabError {
	const kind = httpStatus && httpStatus < 500 ? 'rejected' : 'unavailable';
	return new CollabError(kind, { httpStatus, reason: 'proxyFailed' });
}

/** What frameworks say of a page that is not there: past the end, or deeper than the service goes. */
const NO_SUCH_PAGE: ReadonlySet<unknown> = new Set([204, 400, 404, 410, 416, 422]);

/**
 * What an error means where this run has had a good answer before: the address and the credential are right, so a page
 * further on is not there, and 403 is a limit.
 */
export function afterSuccess(
	error: CollabError,
	{ page, perPage }: PageRequest,
): CollabError | Page {
	const { kind, data } = error;
	if (data.isOfAuthServer || data.reason === 'proxyFailed') return error;
	if (kind === 'forbidden') return new CollabError('rateLimited', data);
	const isRefused = page > 1 && !error.isPassing && NO_SUCH_PAGE.has(data.httpStatus);
	const pagination = { perPage, totalItems: 0, hasNext: false };
	return isRefused ? { rows: [], pagination, isRefused } : error;
}

/** Whether a redirect only adds a slash to the path. Then nothing of it is needed but that. */
export function addsSlash(url: string, location: unknown): boolean {
	if (typeof location !== 'string' || !URL.canParse(location, url)) return false;
	const [{ host, pathname }, asked] = [new URL(location, url), new URL(url)];
	return host === asked.host && pathname === `${asked.pathname}/`;
}

/**
 * What a token endpoint may say (RFC 6749, sections 5.2 and 4.1.2.1). n8n passes on neither the status nor Retry-After
 * of such an answer. No standard has a word for a rate limit there: the last ones are in use.
 */
const TOKEN_ERRORS: ReadonlyArray<readonly [RegExp, ErrorKind, OwnReason?]> = [
	[/^(invalid|unauthorized)_client$/, 'unauthorized', 'clientRefused'],
	[/^invalid_scope$/, 'unauthorized', 'scopeRefused'],
	[/^invalid_grant$/, 'unauthorized'],
	[/^(temporarily_unavailable|server_error)$/, 'unavailable'],
	[/rate.?limit|too.?many|thrott|slow.?down/i, 'rateLimited'],
];

/** The error for a refused token, by the `error` of the authorization server's answer. */
export function errorOfRefusedToken(error: unknown): CollabError {
	const known = TOKEN_ERRORS.find(([word]) => word.test(String(error)));
	const [, kind, reason] = known ?? [undefined, 'rejected'];
	return new CollabError(kind, reason && { reason });
}

/** Node.js, OpenSSL and axios name one thing in several ways. The first that fits counts. */
const REASONS: ReadonlyArray<readonly [RegExp, NetworkReason]> = [
	[/^ENOTFOUND$/, 'hostNotFound'],
	[/^ECONNREFUSED$/, 'connectionRefused'],
	// axios has the last one for a connection that ended in the middle of the body.
	[/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE)$/, 'connectionClosed'],
	// The last one: the signal was aborted. A person's stop is recognized before this is looked at.
	[/^(ECONNABORTED|ETIMEDOUT|ERR_CANCELED)$/, 'timeout'],
	[/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'certificateOfOtherHost'],
	// OpenSSL met something else than TLS, or the service ended it, perhaps for want of a client certificate.
	[/^(EPROTO$|ERR_SSL_)/, 'noHttps'],
	[/CERT|ISSUER|SIGNATURE/, 'untrustedCertificate'],
];

/** The error for a request that got no whole answer, by the error code of Node.js. */
export function errorOfNetwork(code: string): CollabError {
	// n8n's requests for tokens end with these two: they follow redirects, and want JSON.
	if (code === 'ERR_FR_TOO_MANY_REDIRECTS') return new CollabError('redirected');
	if (code === 'ESTATUS') return malformed('notJson');
	// The codes of Node's HTTP parser, and of zlib, brotli and zstd.
	if (/^(HPE|Z|ERR__ERROR|ERR_BROTLI|ZSTD|ERR_ZSTD)_/.test(code)) return malformed('brokenHttp');
	const [, reason] = REASONS.find(([known]) => known.test(code)) ?? [];
	return new CollabError('unavailable', { reason: reason ?? 'unreachable' });
}
