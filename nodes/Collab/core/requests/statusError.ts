/** What an HTTP status or an error code of Node.js means (specification, section 7, and RFC 9110). */
import type { Page, PageRequest } from '../contract';
import type { ErrorData, ErrorKind, NetworkReason } from '../errors';
import { CollabError, malformed } from '../errors';

const KINDS: Readonly<Record<number, ErrorKind>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	// The service asks for the same request again.
	408: 'unavailable',
	// Not registered, but in use for tokens that have expired and for limits.
	419: 'unauthorized',
	420: 'rateLimited',
	425: 'unavailable',
	429: 'rateLimited',
	430: 'rateLimited',
	440: 'unauthorized',
	498: 'unauthorized',
};

const REDIRECTS = [301, 302, 303, 307, 308];

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
	if (REDIRECTS.includes(httpStatus)) return new CollabError('redirected', data);
	if (httpStatus === 407) return new CollabError('rejected', { ...data, reason: 'proxyFailed' });
	const kind = httpStatus >= 500 ? 'unavailable' : (KINDS[httpStatus] ?? 'rejected');
	const isLimit = isExhausted || (retryAfterMs !== undefined && kind !== 'unavailable');
	return new CollabError(isLimit && kind !== 'unauthorized' ? 'rateLimited' : kind, data);
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
 * What a token endpoint may say (RFC 6749, sections 5.2 and 4.1.2.1). With `invalid_grant`, the grant has ended. n8n
 * passes on neither the status nor Retry-After of such an answer.
 */
const TOKEN_ERRORS = new Map<unknown, [kind: ErrorKind, data?: ErrorData]>([
	['invalid_client', ['unauthorized', { reason: 'clientRefused' }]],
	['unauthorized_client', ['unauthorized', { reason: 'clientRefused' }]],
	['invalid_scope', ['unauthorized', { reason: 'scopeRefused' }]],
	['invalid_grant', ['unauthorized']],
	['temporarily_unavailable', ['unavailable']],
	['server_error', ['unavailable']],
]);

/** No standard has a word for a rate limit at a token endpoint. These are in use. */
const RATE_LIMIT = /rate.?limit|too.?many|thrott|slow.?down/i;

/** The error for a refused token, by the `error` of the authorization server's answer. */
export function errorOfRefusedToken(error: unknown): CollabError {
	const other: ErrorKind = RATE_LIMIT.test(String(error)) ? 'rateLimited' : 'rejected';
	return new CollabError(...(TOKEN_ERRORS.get(error) ?? [other]));
}

/** Node.js and OpenSSL name one thing in several ways. */
const REASONS: Readonly<Record<string, NetworkReason>> = {
	ENOTFOUND: 'hostNotFound',
	ECONNREFUSED: 'connectionRefused',
	ECONNRESET: 'connectionClosed',
	EPIPE: 'connectionClosed',
	ERR_STREAM_PREMATURE_CLOSE: 'connectionClosed',
	// axios: the connection ended in the middle of the body.
	ERR_BAD_RESPONSE: 'connectionClosed',
	ECONNABORTED: 'timeout',
	ETIMEDOUT: 'timeout',
	// axios: the request's signal was aborted. A person's stop is recognized before this is looked at.
	ERR_CANCELED: 'timeout',
	ERR_TLS_CERT_ALTNAME_INVALID: 'certificateOfOtherHost',
};

/** The error for a request that got no whole answer, by the error code of Node.js. */
export function errorOfNetwork(code: string): CollabError {
	// n8n's requests for tokens end with these two: they follow redirects, and want JSON.
	if (code === 'ERR_FR_TOO_MANY_REDIRECTS') return new CollabError('redirected');
	if (code === 'ESTATUS') return malformed('notJson');
	// The codes of Node's HTTP parser, and of zlib, brotli and zstd.
	if (/^(HPE|Z|ERR__ERROR|ERR_BROTLI|ZSTD|ERR_ZSTD)_/.test(code)) return malformed('brokenHttp');
	return new CollabError('unavailable', { reason: REASONS[code] ?? reasonOfTls(code) });
}

function reasonOfTls(code: string): NetworkReason {
	// OpenSSL met something else than TLS, or the service ended it, perhaps for want of a client certificate.
	if (/^(EPROTO$|ERR_SSL_)/.test(code)) return 'noHttps';
	return /CERT|ISSUER|SIGNATURE/.test(code) ? 'untrustedCertificate' : 'unreachable';
}
