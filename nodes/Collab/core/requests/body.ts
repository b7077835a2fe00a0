/** Reads an answer's JSON from its bytes: UTF-8, as the specification says (section 1), of a size that n8n can hold. */
import { CollabError, malformed } from '../errors';

/** One answer may have so much after decompression: a page of the largest size would hold 100 kB for each project. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Objects, lists and their members in one answer: each takes memory that its few bytes do not show. */
const MAX_VALUES = 1_000_000;

/** `[`, `{` and `,`: each begins a value, or stands in a text. */
const LIST = 0x5b;
const OBJECT = 0x7b;
const COMMA = 0x2c;

/**
 * Decoded here and not by the HTTP client, which gives a replacement character for every byte that is not
 * UTF-8, and the text itself when it is not JSON: names would be wrong, and nothing would say so.
 */
export function parseBody(bytes: Uint8Array): unknown {
	if (bytes.length > MAX_BODY_BYTES || hasTooManyValues(bytes)) {
		throw new CollabError('answerTooLarge');
	}
	try {
		return JSON.parse(exact(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
	} catch {
		throw malformed('notJson');
	}
}

/** Integers that JavaScript would round become texts. */
function exact(json: string): string {
	if (!/\d{16}/.test(json)) return json;
	let isText = false;
	return json.replace(/\\.|"|-?\d[\d.e+-]*/gi, (token) => {
		if (token === '"') isText = !isText;
		const isInteger = !isText && /^-?\d+$/.test(token);
		return isInteger && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
	});
}

function hasTooManyValues(bytes: Uint8Array): boolean {
	if (bytes.length <= MAX_VALUES) return false;
	let values = 0;
	// An index is used, because an iterator takes ten times as long for ten million bytes.
	for (let index = 0; index < bytes.length; index++) {
		const byte = bytes[index];
		if (byte === LIST || byte === OBJECT || byte === COMMA) values++;
	}
	return values > MAX_VALUES;
}
