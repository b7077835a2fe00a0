/** What is received: how much of it, and the JSON in it. */
import { CollabError, malformed } from '../errors';

const MB = 1024 * 1024;

/** A page of the largest size would hold 100 kB for each project. */
const MAX_ANSWER = 10 * MB;

/** In an execution or a poll, repeated requests included. n8n saves it as one text, which has 512 MB at most. */
const MAX_RUN = 500 * MB;

/** Each value takes memory that its few bytes do not show. */
const BYTES_PER_VALUE = 10;

/** The objects of the specification are flat. From some thousand levels on, JSON.stringify overflows the stack. */
const MAX_LEVELS = 100;

export class Received {
	private size = 0;

	/** Gives an answer's bytes, decompressed. Fails where it, or all answers together, are too large. */
	async read(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
		const chunks: Uint8Array[] = [];
		let left = MAX_ANSWER;
		for await (const chunk of body) {
			const size = sizeOf(chunk);
			left -= size;
			this.size += size;
			if (left < 0) throw new CollabError('answerTooLarge');
			if (this.size > MAX_RUN) throw new CollabError('runTooLarge');
			chunks.push(chunk);
		}
		return Buffer.concat(chunks);
	}
}

/** Each of `[`, `{` and `,` begins a value, or stands in a text. */
function sizeOf(bytes: Uint8Array): number {
	let values = 0;
	// An index is used, because a callback or an iterator takes five to ten times as long.
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at];
		if (byte === 0x5b || byte === 0x7b || byte === 0x2c) values++;
	}
	return bytes.length + values * BYTES_PER_VALUE;
}

/** Decodes here: the HTTP client would replace each byte that is not UTF-8 and take any text, without a word. */
export function parseBody(bytes: Uint8Array): unknown {
	let body: unknown;
	try {
		body = JSON.parse(exact(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
	} catch {
		throw malformed('notJson');
	}
	if (isNestedDeeper(body, MAX_LEVELS)) throw new CollabError('answerTooLarge');
	return body;
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

function isNestedDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1));
}
