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
	readonly httpCode?: unknown;
	readonly failure?: { readonly cause?: unknown };
	readonly response?: { readonly status?: unknown; readonly headers?: Record<string, unknown> };
}

/** n8n's errors hold headers and tokens: only a status, a code and Retry-After are taken from them. */
export function toCollabError(error: unknown, nowMs: number): CollabError {
	if (error instanceof CollabError) return error;
	const clues = causesOf(error);
	if (clues.some(isRefusedRefresh)) return new CollabError('unauthorized');
	return errorOfStatusIn(clues, nowMs) ?? errorOfCodeIn(clues);
}

function errorOfStatusIn(clues: readonly Clues[], nowMs: number): CollabError | undefined {
	const status = clues
		.flatMap(({ httpCode, response }) => [response?.status, httpCode])
		.map((value) => (typeof value === 'string' ? Number(value) : value))
		.filter((value) => typeof value === 'number')
		.find((value) => value >= 300 && value < 1000);
	if (status === undefined) return undefined;
	const headers = clues.map(({ response }) => response?.headers).find((found) => found);
	return errorOfAnswer(status, headers, nowMs);
}

/** By a code such as ECONNRESET: an answer that breaks off has the status 200 as well. */
function errorOfCodeIn(clues: readonly Clues[]): CollabError {
	const code = clues
		.flatMap((clue) => [clue.code, clue.httpCode])
		.filter((value) => typeof value === 'string')
		.find((value) => Number.isNaN(Number(value)));
	return code === undefined ? new CollabError('unexpected') : errorOfNetwork(code);
}

/** Some versions of n8n keep the code only, as if it were a status. */
function isRefusedRefresh({ failure, code, httpCode }: Clues): boolean {
	return failure?.cause === 'credential-invalid' || code === 'EAUTH' || httpCode === 'EAUTH';
}

/** Of the headers, only Retry-After is looked at. */
export function errorOfAnswer(
	status: number,
	headers: Readonly<Record<string, unknown>> = {},
	nowMs: number,
): CollabError {
	return errorOfStatus(status, parseRetryAfterMs(headers['retry-after'], nowMs));
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

/** What n8n itself can act on: whether waiting helps or a person is needed. */
const CAUSES: Readonly<Record<ErrorKind, Failure['cause']>> = {
	unauthorized: 'credential-invalid',
	forbidden: 'configuration-invalid',
	addressRefused: 'configuration-invalid',
	parameterRefused: 'configuration-invalid',
	notFound: 'configuration-invalid',
	redirected: 'configuration-invalid',
	rejected: 'configuration-invalid',
	malformed: 'configuration-invalid',
	unexpected: 'node-defect',
	rateLimited: 'rate-limited',
	unavailable: 'temporarily-unavailable',
	listKeptChanging: 'temporarily-unavailable',
	listUnstable: 'temporarily-unavailable',
	answerTooLarge: 'configuration-invalid',
	runTooLarge: 'configuration-invalid',
	notRevoked: 'configuration-invalid',
	tooManyProjects: 'configuration-invalid',
	listTooLong: 'temporarily-unavailable',
	noProjectYet: 'configuration-invalid',
};

/** Found by this package before or after the service answered: there is no answer to show. */
const NOT_AN_ANSWER: readonly ErrorKind[] = [
	'addressRefused',
	'parameterRefused',
	'runTooLarge',
	'tooManyProjects',
	'listTooLong',
	'listKeptChanging',
	'listUnstable',
	'notRevoked',
	'noProjectYet',
];

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
	const { message, description } = messageOf(error, audienceOf(context, error));
	const failure: Failure = {
		cause: CAUSES[kind],
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	};
	const options = { message, description, failure, ...position };
	if (NOT_AN_ANSWER.includes(kind)) return new NodeOperationError(node, message, options);
	const httpCode = httpStatus ? { httpCode: String(httpStatus) } : {};
	return new NodeApiError(node, { message }, { ...options, ...httpCode });
}

function audienceOf(context: Context, { data }: CollabError): Audience {
	if (!('getInputData' in context)) return 'trigger';
	return data.token === undefined ? 'list' : 'revoke';
}

/** Whether a person has stopped the execution. */
export function isStopped(context: Context): boolean {
	return stopSignalOf(context)?.aborted === true;
}
