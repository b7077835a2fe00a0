import { readRequestOptions } from '../../nodes/Collab/actions/fields/requestOptions';

const MOST = { maxConcurrentRequests: 16, maxRetryWait: 86_400, timeout: 86_400 };

it('a tool waits and sends less than a person may ask for', () => {
	expect(readRequestOptions(() => MOST, true)).toEqual({
		maxConcurrentRequests: 4,
		maxRetryWaitMs: 30_000,
		timeoutMs: 30_000,
	});
	expect(readRequestOptions(() => MOST)).toEqual({
		maxConcurrentRequests: 16,
		maxRetryWaitMs: 86_400_000,
		timeoutMs: 86_400_000,
	});
});

it('a tool that is set to less keeps to that', () => {
	const less = { maxConcurrentRequests: 1, maxRetryWait: 0, timeout: 2 };
	expect(readRequestOptions(() => less, true)).toEqual({
		maxConcurrentRequests: 1,
		maxRetryWaitMs: 0,
		timeoutMs: 2000,
	});
});
