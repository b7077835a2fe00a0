/** The different words of one field in a shard, one a line; where they are small whole numbers, the number that all are below. */
export type SavedColumn = string | number;

const SEPARATOR = '\n';

/** JSON of 0 to 9999: task counts need no list of their words. */
const SMALL_INTEGER = /^(?:0|[1-9]\d{0,3})$/;
const SMALL_INTEGERS = 10_000;

/** Numbers the different words of a field. A word is any text without a line break. */
export class WordColumn {
	private readonly numbers = new Map<string, number>();

	private textBytes = 0;

	/** One more than the largest word; infinite when not all are small integers. */
	private integersBelow = 0;

	add(word: string): void {
		if (this.numbers.has(word)) return;
		this.numbers.set(word, this.numbers.size);
		this.textBytes += Buffer.byteLength(JSON.stringify(word));
		const next = SMALL_INTEGER.test(word) ? Number(word) + 1 : Infinity;
		this.integersBelow = Math.max(this.integersBelow, next);
	}

	/** All numbers of words are below it; at least 1. */
	get bound(): number {
		return Math.max(1, this.areIntegers ? this.integersBelow : this.numbers.size);
	}

	/** Upper bound of its bytes in the saved JSON. */
	get bytes(): number {
		return this.areIntegers ? String(SMALL_INTEGERS).length : this.textBytes;
	}

	numberOf(word: string): number {
		return this.areIntegers ? Number(word) : (this.numbers.get(word) ?? 0);
	}

	toSaved(): SavedColumn {
		if (this.areIntegers) return this.integersBelow;
		return Array.from(this.numbers.keys()).join(SEPARATOR);
	}

	/** Numbers that occur far apart are better numbered by occurrence: a large bound makes every entry longer. */
	private get areIntegers(): boolean {
		return this.integersBelow <= 2 * this.numbers.size;
	}
}

export function isSavedColumn(value: unknown): value is SavedColumn {
	if (typeof value === 'string') return true;
	return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= SMALL_INTEGERS;
}

/** Gives the words of a saved field by their numbers. */
export class SavedWords {
	private readonly lines: readonly string[] | undefined;

	/** All numbers of words are below it; at least 1. */
	readonly bound: number;

	constructor(saved: SavedColumn) {
		this.lines = typeof saved === 'string' ? saved.split(SEPARATOR) : undefined;
		this.bound = this.lines?.length ?? Math.max(1, Number(saved));
	}

	/** Empty for a number that no word has. */
	wordAt(number: number): string {
		return this.lines ? (this.lines[number] ?? '') : String(number);
	}
}
