import type { JsonValue } from '../contract';

const { imul } = Math;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BITS_PER_DIGIT = 6;
const DIGITS_PER_LANE = 3;

/** Characters in every `fingerprint`. */
export const FINGERPRINT_LENGTH = 2 * DIGITS_PER_LANE;

/**
 * 36 bits that tell texts apart, in six characters. Not a secret and not a signature: 10,000 remembered projects
 * make one chance in seven million that two share it.
 */
export function fingerprint(text: string): string {
	let high = 0x6a09e667;
	let low = 0x3c6ef372;
	for (let index = 0; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		high = imul(high ^ unit, 0x01000193);
		low = imul((low ^ (low >>> 15)) + unit, 0x2545f491);
	}
	high = stir(high ^ text.length);
	low = stir(low ^ high);
	return digits(high) + digits(low);
}

/** The same text for the same content, whatever the order in which the service wrote the fields. */
export function canonicalJson(value: JsonValue): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
	const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	const members = fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
	return `{${members.join(',')}}`;
}

function isList(value: object): value is readonly JsonValue[] {
	return Array.isArray(value);
}

/** Spreads every bit over the whole word. */
function stir(word: number): number {
	let stirred = word;
	for (const factor of [0x7feb352d, 0x846ca68b]) {
		stirred = imul(stirred ^ (stirred >>> 16), factor);
	}
	return stirred ^ (stirred >>> 15);
}

function digits(word: number): string {
	let text = '';
	for (let position = 0; position < DIGITS_PER_LANE; position += 1) {
		text += ALPHABET.charAt((word >>> (position * BITS_PER_DIGIT)) & 63);
	}
	return text;
}
