/**
 * What an HTTP status or an error code of Node.js means. Statuses 401, 403 and 429: specification section 7; the others:
 * HTTP semantics (RFC 9110).
 */
import {
	CollabError,
	type ErrorData,
	type ErrorKind,
	malformed,
	type NetworkReason,
} from '../errors';

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

const KINDS: Readonly<Record<number, ErrorKind>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	429: 'rateLimited',
};

/** The error for an answer with an HTTP status from 300 on. */
export function errorOfStatus(httpStatus: number, retryAfterMs?: number): CollabError {
	const data = { httpStatus, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
	if (REDIRECTS.includes(httpStatus)) return new CollabError('redirected', data);
	if (httpStatus >= 500) return new CollabError('unavailable', data);
	return new CollabError(KINDS[httpStatus] ?? 'rejected', data);
}

/** What a token endpoint may say (RFC 6749, section 5.2); `invalid_grant`: the grant has ended. */
const TOKEN_ERRORS: ReadonlyMap<unknown, ErrorData> = new Map([
	['invalid_client', { reason: 'clientRefused' }],
	['unauthorized_client', { reason: 'clientRefused' }],
	['invalid_scope', { reason: 'scopeRefused' }],
	['invalid_grant', {}],
]);

/** The error for a refused token, by the `error` of the authorization server's answer. */
export function errorOfRefusedToken(error: unknown): CollabError {
	const data = TOKEN_ERRORS.get(error);
	return data ? new CollabError('unauthorized', data) : new CollabError('rejected');
}

/** Node.js and OpenSSL name one thing in several ways. */
const REASONS: Readonly<Record<string, NetworkReason>> = {
	ENOTFOUND: 'hostNotFound',
	EAI_AGAIN: 'hostLookupFailed',
	ECONNREFUSED: 'connectionRefused',
	ECONNRESET: 'connectionClosed',
	EPIPE: 'connectionClosed',
	ERR_STREAM_PREMATURE_CLOSE: 'connectionClosed',
	// axios: the connection ended in the middle of the body.
	ERR_BAD_RESPONSE: 'connectionClosed',
	ECONNABORTED: 'timeout',
	ETIMEDOUT: 'timeout',
	ESOCKETTIMEDOUT: 'timeout',
	// axios: the request's signal was aborted. A person's stop is recognized before this is looked at.
	ERR_CANCELED: 'timeout',
	EPROTO: 'noHttps',
	ERR_SSL_WRONG_VERSION_NUMBER: 'noHttps',
	ERR_TLS_CERT_ALTNAME_INVALID: 'certificateOfOtherHost',
};

/** The error for a request that got no whole answer, by the error code of Node.js. */
export function errorOfNetwork(code: string): CollabError {
	// Of n8n's requests for tokens: it follows redirects, and wants JSON.
	if (code === 'ERR_FR_TOO_MANY_REDIRECTS') return new CollabError('redirected');
	if (code === 'ESTATUS') return malformed('notJson');
	// The codes of Node's HTTP parser, and of zlib, brotli and zstd.
	if (/^(HPE_|Z_|ERR__ERROR_|ERR_BROTLI_|ZSTD_|ERR_ZSTD_)/.test(code))
		return malformed('brokenHttp');
	const isOfCertificate = /CERT|ISSUER|SIGNATURE/.test(code);
	const other = isOfCertificate ? 'untrustedCertificate' : 'unreachable';
	return new CollabError('unavailable', { reason: REASONS[code] ?? other });
}
