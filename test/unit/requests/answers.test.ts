/** What is read of answers, and which errors come of them. SECURITY.md and the texts of errors name the figures. */
import { Readable } from 'node:stream';
import { errorOfAnswer, toCollabError } from '../../../nodes/Collab/client/nodeErrors';
import { CollabError, malformed } from '../../../nodes/Collab/core/errors';
import { messageOf } from '../../../nodes/Collab/core/messages';
import { parseBody, Received } from '../../../nodes/Collab/core/requests/received';
import { assertRevoked } from '../../../nodes/Collab/core/requests/revocation';
import {
	addsSlash,
	afterSuccess,
	errorOfNetwork,
	errorOfProxy,
	errorOfRefusedToken,
	errorOfStatus,
} from '../../../nodes/Collab/core/requests/statusError';
import { errorIn, orError } from '../errorIn';

const ofAuthServer = (status: number) =>
	new CollabError(errorOfStatus(status).kind, { httpStatus: status, isOfAuthServer: true });
const REFUSED_PAGE = {
	rows: [],
	pagination: { perPage: 100, totalItems: 0, hasNext: false },
	isRefused: true,
};

it.each([
	['host name could not be found', 'ENOTFOUND'],
	['refused the connection', 'ECONNREFUSED'],
	['closed the connection', 'ECONNRESET EPIPE'],
	['did not answer in time', 'ECONNABORTED ETIMEDOUT'],
	['certificate is not trusted', 'CERT_HAS_EXPIRED UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
	['HTTPS', 'EPROTO ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'],
	['certificate is for another host name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
	['could not be reached', 'EAI_AGAIN EHOSTUNREACH undefined EHPE_ EZ_BUF'],
	['broken on its way', 'HPE_INVALID_CONSTANT Z_DATA_ERROR ERR__ERROR_FORMAT_PADDING_1'],
	['broken', 'ERR_ZSTD_FAILED ERR_BROTLI_DECODER_ERROR_FORMAT ZSTD_error_corruption'],
])('the message says "%s" for %s', (words, codes) => {
	for (const code of codes.split(' ')) {
		const [message] = messageOf(errorOfNetwork(code));
		expect(message).toContain(words);
		// n8n replaces messages that hold an error code by its own, without the description.
		expect(message).not.toContain(code);
	}
});

it.each([
	['timeout', { isAxiosError: true, code: 'ERR_CANCELED', request: {} }],
	[undefined, { message: 'The proxy', cause: { response: { status: 500 } } }],
])('no proxy is to blame (%s): %j', (reason, failed) => {
	expect(toCollabError(failed).data.reason).toBe(reason);
});

it.each([
	['rateLimited', 'slow_down rate_limit_exceeded too_many_requests throttled'],
	['unavailable', 'temporarily_unavailable server_error'],
	['unauthorized', 'invalid_client unauthorized_client invalid_scope invalid_grant'],
	['rejected', 'access_denied undefined 401 ENOTFOUND INVALID_SIGNATURE'],
])('what a token endpoint says means %s: %s', (kind, words) => {
	for (const word of words.split(' ')) expect(errorOfRefusedToken(word).kind).toBe(kind);
});

it.each<[kind: string, statuses: number[], headers?: object]>([
	['rateLimited', [420, 429, 430]],
	['rateLimited', [400, 403, 404, 409, 423], { 'retry-after': '7' }],
	['rateLimited', [403, 500], { 'x-ratelimit-remaining': '0' }],
	['rateLimited', [403], { ratelimit: 'limit=9, remaining=0, reset=5' }],
	['rateLimited', [403], { ratelimit: '"default";r=0;t=50' }],
	['forbidden', [403], { 'x-ratelimit-remaining': '10', ratelimit: '"default";r=05' }],
	['unavailable', [408, 503, 504, 999], { 'retry-after': '7' }],
	['unauthorized', [401, 419, 440, 498], { 'retry-after': '7', 'ratelimit-remaining': '0' }],
	['redirected', [301, 302, 303, 307, 308], { 'retry-after': '7' }],
	['rejected', [300, 304, 402]],
])('a refusal means %s: %j, %j', (kind, statuses, headers = {}) => {
	const kinds = statuses.map((status) => errorOfAnswer(status, { ...headers }).kind);
	expect(kinds).toEqual(statuses.map(() => kind));
});

it.each<[what: string, page: number, error: CollabError, expected: object]>([
	...[400, 404, 410, 416, 422].map((status): [string, number, CollabError, object] => {
		return [`a page that is not there (${status})`, 2, errorOfStatus(status), REFUSED_PAGE];
	}),
	['204 for a page', 2, malformed('notJson', { httpStatus: 204 }), REFUSED_PAGE],
	['204 for the first page', 1, malformed('notJson', { httpStatus: 204 }), { kind: 'malformed' }],
	['a wrong address', 1, errorOfStatus(404), { kind: 'notFound' }],
	['a limit', 1, errorOfStatus(403), { kind: 'rateLimited' }],
	['a limit with a time', 2, errorOfStatus(404, 1_000), { kind: 'rateLimited' }],
	['a limit of tokens', 2, ofAuthServer(403), { kind: 'forbidden' }],
	['a proxy', 2, errorOfProxy(404), { kind: 'rejected' }],
	['no token', 2, ofAuthServer(400), { kind: 'rejected' }],
	['a fault', 2, errorOfStatus(500), { kind: 'unavailable' }],
])('after a good answer, an error may mean %s: page %d, %p', (_what, page, error, expected) => {
	expect(afterSuccess(error, { page, perPage: 100 })).toMatchObject(expected);
});

const origin = 'https://collab.example.com';
it.each<[follows: boolean, locations: unknown[]]>([
	[true, ['/v1/projects/', '/v1/projects/?page=1', `${origin}/v1/projects/`]],
	[true, ['http://collab.example.com/v1/projects/', 'http://collab.example.com:80/v1/projects/']],
	[false, [`${origin}/v1/projects`, `${origin}:8443/v1/projects/`, '/v1/projects//', '/login/']],
	[false, ['https://evil.test/v1/projects/', '//evil.test/v1/projects/', 'https://', undefined]],
])('that a redirect only adds a slash is %p of %j', (expected, locations) => {
	for (const location of locations)
		expect(addsSlash(`${origin}/v1/projects`, location)).toBe(expected);
});

it.each<[reason: string | undefined, status: number, bodies: string[]]>([
	[undefined, 200, ['', '{}', '{"error": null}', '{"error":""}', 'null', '"error"', '["error"]']],
	[undefined, 200, ['Revoked > done', 'error']],
	[undefined, 204, ['']],
	['rejected', 201, ['']],
	['rejected', 202, ['{}']],
	['malformed, errorAsSuccess', 200, [' \n<html>Log in</html> ok', '{"error" :"no"}']],
	['malformed, errorAsSuccess', 204, ['<html>']],
])('the answer to a revocation means %s: %i %j', (reason, status, bodies) => {
	for (const body of bodies) {
		const error = orError(() => assertRevoked(status, new TextEncoder().encode(body)));
		expect(error?.message).toBe(reason);
	}
});

const MB = 1024 * 1024;

it.each([
	['[9007199254740991,-9007199254740991]', '[9007199254740991,-9007199254740991]'],
	['{"name":"Müller ✓"}', '{"name":"Müller ✓"}'],
	['{"id":7615917337495251231}', '{"id":"7615917337495251231"}'],
	['[-9007199254740993]', '["-9007199254740993"]'],
	['["a\\"7615917337495251231,"]', '["a\\"7615917337495251231,"]'],
	[
		'[0.1234567890123456,1234567890123456.5,1e20]',
		'[0.1234567890123456,1234567890123456.5,100000000000000000000]',
	],
])(
	'the body is JSON in UTF-8, in which integers that JavaScript would round become texts: %s',
	(body, json) => {
		expect(JSON.stringify(parseBody(Buffer.from(body)))).toBe(json);
	},
);

it.each([
	['notJson', Buffer.from('')],
	['notJson', Uint8Array.of(0x22, 0xff, 0x22)],
	['notJson', Buffer.from('{"data":')],
])('a body is refused with the reason %s', (reason, body) => {
	expect(errorIn(() => parseBody(body))).toMatchObject({ kind: 'malformed', data: { reason } });
});

it('an answer may have a hundred levels', () => {
	const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels));
	expect(parseBody(nested(100))).toHaveLength(1);
	expect(errorIn(() => parseBody(nested(101))).kind).toBe('answerTooLarge');
});

const read = async (received: Received, text: string) =>
	await received.read(Readable.from([Buffer.from(text)]));

it.each([
	['x', 1],
	['[{},', 34],
])('one answer may have 10 MB, and each value counts 10 bytes more: %s', async (text, size) => {
	const most = Math.floor((10 * MB) / size);
	expect(await read(new Received(), text.repeat(most))).toHaveLength(most * text.length);
	const refused = read(new Received(), text.repeat(most + 1));
	await expect(refused).rejects.toMatchObject({ kind: 'answerTooLarge' });
});

it('all answers of a run may have 500 MB', async () => {
	const received = new Received();
	for (let answers = 0; answers < 50; answers++) await read(received, ','.repeat((10 * MB) / 11));
	await expect(read(received, 'x'.repeat(1_000))).rejects.toMatchObject({ kind: 'runTooLarge' });
});
