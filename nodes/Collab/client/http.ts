/** The wire: n8n's request helpers, answers as streams, of which ten megabytes are read at most. Nothing else calls the helpers. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { CollabError } from '../core/errors';
import { MAX_BODY_BYTES } from '../core/requests/body';
import type { ResponseBudget } from '../core/requests/responseBudget';
import type { CheckedCredential } from './credentials';
import { type Asked, errorOfAnswer } from './nodeErrors';
import type { Context } from './runtime';

/** An answer as n8n gives it, its body still to be read, or read. */
export interface Answer<Body = Uint8Array> {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Body;
}

/** A body as it arrives, already decompressed by n8n's HTTP client. */
type BodyStream = AsyncIterable<Uint8Array> & NodeJS.EventEmitter;

/** One try to get an answer. */
export interface Try {
	/** Its end closes the connection. Destroying the body does not, before reading has begun. */
	readonly signal: AbortSignal;
	readonly budget: ResponseBudget;
	/** Kept up to date while the try is under way. */
	readonly asked: Asked;
}

/**
 * Gives the answer of a status below 300. Rejects with a CollabError for any other, whose body is not read, and with n8n's
 * own errors.
 *
 * @param credential by which n8n signs the request; with OAuth2, it refreshes an expired token
 */
export async function send(
	context: Context,
	request: Pick<IHttpRequestOptions, 'method' | 'url' | 'qs' | 'body'>,
	attempt: Try,
	credential?: CheckedCredential,
): Promise<Answer> {
	const options: IHttpRequestOptions = {
		...request,
		json: true,
		encoding: 'stream',
		returnFullResponse: true,
		// n8n would send the key or the token to whatever host a redirect names.
		disableFollowRedirect: true,
		// The signal limits the time. This option starts anew with every byte that arrives, and never ends for some answers (101).
		timeout: 0,
		abortSignal: attempt.signal,
		ignoreHttpStatusErrors: true,
	};
	const { statusCode, headers, body } = (await (credential
		? sendSigned(context, options, attempt, credential)
		: context.helpers.httpRequest(options))) as Answer<BodyStream>;
	if (statusCode < 300) return { statusCode, headers, body: await readBody(body, attempt.budget) };
	body.on('error', ignore);
	throw errorOfAnswer(statusCode, headers);
}

async function sendSigned(
	context: Context,
	options: IHttpRequestOptions,
	attempt: Try,
	{ decrypted, access }: CheckedCredential,
): Promise<unknown> {
	return await context.helpers.httpRequestWithAuthentication.call(
		boundedBy(attempt, context),
		decrypted.type,
		{
			...options,
			// n8n refreshes a token when a request fails, so this status alone makes it fail.
			ignoreHttpStatusErrors: access === 'apiKey' || { ignore: true, except: [401] },
		},
		{ credentialsDecrypted: decrypted },
	);
}

async function readBody(body: BodyStream, budget: ResponseBudget): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > MAX_BODY_BYTES) throw new CollabError('answerTooLarge');
		if (!budget.allowsBytes(chunk.length)) throw new CollabError('runTooLarge');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size);
}

/** The end of a connection whose body is not read is nobody's concern. */
const ignore = () => undefined;

interface FailedRequest {
	readonly response?: { readonly data?: BodyStream; readonly request?: { destroy?(): void } };
}

/**
 * The same context, but its requests end with this signal, which n8n puts in the place of any other. n8n sends the requests
 * of OAuth2 this way, and none of those for tokens: after the first 401 it asks for a new one.
 */
function boundedBy({ signal, asked }: Try, context: Context): Context {
	let isFirst = true;
	const onFailure = ({ response }: FailedRequest) => {
		// n8n drops the body without reading it: it is to keep no connection open.
		response?.data?.on('error', ignore);
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
