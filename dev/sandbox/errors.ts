import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply } from 'fastify';

export class Refusal extends Error {
	constructor(
		readonly statusCode: number,
		message: string,
	) {
		super(message);
	}
}

/** Answers with the error body of the REST interface. */
export function sendError(
	{ statusCode: status = 500, message }: Pick<FastifyError, 'statusCode' | 'message'>,
	reply: FastifyReply,
): FastifyReply {
	const code = STATUS_CODES[status]?.toLowerCase().replaceAll(' ', '_') ?? 'error';
	return reply
		.code(status)
		.send({ error: { code, message: status === 500 ? 'The service failed.' : message } });
}
