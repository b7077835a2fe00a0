import { errorOfNetwork, errorOfStatus } from '../../nodes/Collab/core/requests/statusError';

describe('the failure of a status', () => {
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
		const failure = errorOfStatus(status);
		expect(failure).toMatchObject({ kind, httpStatus: status });
		expect(failure.message).not.toBe('');
		expect(failure.advice).toMatch(/\.$/);
	});
});

describe('the failure of the network', () => {
	it.each([
		['ENOTFOUND', 'host name could not be found'],
		['EAI_AGAIN', 'could not be looked up'],
		['ECONNREFUSED', 'refused the connection'],
		['ECONNRESET', 'closed the connection'],
		['EPIPE', 'closed the connection'],
		['ECONNABORTED', 'did not answer in time'],
		['ETIMEDOUT', 'did not answer in time'],
		['CERT_HAS_EXPIRED', 'certificate is not trusted'],
		['EHOSTUNREACH', 'could not be reached'],
		['undefined', 'could not be reached'],
	])('%s: the service %s', (code, words) => {
		const failure = errorOfNetwork(code);
		expect(failure.kind).toBe('unavailable');
		expect(failure.message).toContain(words);
		// n8n replaces messages that hold an error code by its own, without the advice.
		expect(failure.message).not.toContain(code);
	});
});
