/** The wire: n8n's request helpers, and answers as streams, of which no more is read than is allowed. */
import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Received } from '../core/requests/received';
import { addsSlash, errorOfProxy } from '../core/requests/statusError';
import { MS_PER_DAY } from '../core/time';
import { type CheckedCredential, textIn } from './credentials';
import { type Asked, type Failed, isAnsweredByProxy } from './nodeErrors';
import type { Context } from './runtime';

/** An answer as n8n gives it, its body still to be read, or read. */
export interface Answer<Body = Uint8Array> {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Body;
}

export interface Try {
	readonly context: Context;
	/** Its end closes the connection. Destroying the body does not, before reading has begun. */
	readonly signal: AbortSignal;
	readonly received: Received;
	/** The addresses of this run that the service has with a slash at their end. */
	readonly withSlash: Set<string>;
	/** This changes while the try is under way. */
	readonly asked: Asked;
}

/** Gives an answer below 300; else rejects with n8n's own error, which shows who answered. n8n signs with the credential. */
export async function send(
	request: Pick<IHttpRequestOptions, 'method' | 'url' | 'qs' | 'body'>,
	attempt: Try,
	credential?: CheckedCredential,
): Promise<Answer> {
	const { url } = request;
	const isPlain = !attempt.withSlash.has(url);
	const options: IHttpRequestOptions = {
		...request,
		url: isPlain ? url : `${url}/`,
		json: true,
		encoding: 'stream',
		returnFullResponse: true,
		// n8n would send the key or the token to whatever host a redirect names.
		disableFollowRedirect: true,
		// The signal limits the time. This is for an n8n that drops the signal: no connection stays open for ever.
		timeout: MS_PER_DAY,
		abortSignal: attempt.signal,
	};
	return await ask(options, attempt, credential).catch(async (failed: Failed) => {
		const { cause, response = cause?.response } = failed;
		closeUnread(response);
		if (!isPlain || !addsSlash(url, response?.headers?.['location'])) throw failed;
		attempt.withSlash.add(url);
		return await send(request, attempt, credential);
	});
}

async function ask(options: IHttpRequestOptions, attempt: Try, credential?: CheckedCredential) {
	const { helpers } = attempt.context;
	const { body, ...answer } = (await (credential
		? helpers.httpRequestWithAuthentication.call(
				boundedBy(attempt),
				credential.decrypted.type,
				options,
				{
					credentialsDecrypted: credential.decrypted,
					// For any other type that the token endpoint names, n8n puts the token into the address.
					oauth2: { tokenType: 'Bearer' },
					// n8n would send a refused key again.
					preAuthenticationRetryStatusCode: [],
				},
			)
		: helpers.httpRequest(options))) as Answer<AsyncIterable<Uint8Array>>;
	return { ...answer, body: await attempt.received.read(body) };
}

/** n8n drops the body of a refusal without reading it, which would keep the connection open. */
const closeUnread = (response: Failed['response']) => response?.request?.destroy?.();

/**
 * Makes a context whose requests end with this signal, which n8n puts in the place of any other. n8n sends the requests
 * of OAuth2 this way, and none of those for tokens: after the first 401 it asks for a new one, unless that was a
 * proxy's. It keeps whatever a token endpoint says with status 200, be it an error, and asks only where it holds
 * nothing. So it sees nothing.
 */
function boundedBy({ context, signal, asked }: Try): Context {
	let isFirst = true;
	const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> => {
		asked.isOfAuthServer = false;
		return await (context.helpers.httpRequest(options) as Promise<unknown>).catch(
			(failed: Failed) => {
				const { response } = failed;
				if (response?.status !== 401) throw failed;
				closeUnread(response);
				if (isAnsweredByProxy(response.request)) throw errorOfProxy(401);
				asked.isOfAuthServer = isFirst;
				isFirst = false;
				throw failed;
			},
		);
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
