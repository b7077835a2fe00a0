import {
	bytesOf,
	pack,
	packedBytes,
	PackedShard,
	type Entry,
	type SavedShard,
	type Words,
} from './packedShard';
import { WordColumn } from './wordColumn';

interface ShardLimits {
	readonly fieldCount: number;
	/** As JSON in UTF-8. */
	readonly maxBytes: number;
}

/** The previous values of the projects whose ID hashes begin with one character: packed until one is written. */
export class ValueShard {
	private constructor(
		private readonly limits: ShardLimits,
		/** Undefined while `written` is newer, and when there is nothing. */
		private packed: PackedShard | undefined,
		private readonly firstCharacter: string,
		private written: WrittenEntries | undefined,
	) {}

	/** Empty for anything that is not a saved shard. */
	static open(firstCharacter: string, saved: unknown, limits: ShardLimits): ValueShard {
		const packed = PackedShard.open(firstCharacter, saved, limits.fieldCount);
		const fits = packed && bytesOf(packed.saved) <= limits.maxBytes;
		return new ValueShard(limits, fits ? packed : undefined, firstCharacter, undefined);
	}

	get isChanged(): boolean {
		return this.written !== undefined;
	}

	get size(): number {
		return this.written?.size ?? this.packed?.size ?? 0;
	}

	find(id: string): Words | undefined {
		return this.written ? this.written.find(id) : this.packed?.find(id);
	}

	note(id: string, words: Words): void {
		this.writable().note(id, words);
	}

	seed(id: string, words: Words): boolean {
		if (this.find(id)) return true;
		const written = this.writable();
		return written.seed(id, words, this.limits.maxBytes);
	}

	/** Undefined when there is nothing to save. */
	encoded(): SavedShard | undefined {
		if (this.written) {
			const saved = encode(this.written.entries(), this.limits);
			this.packed = PackedShard.open(this.firstCharacter, saved, this.limits.fieldCount);
			this.written = undefined;
		}
		return this.packed?.saved;
	}

	private writable(): WrittenEntries {
		this.written ??= new WrittenEntries(this.packed?.entries() ?? [], this.limits.fieldCount);
		return this.written;
	}
}

/** The entries of a shard that is written to, and how much space they take at most. */
class WrittenEntries {
	/** Of projects that changed earlier than all of `changed`. */
	private readonly seeded = new Map<string, Words>();

	/** In order of change, the latest last. */
	private readonly changed: Map<string, Words>;

	/** For each field, the words that were seen; those that nothing uses any more go when the shard is encoded. */
	private readonly columns: readonly WordColumn[];

	constructor(entries: Iterable<Entry>, fieldCount: number) {
		this.changed = new Map(entries);
		this.columns = Array.from({ length: fieldCount }, () => new WordColumn());
		for (const words of this.changed.values()) this.learn(words);
	}

	get size(): number {
		return this.seeded.size + this.changed.size;
	}

	find(id: string): Words | undefined {
		return this.changed.get(id) ?? this.seeded.get(id);
	}

	note(id: string, words: Words): void {
		this.seeded.delete(id);
		this.changed.delete(id);
		this.changed.set(id, words);
		this.learn(words);
	}

	/** @returns false when it would not fit into `maxBytes` */
	seed(id: string, words: Words, maxBytes: number): boolean {
		this.learn(words);
		if (packedBytes(this.size + 1, this.columns) > maxBytes) return false;
		this.seeded.set(id, words);
		return true;
	}

	entries(): Entry[] {
		return [...this.seeded, ...this.changed];
	}

	private learn(words: Words): void {
		this.columns.forEach((column, field) => column.add(words[field] ?? ''));
	}
}

/** Undefined without entries. What changed longest ago is dropped until the rest has room. */
function encode(
	entries: readonly Entry[],
	{ fieldCount, maxBytes }: ShardLimits,
): SavedShard | undefined {
	let kept = entries;
	while (kept.length > 0) {
		const saved = pack(kept, fieldCount);
		const bytes = bytesOf(saved);
		if (bytes <= maxBytes) return saved;
		kept = kept.slice(Math.ceil((kept.length * (bytes - maxBytes)) / bytes));
	}
	return undefined;
}
