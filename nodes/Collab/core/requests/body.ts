/** From the bytes of an answer to its JSON: UTF-8, as the specification says (section 1), and of a size that n8n can hold. */
import { malformed } from './statusError';

/** A page of the largest size would hold a megabyte for each project. */
export const MAX_BODY_BYTES = 100 * 1024 * 1024;

/**
 * Decoded here and not by the HTTP client, which gives a replacement character for every byte that is not
 * UTF-8, and the text itself when it is not JSON: names would be wrong, and nothing would tell.
 */
export function parseBody(bytes: Uint8Array): unknown {
	if (bytes.length === 0) throw malformed('it is empty');
	if (bytes.length > MAX_BODY_BYTES) throw malformed('it is larger than 100 MB');
	const text = decode(bytes);
	try {
		return JSON.parse(text);
	} catch {
		throw malformed('it is not JSON, but perhaps a web page, or was cut off on its way');
	}
}

function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw malformed('it holds text that is not UTF-8');
	}
}
