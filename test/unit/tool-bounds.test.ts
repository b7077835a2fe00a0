import { readRequestOptions } from '../../nodes/Collab/actions/fields/requestOptions';

test.each([
	['a person may ask for much', false, [16, 86_400, 86_400], [16, 86_400_000, 86_400_000]],
	['a tool waits and sends less', true, [16, 86_400, 86_400], [4, 30_000, 30_000]],
	['a tool that is set to less keeps to that', true, [1, 0, 2], [1, 0, 2_000]],
])('%s', (_who, isTool, [maxConcurrentRequests, maxRetryWait, timeout], expected) => {
	const read = readRequestOptions(() => ({ maxConcurrentRequests, maxRetryWait, timeout }), isTool);
	expect([read.maxConcurrentRequests, read.maxRetryWaitMs, read.timeoutMs]).toEqual(expected);
});
