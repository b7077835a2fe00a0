import { messageOf } from '../../../nodes/Collab/core/messages';
import { errorOfNetwork, errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';

it.each([
	['redirected', [301, 308]],
	['rejected', [400, 422]],
	['unauthorized', [401]],
	['forbidden', [403]],
	['notFound', [404]],
	['rateLimited', [429]],
	['unavailable', [500, 504]],
] as const)('the error of a status is %s: %j', (kind, statuses) => {
	for (const httpStatus of statuses) {
		expect(errorOfStatus(httpStatus)).toMatchObject({ kind, data: { httpStatus } });
		expect(errorOfStatus(httpStatus, 7).data).toStrictEqual({ httpStatus, retryAfterMs: 7 });
	}
});

describe('the error of the network', () => {
	it.each([
		['ENOTFOUND', 'host name could not be found'],
		['EAI_AGAIN', 'could not be looked up'],
		['ECONNREFUSED', 'refused the connection'],
		['ECONNRESET', 'closed the connection'],
		['EPIPE', 'closed the connection'],
		['ECONNABORTED', 'did not answer in time'],
		['ETIMEDOUT', 'did not answer in time'],
		['CERT_HAS_EXPIRED', 'certificate is not trusted'],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate is not trusted'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate is for another host name'],
		['EHOSTUNREACH', 'could not be reached'],
		['undefined', 'could not be reached'],
	])('%s: the service %s', (code, words) => {
		const error = errorOfNetwork(code);
		expect(error.kind).toBe('unavailable');
		const { message } = messageOf(error);
		expect(message).toContain(words);
		// n8n replaces messages that hold an error code by its own, without the description.
		expect(message).not.toContain(code);
	});

	it.each([
		'HPE_INVALID_CONSTANT',
		...['Z_DATA_ERROR', 'ERR__ERROR_FORMAT_PADDING_1', 'ERR_BROTLI_DECODER_ERROR_FORMAT'],
		...['ZSTD_error_corruption_detected', 'ERR_ZSTD_FAILED'],
	])('%s: the answer is not as it says, and is not asked for again', (code) => {
		const error = { kind: 'malformed', data: { reason: 'brokenHttp' } };
		expect(errorOfNetwork(code)).toMatchObject(error);
	});

	it.each(['EHPE_', 'EZ_BUF'])('%s is of another kind', (code) => {
		expect(errorOfNetwork(code).data).toEqual({ reason: 'unreachable' });
	});
});
