/** Reads an answer's JSON from its bytes: UTF-8, as the specification says (section 1), of a size that n8n can hold. */
import { CollabError, malformed } from '../errors';

/** One answer may have so much after decompression: a page of the largest size would hold 100 kB for each project. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Objects, lists and their members in one answer: each takes memory that its few bytes do not show. */
const MAX_VALUES = 1_000_000;

/** Decodes here: the HTTP client would replace each byte that is not UTF-8 and take any text, without a word. */
export function parseBody(bytes: Uint8Array): unknown {
	if (countValues(bytes) > MAX_VALUES) throw new CollabError('answerTooLarge');
	try {
		return JSON.parse(exact(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
	} catch {
		throw malformed('notJson');
	}
}

/** Integers that JavaScript would round become texts. */
export function exact(json: string): string {
	if (!/\d{16}/.test(json)) return json;
	let isText = false;
	return json.replace(/\\.|"|-?\d[\d.e+-]*/gi, (token) => {
		if (token === '"') isText = !isText;
		const isInteger = !isText && /^-?\d+$/.test(token);
		return isInteger && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
	});
}

/** At most so many: each of `[`, `{` and `,` begins a value, or stands in a text. */
function countValues(bytes: Uint8Array): number {
	let count = 0;
	// An index is used, because a callback or an iterator takes five to ten times as long.
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at];
		if (byte === 0x5b || byte === 0x7b || byte === 0x2c) count++;
	}
	return count;
}
