import { messageOf } from '../../../nodes/Collab/core/messages';
import { errorOfNetwork, errorOfStatus } from '../../../nodes/Collab/core/requests/statusError';

describe('the error of a status', () => {
	it.each([
		[301, 'redirected'],
		[308, 'redirected'],
		[400, 'rejected'],
		[401, 'unauthorized'],
		[403, 'forbidden'],
		[404, 'notFound'],
		[422, 'rejected'],
		[429, 'rateLimited'],
		[500, 'unavailable'],
		[504, 'unavailable'],
	])('%d is %s, and says what to do', (status, kind) => {
		const error = errorOfStatus(status);
		expect(error.kind).toBe(kind);
		expect(error.data).toStrictEqual({ httpStatus: status });
		expect(errorOfStatus(status, 7).data).toStrictEqual({ httpStatus: status, retryAfterMs: 7 });
		const { message, description } = messageOf(error);
		expect(message).not.toBe('');
		expect(description).toMatch(/\.$/);
	});
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
		['HPE_INVALID_CONSTANT', 'brokenHttp'],
		['Z_DATA_ERROR', 'brokenCompression'],
		['ERR__ERROR_FORMAT_PADDING_1', 'brokenCompression'],
		['ERR_BROTLI_DECODER_ERROR_FORMAT', 'brokenCompression'],
		['ZSTD_error_corruption_detected', 'brokenCompression'],
		['ERR_ZSTD_FAILED', 'brokenCompression'],
	])('%s: the answer is not as it says (%s), and is not asked for again', (code, reason) => {
		expect(errorOfNetwork(code)).toMatchObject({ kind: 'malformed', data: { reason } });
	});

	it.each(['EHPE_', 'EZ_BUF'])('%s is of another kind', (code) => {
		expect(errorOfNetwork(code).data).toEqual({ reason: 'unreachable' });
	});
});
