import type { FastifyReply } from 'fastify';

const CODES = {
	400: 'bad_request',
	401: 'unauthorized',
	403: 'forbidden',
	404: 'not_found',
	409: 'conflict',
	415: 'unsupported_media_type',
	421: 'misdirected_request',
	429: 'too_many_requests',
	500: 'internal_error',
	503: 'unavailable',
} as const;

export type ErrorStatus = keyof typeof CODES;

/** Answers with the error body of the REST interface. */
export function sendError(reply: FastifyReply, status: ErrorStatus, message: string): FastifyReply {
	return reply.code(status).send({ error: { code: CODES[status], message } });
}

export function isErrorStatus(status: number | undefined): status is ErrorStatus {
	return status !== undefined && status in CODES;
}
