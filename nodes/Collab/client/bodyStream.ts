/** Reads the body of an answer as it arrives (already decompressed by n8n's HTTP client), and no further than allowed. */
import { CollabError } from '../core/errors';
import { MAX_BODY_BYTES } from '../core/requests/body';
import type { ResponseBudget } from '../core/requests/responseBudget';

/** What is used of Node's `Readable`. */
export interface BodyStream extends AsyncIterable<Uint8Array> {
	on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Fails with `answerTooLarge`, `runTooLarge` or an error of the connection. The caller ends the request's signal then,
 * which closes the connection.
 */
export async function readBody(stream: BodyStream, budget: ResponseBudget): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of stream) {
		size += chunk.length;
		if (size > MAX_BODY_BYTES) throw new CollabError('answerTooLarge');
		if (!budget.allowsBytes(chunk.length)) throw new CollabError('runTooLarge');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size);
}

/** Of a body that is not read: the end of its connection is nobody's concern. */
export function ignore(body: BodyStream): void {
	body.on('error', () => undefined);
}
