/** How the service is asked: with which credential, how many requests at once and for how long. */
import type { INodeProperties } from 'n8n-workflow';
import { choice } from './choice';
import type { RequestSettings } from '../client/service';
import { MS_PER_SECOND } from '../core/time';
import { collection, numberBetween, oneOf, type Read, wholeNumber } from './parameterValues';
import { MOST_FOR_TOOLS } from './tool';

export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		choice('API Key', 'apiKey', 'Server to server, with a key from the developer console'),
		choice('OAuth2', 'oAuth2', 'A person connects an account and can withdraw access at any time'),
	],
	default: 'apiKey',
};

export const readAuthentication = (read: Read) =>
	oneOf('Authentication', read('authentication'), ['apiKey', 'oAuth2']);

const MOST_SECONDS = 86_400;
const MOST_CONCURRENT_REQUESTS = 16;

const maxConcurrentRequests: INodeProperties = {
	displayName: 'Max Concurrent Requests',
	name: 'maxConcurrentRequests',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_CONCURRENT_REQUESTS },
	default: MOST_CONCURRENT_REQUESTS,
	description:
		'How many requests may be open at the same time. A run begins with one request, and sends fewer after the service has limited them.',
};

const maxRetryWait: INodeProperties = {
	displayName: 'Max Retry Wait (Seconds)',
	name: 'maxRetryWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 300,
	description:
		'How long a run may wait in total while the service limits requests or is overloaded. Then the node fails. After other errors, a request is tried five times. 0 means no retries.',
};

export const timeout: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 30,
	description: 'How long to wait for each answer of the service',
};

/** For operations that send one request after another. */
export const requestOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [maxRetryWait, timeout],
};

/** For operations that may send several requests at the same time. */
export const concurrentRequestOptions: INodeProperties = {
	...requestOptions,
	options: [maxConcurrentRequests, maxRetryWait, timeout],
};

/** A tool that is given more than it may have gets that. */
export function readRequestSettings(read: Read, isTool = false): RequestSettings {
	const entered = collection('Options', read('options'));
	const option = ({ displayName, name, default: unset }: INodeProperties) =>
		[displayName, entered[name] ?? unset] as const;
	const requests = wholeNumber(...option(maxConcurrentRequests), 1, MOST_CONCURRENT_REQUESTS);
	const most = isTool ? MOST_FOR_TOOLS : { concurrentRequests: Infinity, ms: Infinity };
	return {
		authentication: readAuthentication(read),
		maxConcurrentRequests: Math.min(requests, most.concurrentRequests),
		maxRetryWaitMs: MS_PER_SECOND * numberBetween(...option(maxRetryWait), 0, MOST_SECONDS),
		timeoutMs: MS_PER_SECOND * numberBetween(...option(timeout), 0.001, MOST_SECONDS),
		deadlineMs: Date.now() + most.ms,
	};
}
