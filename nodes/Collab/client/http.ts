/** The wire: n8n's request helpers, answers as streams, of which ten megabytes are read at most. Nothing else calls the helpers. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import type { CollabError } from '../core/errors';
import type { ResponseBudget } from '../core/requests/responseBudget';
import type { CheckedCredential } from './credentials';
import { type BodyStream, ignore, readBody } from './bodyStream';
import { errorOfAnswer, toCollabError } from './nodeErrors';
import type { Context } from './runtime';

interface FullResponse {
	readonly statusCode: number;
	readonly body: BodyStream;
	readonly headers: Readonly<Record<string, unknown>>;
}

export interface Answer {
	readonly status: number;
	readonly bytes: Uint8Array;
	readonly headers: Readonly<Record<string, unknown>>;
}

const COMMON = {
	encoding: 'stream',
	returnFullResponse: true,
	// n8n would send the key or the token to whatever host a redirect names.
	disableFollowRedirect: true,
	// Some versions lose the headers of a request that fails.
	ignoreHttpStatusErrors: true,
} as const;

/** Ends a request: axios closes the connection then. Destroying the body does not, before reading has begun. */
const NOT_READ = new Error('The answer is not read any further');

/** A GET request that n8n signs with the credential; ends `first` unless the answer was read to its end. */
export async function get(
	context: Context,
	{ decrypted }: CheckedCredential,
	request: Pick<IHttpRequestOptions, 'url' | 'qs' | 'timeout'>,
	bounds: { first: AbortController; budget: ResponseBudget; mayRefresh: boolean },
): Promise<Answer | CollabError> {
	const { first, budget, mayRefresh } = bounds;
	const options: IHttpRequestOptions = { method: 'GET', json: true, ...request, ...COMMON };
	// n8n refreshes the token for a request that fails.
	if (mayRefresh) options.ignoreHttpStatusErrors = false;
	const seen: Seen = { requests: 0 };
	const ending = endingWith(first.signal, context);
	try {
		const answer = (await context.helpers.httpRequestWithAuthentication.call(
			mayRefresh ? discardingBodies(ending, seen) : ending,
			decrypted.type,
			options,
			{ credentialsDecrypted: decrypted },
		)) as FullResponse;
		return await readAnswer(answer, first, budget);
	} catch (error) {
		first.abort(NOT_READ);
		return toCollabError(error, Date.now(), seen.requests === 1 && seen.status === 401);
	}
}

/** A POST request of a form, without a credential: the form itself holds the secrets. Ends `first` as `get` does. */
export async function postForm(
	context: Context,
	url: string,
	form: Record<string, string>,
	{ timeout, first, budget }: { timeout: number; first: AbortController; budget: ResponseBudget },
): Promise<Answer | CollabError> {
	try {
		const answer = (await context.helpers.httpRequest({
			method: 'POST',
			url,
			body: new URLSearchParams(form),
			timeout,
			abortSignal: first.signal,
			...COMMON,
		})) as FullResponse;
		return await readAnswer(answer, first, budget);
	} catch (error) {
		first.abort(NOT_READ);
		return toCollabError(error, Date.now());
	}
}

/** The bodies of errors are not read. */
async function readAnswer(
	{ statusCode: status, headers, body }: FullResponse,
	first: AbortController,
	budget: ResponseBudget,
): Promise<Answer | CollabError> {
	if (status < 300) return { status, bytes: await readBody(body, budget, first.signal), headers };
	ignore(body);
	first.abort(NOT_READ);
	return errorOfAnswer(status, headers, Date.now());
}

/**
 * The same context, but its requests end with this signal at the latest. The option `timeout` alone starts anew with
 * every byte that arrives and never ends for some answers (101), and n8n puts this signal in the place of any other.
 */
function endingWith(signal: AbortSignal, context: Context): Context {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;
}

interface Seen {
	requests: number;
	/** Of the last answer that was an error for n8n. */
	status?: number;
}

/** axios no longer listens to the signal of such a request. */
interface FailedRequest {
	readonly response?: {
		readonly status?: number;
		readonly data?: BodyStream;
		readonly request?: { destroy?(): void };
	};
}

/** The same context; the bodies of answers that fail, which n8n drops without reading, keep no connection open. */
function discardingBodies(context: Context, seen: Seen): Context {
	const { helpers } = context;
	const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> => {
		seen.requests++;
		const sent: Promise<unknown> = helpers.httpRequest(options);
		sent.catch(({ response }: FailedRequest) => {
			if (response?.status !== undefined) seen.status = response.status;
			if (response?.data) ignore(response.data);
			response?.request?.destroy?.();
		});
		return await sent;
	};
	return Object.create(context, {
		helpers: { value: Object.create(helpers, { httpRequest: { value: httpRequest } }) as unknown },
	}) as Context;
}
