/** What an answer, or the want of one, means (specification, section 7, and RFC 9110). */
import type { Page, PageRequest } from '../contract';
import { CollabError, type ErrorData, type ErrorKind } from '../errors';

type Meaning = readonly [kind: ErrorKind, reason?: ErrorData['reason']];

/** The first that fits counts. */
type Meanings = ReadonlyArray<readonly [said: RegExp, ...Meaning]>;

const STATUSES: Meanings = [
	[/^30[12378]$/, 'redirected'],
	// Some statuses are not registered, but in use: for tokens that have expired, and for limits.
	[/^(401|419|440|498)$/, 'unauthorized'],
	[/^403$/, 'forbidden'],
	[/^404$/, 'notFound'],
	[/^407$/, 'rejected', 'proxyFailed'],
	[/^(420|429|430)$/, 'rateLimited'],
	// With the first one, the service asks for the same request again.
	[/^(408|[5-9]\d\d)$/, 'unavailable'],
];

/** Of Node.js, OpenSSL and axios. */
const CODES: Meanings = [
	// n8n's requests for tokens end with this and ESTATUS: they follow redirects, and want JSON.
	[/^ERR_FR_TOO_MANY_REDIRECTS$/, 'redirected'],
	// The others are of Node's HTTP parser, and of zlib, brotli and zstd.
	[/^(ESTATUS$|HPE_|Z_|ERR__ERROR_|ERR_BROTLI_|ZSTD_|ERR_ZSTD_)/, 'malformed', 'notJson'],
	[/^ENOTFOUND$/, 'unavailable', 'hostNotFound'],
	[/^ECONNREFUSED$/, 'unavailable', 'connectionRefused'],
	// axios has the last one for a connection that ended in the middle of the body.
	[/^(ECONNRESET|EPIPE|.*PREMATURE_CLOSE|ERR_BAD_RESPONSE)$/, 'unavailable', 'connectionClosed'],
	// The last one: the signal was aborted. A person's stop is recognized before this is looked at.
	[/^(ECONNABORTED|ETIMEDOUT|ERR_CANCELED)$/, 'unavailable', 'timeout'],
	[/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'unavailable', 'certificateOfOtherHost'],
	// OpenSSL met something else than TLS, or the service ended it, perhaps for want of a client certificate.
	[/^(EPROTO$|ERR_SSL_)/, 'unavailable', 'noHttps'],
	[/CERT|SIGNATURE/, 'unavailable', 'untrustedCertificate'],
];

/** RFC 6749, sections 5.2 and 4.1.2.1. No standard has a word for a rate limit there: the last ones are in use. */
const TOKEN_ERRORS: Meanings = [
	[/^(invalid|unauthorized)_client$/, 'unauthorized', 'clientRefused'],
	[/^invalid_scope$/, 'unauthorized', 'scopeRefused'],
	[/^invalid_grant$/, 'unauthorized'],
	[/^(temporarily_unavailable|server_error)$/, 'unavailable'],
	[/rate.?limit|too.?many|thrott|slow.?down/i, 'rateLimited'],
];

function errorOf(table: Meanings, said: unknown, data: ErrorData, ...other: Meaning) {
	const known = table.find(([words]) => words.test(String(said)));
	const [, kind, reason] = known ?? [said, ...other];
	return new CollabError(kind, { ...data, reason });
}

export const errorOfNetwork = (code: string) =>
	errorOf(CODES, code, {}, 'unavailable', 'unreachable');

/** The error for a refused token. Of such an answer, n8n passes on neither the status nor Retry-After. */
export const errorOfRefusedToken = (word: unknown) => errorOf(TOKEN_ERRORS, word, {}, 'rejected');

/** The error for a status from 300 on. `isExhausted`: the answer says that no request is left. */
export function errorOfStatus(httpStatus: number, retryAfterMs?: number, isExhausted = false) {
	const error = errorOf(STATUSES, httpStatus, { httpStatus, retryAfterMs }, 'rejected');
	const isNever = /redirected|unauthorized/.test(error.kind);
	const isLimit = isExhausted || (retryAfterMs !== undefined && error.kind !== 'unavailable');
	return isLimit && !isNever ? new CollabError('rateLimited', error.data) : error;
}

/** The error where a proxy did not connect n8n, perhaps with an answer of its own. */
export function errorOfProxy(httpStatus?: number): CollabError {
	const kind = httpStatus && httpStatus < 500 ? 'rejected' : 'unavailable';
	return new CollabError(kind, { httpStatus, reason: 'proxyFailed' });
}

/** What frameworks say of a page that is not there: past the end, or deeper than the service goes. */
const NO_SUCH_PAGE: ReadonlySet<unknown> = new Set([204, 400, 404, 410, 416, 422]);

/** After a good answer, address and credential are right: a page further on is not there, 403 is a limit. */
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
