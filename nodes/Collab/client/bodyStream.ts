/** Reads the body of an answer as it arrives (already decompressed by n8n's HTTP client), and no further than allowed. */
import { CollabError } from '../core/errors';
import { MAX_BODY_BYTES } from '../core/requests/body';
import type { ResponseBudget } from '../core/requests/responseBudget';
import { errorOfNetwork } from '../core/requests/statusError';

/** What is used of Node's `Readable`. */
export interface BodyStream {
	on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
	on(event: 'end' | 'close', listener: () => void): unknown;
	on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Fails with `answerTooLarge`, `runTooLarge` or an error of the connection. The caller ends the request's signal then,
 * which closes the connection.
 */
export async function readBody(stream: BodyStream, budget: ResponseBudget): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	let hasEnded = false;
	await new Promise<void>((resolve, reject) => {
		stream.on('data', (chunk) => {
			size += chunk.length;
			if (size > MAX_BODY_BYTES) reject(new CollabError('answerTooLarge'));
			else if (!budget.allowsBytes(chunk.length)) reject(new CollabError('runTooLarge'));
			else chunks.push(chunk);
		});
		stream.on('end', () => {
			hasEnded = true;
			resolve();
		});
		stream.on('error', reject);
		// A stream closes after its end as well: then no error is built, which would cost its stack.
		stream.on('close', () => {
			if (!hasEnded) reject(errorOfNetwork('ECONNRESET'));
		});
	});
	return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
}

/** Of a body that is not read: the end of its connection is nobody's concern. */
export function ignore(body: BodyStream): void {
	body.on('error', () => undefined);
}
