/** From the errors of n8n's request helpers to this package's own, and on to the errors that n8n shows. */
import { NodeApiError, NodeOperationError, type Failure } from 'n8n-workflow';

import { CollabError, type ErrorKind } from '../core/errors';
import { type Audience, CANCELED, messageOf } from '../core/messages';
import { parseRetryAfterMs } from '../core/requests/retry';
import { errorOfNetwork, errorOfStatus } from '../core/requests/statusError';
import { type Context, stopSignalOf } from './runtime';

/** What n8n's errors carry, on themselves or on one of their causes. */
interface Clues {
	readonly cause?: unknown;
	readonly code?: unknown;
	readonly response?: { readonly status?: unknown; readonly headers?: Record<string, unknown> };
}

/** n8n's errors hold headers and tokens: only a status, a code and Retry-After are taken from them. */
export function toCollabError(error: unknown): CollabError {
	if (error instanceof CollabError) return error;
	const clues = causesOf(error);
	if (clues.some(isRefusedRefresh)) return new CollabError('unauthorized');
	for (const { response } of clues) {
		const status = response?.status;
		// An answer that breaks off has the status 200 as well.
		if (typeof status === 'number' && status >= 300 && status < 1000) {
			return errorOfAnswer(status, response?.headers);
		}
	}
	const code = clues.map((clue) => clue.code).find((value) => typeof value === 'string');
	return code === undefined ? new CollabError('unexpected') : errorOfNetwork(code);
}

/** Of an answer to n8n's own request for a token, other than a new token. */
function isRefusedRefresh({ code }: Clues): boolean {
	return code === 'EAUTH' || code === 'ESTATUS';
}

/** Of the headers, only Retry-After is looked at. */
export function errorOfAnswer(
	status: number,
	headers: Readonly<Record<string, unknown>> | null | undefined,
): CollabError {
	return errorOfStatus(status, parseRetryAfterMs(headers?.['retry-after'], Date.now()));
}

function causesOf(error: unknown): Clues[] {
	const causes: Clues[] = [];
	for (let next = error; typeof next === 'object' && next !== null && causes.length < 8; ) {
		const clues: Clues = next;
		causes.push(clues);
		next = clues.cause;
	}
	return causes;
}

/** What n8n itself can act on: what a person has to change. Whatever is not listed can pass by itself. */
const CAUSES: Readonly<Partial<Record<ErrorKind, Failure['cause']>>> = {
	unauthorized: 'credential-invalid',
	forbidden: 'configuration-invalid',
	notFound: 'configuration-invalid',
	addressRefused: 'configuration-invalid',
	parameterRefused: 'configuration-invalid',
	runTooLarge: 'configuration-invalid',
	notRevoked: 'configuration-invalid',
	tooManyProjects: 'configuration-invalid',
	noProjectYet: 'configuration-invalid',
	unexpected: 'node-defect',
	rateLimited: 'rate-limited',
};

/** The error that n8n shows for whatever went wrong in a run or a poll. */
export function toNodeError(
	context: Context,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const node = context.getNode();
	const position = itemIndex === undefined ? {} : { itemIndex };
	if (isStopped(context)) return new NodeOperationError(node, CANCELED, position);
	if (!(error instanceof CollabError)) {
		if (error instanceof NodeOperationError || error instanceof NodeApiError) return error;
		return new NodeOperationError(node, error instanceof Error ? error : String(error), position);
	}
	const { kind, httpStatus, retryAfterMs } = error;
	const { message, description } = messageOf(error, audienceOf(context));
	const failure: Failure = {
		cause: CAUSES[kind] ?? 'temporarily-unavailable',
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	};
	const options = { message, description, failure, ...position };
	if (httpStatus === undefined) return new NodeOperationError(node, message, options);
	return new NodeApiError(node, { message }, { ...options, httpCode: String(httpStatus) });
}

const audienceOf = (context: Context): Audience => ('getInputData' in context ? 'list' : 'trigger');

/** Whether a person has stopped the execution. */
export function isStopped(context: Context): boolean {
	return stopSignalOf(context)?.aborted === true;
}
