/** How the previous values of many projects are saved as short text. */
import { BASE64URL, toDigits } from '../../../nodes/Collab/core/changes/digits';
import {
	bytesOf,
	type Entry,
	pack,
	packedBytes,
	PackedShard,
} from '../../../nodes/Collab/core/changes/packedShard';
import { ValueShard } from '../../../nodes/Collab/core/changes/valueShard';
import { WordColumn } from '../../../nodes/Collab/core/changes/wordColumn';
import { numbers } from './projects';

/** Of 64 bits, as `idHash` makes them: the last digit has four bits. */
const idOf = (number: number, second = BASE64URL.charAt(number % 64)) =>
	`A${second}${toDigits(number * 4, 9, BASE64URL)}`;

const WORDS = ['"active"', '"archived"', 'null'];

const entriesOf = (count: number): Entry[] =>
	numbers(count).map((number) => [idOf(number), [WORDS[number % 3]!, String(number % 50)]]);

const reopened = (entries: readonly Entry[]) => PackedShard.open('A', pack(entries, 2), 2);

describe.each([0, 1, 511, 512, 640])('a shard of %d projects', (count) => {
	const entries = entriesOf(count);
	const shard = reopened(entries);

	test('is read as it was packed, in the same order', () => {
		expect(shard?.size).toBe(count);
		expect(shard?.entries()).toEqual(entries);
	});

	test('finds each project by its ID, and no other', () => {
		const wrong = entries.filter(([id, words]) => String(shard?.find(id)) !== String(words));
		expect(wrong).toEqual([]);
		expect([shard?.find(idOf(count)), shard?.find(idOf(count, 'A'))]).toEqual([
			undefined,
			undefined,
		]);
	});

	test('has 64 buckets from 512 projects on', () => {
		expect(pack(entries, 2).entries.split('.').length).toBe(count < 512 ? 1 : 64);
	});
});

test('in buckets of different size, projects come in the order of their place in the bucket', () => {
	const [many, few] = [numbers(504), numbers(8)];
	const entries = [
		...many.map((number): Entry => [idOf(number, 'B'), ['0', '0']]),
		...few.map((number): Entry => [idOf(number, 'C'), ['0', '0']]),
	];
	const ids =
		reopened(entries)
			?.entries()
			.map(([id]) => id) ?? [];
	expect(few.map((number) => ids.indexOf(idOf(number, 'C')))).toEqual(
		few.map((number) => 64 * number + 32),
	);
});

describe('what is saved is not a shard', () => {
	const saved = pack(entriesOf(3), 2);

	test.each([
		...[undefined, null, 7, 'text', []],
		{ ...saved, words: undefined },
		{ words: ['a', null], entries: '' },
		{ words: ['a'], entries: '' },
		{ ...saved, entries: 7 },
		{ ...saved, entries: undefined },
		{ ...saved, entries: `${saved.entries}"` },
		{ ...saved, entries: `${saved.entries}A` },
		{ ...saved, entries: `${saved.entries.slice(1)}${'.'.repeat(63)}` },
		{ ...saved, entries: '.' },
		{ ...saved, entries: '.'.repeat(62) },
		{ ...saved, entries: '.'.repeat(64) },
	])('%j', (damaged) => {
		expect(PackedShard.open('A', damaged, 2)).toBeUndefined();
	});
});

describe('bytes', () => {
	test('of shards with their keys and separators are no less than in the saved JSON', () => {
		const [one, two] = [pack(entriesOf(3), 2), pack(entriesOf(600), 2)];
		const bytes = Buffer.byteLength(JSON.stringify({ A: one, B: two }));
		expect(bytesOf(one) + bytesOf(two)).toBe(bytes + 1);
	});

	test.each([1, 511, 512, 640])('of %d projects are two less than their upper bound', (count) => {
		const entries = numbers(count).map((number): Entry => [idOf(number), [WORDS[number % 3]!]]);
		const column = new WordColumn();
		for (const [, [word]] of entries) column.add(word!);
		expect(packedBytes(count, [column]) - bytesOf(pack(entries, 1))).toBe(2);
	});
});

describe('a shard that may have so many bytes', () => {
	const entries = entriesOf(100);
	const saved = pack(entries, 2);
	const maxBytes = bytesOf(saved);
	const noted = (max: number) => {
		const shard = ValueShard.open('A', undefined, { fieldCount: 2, maxBytes: max });
		for (const [id, words] of entries) shard.note(id, words);
		return shard;
	};

	test('has exactly these', () => {
		const limits = { fieldCount: 2, maxBytes };
		expect(ValueShard.open('A', saved, limits).size).toBe(100);
		expect(ValueShard.open('A', saved, { ...limits, maxBytes: maxBytes - 1 }).size).toBe(0);
		expect(noted(maxBytes).encoded()).toEqual(saved);
	});

	test('keeps what changed last', () => {
		const shard = noted(maxBytes / 2);
		const kept = PackedShard.open('A', shard.encoded(), 2)?.entries() ?? [];
		expect(kept.length).toBeGreaterThan(30);
		expect(kept).toEqual(entries.slice(-kept.length));
		expect(bytesOf(shard.encoded()!)).toBeLessThanOrEqual(maxBytes / 2);
		expect(noted(maxBytes - 1).encoded()).toEqual(pack(entries.slice(1), 2));
	});

	test('takes a seed as long as there is room for one more', () => {
		const column = new WordColumn();
		column.add('"active"');
		const roomFor2 = packedBytes(2, [column]);
		const seededIn = (max: number) => {
			const shard = ValueShard.open('A', undefined, { fieldCount: 1, maxBytes: max });
			return numbers(3).map((number) => shard.seed(idOf(number), ['"active"']));
		};
		expect(seededIn(roomFor2)).toEqual([true, true, false]);
		expect(seededIn(roomFor2 - 1)).toEqual([true, false, false]);
	});

	test('has nothing to save when it had no room for a seed', () => {
		const shard = ValueShard.open('A', undefined, { fieldCount: 1, maxBytes: 40 });
		expect(shard.seed(idOf(1), ['x'.repeat(100)])).toBe(false);
		expect([shard.encoded(), shard.size]).toEqual([undefined, 0]);
	});
});
