/** The wire: n8n's request helpers, answers as streams, of which ten megabytes are read at most. Nothing else calls the helpers. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import type { ResponseBudget } from '../core/requests/responseBudget';
import { type BodyStream, ignore, readBody } from './bodyStream';
import type { CheckedCredential } from './credentials';
import { type Asked, errorOfAnswer } from './nodeErrors';
import type { Context } from './runtime';

/** As n8n gives it, its body still to be read, or read. */
export interface Answer<Body = Uint8Array> {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Body;
}

/** Of one try. */
export interface Bounds {
	readonly timeout: number;
	/** Its end closes the connection. Destroying the body does not, before reading has begun. */
	readonly signal: AbortSignal;
	readonly budget: ResponseBudget;
	/** Kept up to date while the try is under way. */
	readonly asked: Asked;
}

const COMMON = {
	encoding: 'stream',
	returnFullResponse: true,
	// n8n would send the key or the token to whatever host a redirect names.
	disableFollowRedirect: true,
} as const;

/** A GET request that n8n signs with the credential; with OAuth2, n8n refreshes an expired token. */
export async function get(
	context: Context,
	{ decrypted, access }: CheckedCredential,
	request: Pick<IHttpRequestOptions, 'url' | 'qs'>,
	bounds: Bounds,
): Promise<Answer> {
	const { timeout, budget } = bounds;
	const options: IHttpRequestOptions = {
		...request,
		...COMMON,
		json: true,
		timeout,
		// n8n refreshes a token when a request fails, so this status alone makes it fail.
		ignoreHttpStatusErrors: access === 'apiKey' ? true : { ignore: true, except: [401] },
	};
	const answer = (await context.helpers.httpRequestWithAuthentication.call(
		boundedBy(bounds, context),
		decrypted.type,
		options,
		{ credentialsDecrypted: decrypted },
	)) as Answer<BodyStream>;
	return await readAnswer(answer, budget);
}

/** A POST request of a form, without a credential: the form itself holds the secrets. */
export async function postForm(
	context: Context,
	url: string,
	form: Record<string, string>,
	{ timeout, signal, budget }: Bounds,
): Promise<Answer> {
	const answer = (await context.helpers.httpRequest({
		...COMMON,
		method: 'POST',
		url,
		body: new URLSearchParams(form),
		timeout,
		abortSignal: signal,
		ignoreHttpStatusErrors: true,
	})) as Answer<BodyStream>;
	return await readAnswer(answer, budget);
}

/** Rejects with a CollabError for a status from 300 on; the bodies of errors are not read. */
async function readAnswer(answer: Answer<BodyStream>, budget: ResponseBudget): Promise<Answer> {
	const { statusCode, headers, body } = answer;
	if (statusCode < 300) return { statusCode, headers, body: await readBody(body, budget) };
	ignore(body);
	throw errorOfAnswer(statusCode, headers);
}

interface FailedRequest {
	readonly response?: { readonly data?: BodyStream; readonly request?: { destroy?(): void } };
}

/**
 * The same context, but its requests end with this signal at the latest. The option `timeout` alone starts anew with
 * every byte that arrives and never ends for some answers (101), and n8n puts this signal in the place of any other.
 * n8n sends the requests of OAuth2 this way, and none of those for tokens: after the first 401 it asks for a new one.
 */
function boundedBy({ signal, asked }: Bounds, context: Context): Context {
	let isFirst = true;
	const onFailure = ({ response }: FailedRequest) => {
		// n8n drops the body without reading it: it is to keep no connection open.
		if (response?.data) ignore(response.data);
		response?.request?.destroy?.();
		asked.isOfAuthServer = isFirst && response !== undefined;
		isFirst = false;
	};
	const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> => {
		asked.isOfAuthServer = false;
		const sent: Promise<unknown> = context.helpers.httpRequest(options);
		sent.catch(onFailure);
		return await sent;
	};
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
		helpers: { value: { ...context.helpers, httpRequest } },
	}) as Context;
}
