import { readRequestOptions } from '../../nodes/Collab/actions/fields/requestOptions';

test.each([
	['a person may ask for much', false, [16, 86_400_000, 86_400_000, Infinity]],
	[
		'a tool sends less at once, and ends within a minute',
		true,
		[4, 86_400_000, 86_400_000, 50_000],
	],
])('%s', (_who, isTool, expected) => {
	jest.spyOn(Date, 'now').mockReturnValue(0);
	const entered = { maxConcurrentRequests: 16, maxRetryWait: 86_400, timeout: 86_400 };
	const read = readRequestOptions(() => entered, isTool);
	const { maxConcurrentRequests, maxRetryWaitMs, timeoutMs, deadlineMs } = read;
	expect([maxConcurrentRequests, maxRetryWaitMs, timeoutMs, deadlineMs]).toEqual(expected);
});
