/** What an HTTP status or an error code of Node.js means (specification, section 7, and RFC 9110). */
import type { ErrorData, ErrorKind, NetworkReason } from '../errors';
import { CollabError, malformed } from '../errors';

const KINDS: Readonly<Record<number, ErrorKind>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	// The service asks for the same request again.
	408: 'unavailable',
	425: 'unavailable',
	429: 'rateLimited',
};

/** The error for an answer with an HTTP status from 300 on. */
export function errorOfStatus(httpStatus: number, retryAfterMs?: number): CollabError {
	const data = { httpStatus, retryAfterMs };
	if (httpStatus < 400) return new CollabError('redirected', data);
	if (httpStatus === 407) return new CollabError('rejected', { ...data, reason: 'proxyFailed' });
	if (httpStatus >= 500) return new CollabError('unavailable', data);
	return new CollabError(KINDS[httpStatus] ?? 'rejected', data);
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
