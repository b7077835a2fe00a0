/** The wire: n8n's request helpers, and answers as streams, of which ten megabytes are read at most. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { CollabError } from '../core/errors';
import { MAX_BODY_BYTES } from '../core/requests/body';
import type { Received } from '../core/requests/received';
import { addsSlash } from '../core/requests/statusError';
import { MS_PER_DAY } from '../core/time';
import { type CheckedCredential, textIn } from './credentials';
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

export interface Try {
	/** Its end closes the connection. Destroying the body does not, before reading has begun. */
	readonly signal: AbortSignal;
	readonly received: Received;
	/** The addresses of this run that the service has with a slash at their end. */
	readonly withSlash: Set<string>;
	/** This changes while the try is under way. */
	readonly asked: Asked;
}

/**
 * Gives the answer of a status below 300. Rejects with a CollabError for any other, whose body is not read, and with
 * n8n's own errors.
 *
 * @param credential by which n8n signs the request; with OAuth2, it refreshes an expired token
 */
export async function send(
	context: Context,
	request: Pick<IHttpRequestOptions, 'method' | 'url' | 'qs' | 'body'>,
	attempt: Try,
	credential?: CheckedCredential,
): Promise<Answer> {
	const mayRefresh = credential && credential.access !== 'apiKey';
	const { url } = request;
	const options: IHttpRequestOptions = {
		...request,
		url: attempt.withSlash.has(url) ? `${url}/` : url,
		json: true,
		encoding: 'stream',
		returnFullResponse: true,
		// n8n would send the key or the token to whatever host a redirect names.
		disableFollowRedirect: true,
		// The signal limits the time. This is for an n8n that drops the signal: no connection stays open for ever.
		timeout: MS_PER_DAY,
		abortSignal: attempt.signal,
		// n8n refreshes a token when a request fails, so this status alone makes it fail.
		ignoreHttpStatusErrors: !mayRefresh || { ignore: true, except: [401] },
	};
	const { statusCode, headers, body } = await (credential
		? signed(boundedBy(attempt, context), options, credential)
		: (context.helpers.httpRequest(options) as Promise<Answer<BodyStream>>));
	if (statusCode >= 300) {
		body.on('error', ignore);
		const error = errorOfAnswer(statusCode, headers);
		const isPlain = options.url === url;
		if (error.kind === 'redirected' && isPlain && addsSlash(url, headers['location'])) {
			attempt.withSlash.add(url);
			return await send(context, request, attempt, credential);
		}
		throw error;
	}
	return { statusCode, headers, body: await readBody(body, attempt.received) };
}

async function signed(
	context: Context,
	options: IHttpRequestOptions,
	{ decrypted }: CheckedCredential,
): Promise<Answer<BodyStream>> {
	// For any other type that the token endpoint names, n8n puts the token into the address.
	const more = { credentialsDecrypted: decrypted, oauth2: { tokenType: 'Bearer' } };
	const { helpers } = context;
	return (await helpers.httpRequestWithAuthentication.call(
		context,
		decrypted.type,
		options,
		more,
	)) as Answer<BodyStream>;
}

async function readBody(body: BodyStream, received: Received): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > MAX_BODY_BYTES) throw new CollabError('answerTooLarge');
		if (!received.allowsBytes(chunk.length)) throw new CollabError('runTooLarge');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size);
}

/** What happens to a connection whose body is not read is nobody's concern. */
const ignore = () => undefined;

interface FailedRequest {
	readonly response?: { readonly data?: BodyStream; readonly request?: { destroy?(): void } };
}

/**
 * Makes a context whose requests end with this signal, which n8n puts in the place of any other. n8n sends the requests
 * of OAuth2 this way, and none of those for tokens: after the first 401 it asks for a new one. It keeps whatever a
 * token endpoint says with status 200, be it an error, and asks only where it holds nothing. So it sees nothing.
 */
function boundedBy({ signal, asked }: Try, context: Context): Context {
	let isFirst = true;
	const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> => {
		asked.isOfAuthServer = false;
		const sent: Promise<unknown> = context.helpers.httpRequest(options);
		sent.catch(({ response }: FailedRequest) => {
			// n8n drops the body without reading it, which would keep the connection open.
			response?.data?.on('error', ignore);
			response?.request?.destroy?.();
			asked.isOfAuthServer = isFirst && response !== undefined;
			isFirst = false;
		});
		return await sent;
	};
	const getCredentials = async (type: string) => {
		const data = await context.getCredentials(type);
		return textIn(data['oauthTokenData'], 'access_token') ? data : { ...data, oauthTokenData: {} };
	};
	return Object.create(context, {
		getCredentials: { value: getCredentials },
		getExecutionCancelSignal: { value: () => signal },
		helpers: { value: { ...context.helpers, httpRequest } },
	}) as Context;
}
