/**
 * How a shard of the previous values is saved: as short text, in which one project is found without decoding the others.
 *
 * A shard has the projects whose ID hashes begin with one character. A project is the rest of its ID hash (the second character
 * and then 52 bits in eight characters) and the numbers of its words: with 3 statuses and 50 values of each task count, two
 * characters. A large shard has 64 buckets, separated by dots, one for each second character, which its entries leave out.
 */
import { BASE64URL, fromDigits, NumberLayout, PRINTABLE, toDigits } from './digits';
import { ID_HASH_LENGTH } from './hash';
import { isSavedColumn, type SavedColumn, SavedWords, WordColumn } from './wordColumn';

/** One word for each watched field: its value as text without a line break. */
export type Words = readonly string[];
export type Entry = readonly [id: string, words: Words];

export interface SavedShard {
	/** One for each watched field. */
	readonly words: readonly SavedColumn[];
	readonly entries: string;
}

/** Of base64url, without the first two. */
const REST_LENGTH = ID_HASH_LENGTH - 2;

/** 64 bits in digits of six leave two of the last digit's zero. */
const UNUSED = 4;
/** Of `PRINTABLE`, for 52 bits. */
const REST_DIGITS = 8;

const BUCKET_SEPARATOR = '.';
const BUCKETS = BASE64URL.length;
/** Entries of a shard from which on it has buckets; the order of changes is then known within each of them only. */
const BUCKETED_FROM = 8 * BUCKETS;

const ENTRIES = /^[ !#-[\]-~]*$/;

/** @param entries the one that changed longest ago first */
export function pack(entries: readonly Entry[], fieldCount: number): SavedShard {
	const columns = Array.from({ length: fieldCount }, () => new WordColumn());
	for (const [, words] of entries) {
		columns.forEach((column, field) => column.add(words[field] ?? ''));
	}
	const layout = layoutOf(columns);
	const areBucketed = hasBuckets(entries.length);
	const buckets = Array.from(areBucketed ? BASE64URL : 'A', (): string[] => []);
	for (const [id, words] of entries) {
		const numbers = columns.map((column, field) => column.numberOf(words[field] ?? ''));
		const bucket = buckets[areBucketed ? bucketOf(id) : 0];
		bucket?.push(keyOf(id, areBucketed) + layout.write(numbers));
	}
	return {
		words: columns.map((column) => column.toSaved()),
		entries: buckets.map((bucket) => bucket.join('')).join(BUCKET_SEPARATOR),
	};
}

/** Upper bound of `bytesOf` what `pack` makes of so many entries with these words. */
export function packedBytes(entryCount: number, columns: readonly WordColumn[]): number {
	const frame = bytesOf({ words: columns.map(() => ''), entries: '' });
	const words = columns.reduce((sum, { bytes }) => sum + bytes, 0);
	const areBucketed = hasBuckets(entryCount);
	const entryLength = keyLength(areBucketed) + layoutOf(columns).length;
	return frame + words + entryCount * entryLength + (areBucketed ? BUCKETS - 1 : 0);
}

/** Bytes of a shard in the saved JSON, with its key and separators. */
export function bytesOf(saved: SavedShard): number {
	return Buffer.byteLength(JSON.stringify(['A', saved]));
}

/** Reads what `pack` made. */
export class PackedShard {
	private readonly words: readonly SavedWords[];
	private readonly buckets: readonly string[];
	private readonly layout: NumberLayout;
	private readonly areBucketed: boolean;
	private readonly keyLength: number;
	private readonly entryLength: number;

	private constructor(
		private readonly firstCharacter: string,
		readonly saved: SavedShard,
	) {
		this.words = saved.words.map((column) => new SavedWords(column));
		this.buckets = saved.entries.split(BUCKET_SEPARATOR);
		this.layout = new NumberLayout(this.words.map(({ bound }) => bound));
		this.areBucketed = this.buckets.length > 1;
		this.keyLength = keyLength(this.areBucketed);
		this.entryLength = this.keyLength + this.layout.length;
	}

	/** Undefined for anything that is not a shard of this many fields. */
	static open(firstCharacter: string, saved: unknown, fieldCount: number): PackedShard | undefined {
		if (!isSavedShard(saved) || saved.words.length !== fieldCount) return undefined;
		const { words, entries } = saved;
		const shard = new PackedShard(firstCharacter, { words: [...words], entries });
		return shard.isWhole() ? shard : undefined;
	}

	get size(): number {
		const characters = this.buckets.reduce((sum, { length }) => sum + length, 0);
		return characters / this.entryLength;
	}

	find(id: string): Words | undefined {
		const bucket = this.buckets[this.areBucketed ? bucketOf(id) : 0] ?? '';
		const key = keyOf(id, this.areBucketed);
		for (let start = 0; start < bucket.length; start += this.entryLength) {
			if (bucket.startsWith(key, start)) return this.wordsAt(bucket, start);
		}
		return undefined;
	}

	/**
	 * The one that changed longest ago first; in buckets, which all reach back about as far, by their place in the bucket.
	 */
	entries(): Entry[] {
		const placed = this.buckets.flatMap((bucket, index) => {
			const count = bucket.length / this.entryLength;
			return Array.from({ length: count }, (_, number) => ({
				entry: this.entryAt(bucket, number * this.entryLength, index),
				age: (number + 0.5) / count,
			}));
		});
		return placed.sort((a, b) => a.age - b.age).map(({ entry }) => entry);
	}

	private entryAt(bucket: string, start: number, index: number): Entry {
		return [this.idAt(bucket, start, index), this.wordsAt(bucket, start)];
	}

	private idAt(bucket: string, start: number, index: number): string {
		const key = bucket.slice(start, start + this.keyLength);
		const second = this.areBucketed ? BASE64URL.charAt(index) : key.charAt(0);
		const rest = fromDigits(key.slice(-REST_DIGITS), PRINTABLE) * UNUSED;
		return this.firstCharacter + second + toDigits(rest, REST_LENGTH, BASE64URL);
	}

	private wordsAt(bucket: string, start: number): Words {
		const text = bucket.slice(start + this.keyLength, start + this.entryLength);
		const numbers = this.layout.read(text);
		return this.words.map((words, field) => words.wordAt(numbers[field] ?? 0));
	}

	private isWhole(): boolean {
		if (this.areBucketed && this.buckets.length !== BUCKETS) return false;
		return this.buckets.every(({ length }) => length % this.entryLength === 0);
	}
}

function hasBuckets(entryCount: number): boolean {
	return entryCount >= BUCKETED_FROM;
}

function bucketOf(id: string): number {
	return BASE64URL.indexOf(id.charAt(1));
}

function keyLength(areBucketed: boolean): number {
	return areBucketed ? REST_DIGITS : 1 + REST_DIGITS;
}

function keyOf(id: string, areBucketed: boolean): string {
	const bits = Math.floor(fromDigits(id.slice(-REST_LENGTH), BASE64URL) / UNUSED);
	return (areBucketed ? '' : id.charAt(1)) + toDigits(bits, REST_DIGITS, PRINTABLE);
}

function layoutOf(columns: readonly WordColumn[]): NumberLayout {
	return new NumberLayout(columns.map(({ bound }) => bound));
}

function isSavedShard(value: unknown): value is SavedShard {
	if (typeof value !== 'object' || value === null) return false;
	const { words, entries } = value as Partial<Record<keyof SavedShard, unknown>>;
	const areWords = Array.isArray(words) && words.every(isSavedColumn);
	return areWords && typeof entries === 'string' && ENTRIES.test(entries);
}
