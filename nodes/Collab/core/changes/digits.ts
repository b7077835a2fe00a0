/** Numbers as text of a fixed length, in the digits of an alphabet, the highest digit first. */

/** By value, as in RFC 4648. */
export const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The printable characters of ASCII that JSON writes as they are, but not the dot: 92, so that ten take the space of eleven digits of base64url. */
export const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, code) =>
	String.fromCharCode(0x20 + code),
)
	.filter((character) => !'"\\.'.includes(character))
	.join('');

/** @param value a whole number; of one that needs more digits, the highest are left out */
export function toDigits(value: number, length: number, alphabet: string): string {
	let text = '';
	let rest = value;
	for (let digit = 0; digit < length; digit += 1) {
		text = alphabet.charAt(rest % alphabet.length) + text;
		rest = Math.floor(rest / alphabet.length);
	}
	return text;
}

export function fromDigits(digits: string, alphabet: string): number {
	let value = 0;
	for (const digit of digits) value = value * alphabet.length + alphabet.indexOf(digit);
	return value;
}

/** How a list of numbers is written, each below a bound of its own: several as one number, as long as it stays exact. */
export class NumberLayout {
	private readonly groups: ReadonlyArray<{ readonly bounds: readonly number[]; length: number }>;

	/** @param bounds for each number of a list, what it is always below */
	constructor(bounds: readonly number[]) {
		this.groups = groupsOf(bounds).map((group) => ({
			bounds: group,
			length: lengthFor(productOf(group)),
		}));
	}

	/** Characters of every list. */
	get length(): number {
		return this.groups.reduce((sum, { length }) => sum + length, 0);
	}

	write(numbers: readonly number[]): string {
		let text = '';
		let index = 0;
		for (const { bounds, length } of this.groups) {
			let combined = 0;
			for (const bound of bounds) {
				combined = combined * bound + (numbers[index] ?? 0);
				index += 1;
			}
			text += toDigits(combined, length, PRINTABLE);
		}
		return text;
	}

	read(text: string): number[] {
		const numbers: number[] = [];
		let start = 0;
		for (const { bounds, length } of this.groups) {
			let combined = fromDigits(text.slice(start, start + length), PRINTABLE);
			const lastFirst = bounds.toReversed().map((bound) => {
				const number = combined % bound;
				combined = Math.floor(combined / bound);
				return number;
			});
			numbers.push(...lastFirst.reverse());
			start += length;
		}
		return numbers;
	}
}

/** Well within what a number holds exactly, with its last digit filled up. */
const MAX_COMBINATIONS = 2 ** 40;

function groupsOf(bounds: readonly number[]): number[][] {
	const groups: number[][] = [];
	for (const bound of bounds) {
		const last = groups.at(-1);
		if (last && productOf(last) * bound <= MAX_COMBINATIONS) last.push(bound);
		else groups.push([bound]);
	}
	return groups;
}

function productOf(bounds: readonly number[]): number {
	return bounds.reduce((product, bound) => product * bound, 1);
}

function lengthFor(combinations: number): number {
	let length = 0;
	while (PRINTABLE.length ** length < combinations) length += 1;
	return length;
}
