/** Errors of n8n's request helpers become this package's own, and these become the errors that n8n shows. */
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { CollabError, type ErrorData } from '../core/errors';
import { type Audience, messageOf } from '../core/messages';
import { isOverload, parseRetryAfterMs } from '../core/requests/retry';
import {
	errorOfNetwork,
	errorOfProxy,
	errorOfRefusedToken,
	errorOfStatus,
} from '../core/requests/statusError';
import { type Context, stopSignalsOf } from './runtime';

/** Whom a try asks at the moment, how and for what: part of the data of its errors. */
export type Asked = Pick<ErrorData, 'access' | 'token'> & { isOfAuthServer: boolean };

/** A request as n8n's HTTP client sent it. */
export interface Sent {
	readonly protocol?: string;
	readonly socket?: { readonly encrypted?: boolean } | null;
	destroy?(): void;
}

/** What n8n's errors carry, on themselves or on one of their causes. */
export interface Failed {
	readonly cause?: Failed;
	readonly name?: unknown;
	readonly code?: unknown;
	readonly message?: unknown;
	readonly isAxiosError?: unknown;
	readonly request?: Sent;
	readonly response?: {
		readonly status?: unknown;
		readonly headers?: Record<string, unknown>;
		readonly request?: Sent;
	};
	/** The errors of n8n's own requests for tokens have these. */
	readonly status?: unknown;
	readonly body?: { readonly error?: unknown };
}

/** n8n's errors hold headers and tokens: only names, codes, a status and Retry-After are taken from them. */
export function toCollabError(error: unknown, asked: Asked = { isOfAuthServer: false }) {
	const { isOfAuthServer } = asked;
	const found = errorIn(error, isOfAuthServer);
	const other = isOfAuthServer ? 'tokenNotRenewed' : 'unexpected';
	return new CollabError(found?.kind ?? other, { ...found?.data, ...asked });
}

/** The error itself decides, or else the nearest cause that says something. */
function errorIn(error: unknown, isOfAuthServer: boolean): CollabError | undefined {
	if (error instanceof CollabError) return error;
	if (typeof error !== 'object' || error === null) return undefined;
	const { name, cause }: Failed = error;
	if (String(name).startsWith('SsrfBlocked')) return new CollabError('blocked');
	// What n8n says of a grant that has ended. It says nothing else with this class of error while it renews a token.
	if (isOfAuthServer && name === 'NodeOperationError') return new CollabError('unauthorized');
	return ofAnswer(error) ?? ofCode(error, isOfAuthServer) ?? errorIn(cause, isOfAuthServer);
}

function ofAnswer({ response, status = response?.status }: Failed): CollabError | undefined {
	// An answer that breaks off has the status 200 as well.
	if (typeof status !== 'number' || status < 300) return undefined;
	return errorOfAnswer(status, response?.headers, response?.request);
}

function ofCode(failed: Failed, isOfAuthServer: boolean): CollabError | undefined {
	const { name, code, body, isAxiosError } = failed;
	if (name === 'TimeoutError') return errorOfNetwork('ETIMEDOUT');
	if (code === 'EAUTH') return errorOfRefusedToken(body?.error);
	if (isAxiosError === true && isOfProxy(failed)) return errorOfProxy();
	// Databases have codes, too.
	const isOfNetwork = !isOfAuthServer || isAxiosError === true || code === 'ESTATUS';
	return typeof code === 'string' && isOfNetwork ? errorOfNetwork(code) : undefined;
}

/** Whether the connection to or through a proxy failed: then the request has none. A test shows no request. */
const isOfProxy = ({ code, message, request }: Failed) =>
	request
		? !request.socket && code !== 'ERR_CANCELED'
		: code === undefined && /\bproxy\b/i.test(String(message));

type Headers = Readonly<Record<string, unknown>> | null;

/** No request is left: `x-ratelimit-remaining: 0`, or the two notations of the draft standard. */
const EXHAUSTED = /^0$|(^|[;,\s])(r|remaining)=0(?!\d)/;
const LIMIT_HEADERS = ['x-ratelimit-remaining', 'ratelimit-remaining', 'ratelimit'];

/** A proxy that refuses a connection answers for itself, without the encryption that the service has. */
export const isAnsweredByProxy = ({ protocol, socket }: Sent = {}) =>
	protocol === 'https:' && socket != null && !socket.encrypted;

/** Of the headers, only those of limits and Date are read: a date to retry at is one on the clock of who wrote it. */
export function errorOfAnswer(status: number, headers?: Headers, sent?: Sent): CollabError {
	if (isAnsweredByProxy(sent)) return errorOfProxy(status);
	const nowMs = servedAtMs(headers) ?? Date.now();
	const isExhausted = LIMIT_HEADERS.some((name) => EXHAUSTED.test(String(headers?.[name])));
	return errorOfStatus(status, parseRetryAfterMs(headers?.['retry-after'], nowMs), isExhausted);
}

/** The clock of who answered, in milliseconds since 1970. */
export function servedAtMs(headers?: Headers): number | undefined {
	const ms = Date.parse(String(headers?.['date']));
	return Number.isNaN(ms) ? undefined : ms;
}

/** n8n's editor renders hints and the descriptions of options and errors as HTML, with images and links. */
export const asHtml = (text: string) =>
	text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The error that n8n shows for whatever went wrong. `isShown`: in the editor, and not in an item or for a model. */
export function toNodeError(
	context: Context,
	error: unknown,
	audience: Audience,
	itemIndex?: number,
	isShown = true,
): NodeApiError | NodeOperationError {
	const node = context.getNode();
	const position = itemIndex === undefined ? {} : { itemIndex };
	// n8n recognizes a run that a person stopped by the last word.
	if (isStopped(context))
		return new NodeOperationError(node, 'The execution was canceled', position);
	// It is the same object where n8n threw it.
	if (!(error instanceof CollabError))
		return new NodeOperationError(node, error as Error, position);
	const { httpStatus, retryAfterMs } = error.data;
	const [message, text] = messageOf(error, audience);
	const description = isShown ? asHtml(text) : text;
	const failure = isOverload(error) && { cause: 'rate-limited' as const, retryAfterMs };
	const options = { message, description, ...(failure && { failure }), ...position };
	if (httpStatus === undefined) return new NodeOperationError(node, message, options);
	return new NodeApiError(node, { message }, { ...options, httpCode: String(httpStatus) });
}

export const isStopped = (context: Context) =>
	stopSignalsOf(context).some(({ aborted }) => aborted);
