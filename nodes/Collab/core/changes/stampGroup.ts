import { CONTENT_HASH_LENGTH, ID_HASH_LENGTH } from './hash';
import { compareInstants, type Instant, instantFromKey } from '../time';

/** Characters of a version: its `idHash` and its `versionOf`. */
const VERSION_LENGTH = ID_HASH_LENGTH + CONTENT_HASH_LENGTH;
const PACKED = /^[\w-]+$/;

/** What `instantKey` makes of an instant with at most 12 digits of fraction. */
const KEY = /^-?[0-9a-z]{1,9}(?:\.\d{0,11}[1-9])?$/;

/** Characters that a stamp takes beside its key and its versions: quotes, a colon and a comma. */
const STAMP_PUNCTUATION = 6;

/** The versions that share one stamp; of each project there is one at most. */
export class StampGroup {
	private constructor(
		readonly key: string,
		private stamp: Instant | undefined,
		/** Undefined while `versions` has changes that are not encoded. */
		private packed: string | undefined,
		/** Content hashes by ID hash; undefined until they are needed. */
		private versions: Map<string, string> | undefined,
	) {}

	static empty(key: string, at: Instant): StampGroup {
		return new StampGroup(key, at, undefined, new Map());
	}

	/** Undefined for anything that is not a group. */
	static open(key: string, packed: unknown): StampGroup | undefined {
		const isOurs = KEY.test(key) && typeof packed === 'string' && PACKED.test(packed);
		if (!isOurs || packed.length % VERSION_LENGTH !== 0) return undefined;
		return new StampGroup(key, undefined, packed, undefined);
	}

	/** Read from the key when it is needed: there may be thousands of stamps. */
	get at(): Instant {
		this.stamp ??= instantFromKey(this.key) ?? { seconds: 0, fraction: '' };
		return this.stamp;
	}

	isBelow(low: Instant): boolean {
		const seconds = Number.parseInt(this.key, 36);
		return seconds === low.seconds ? compareInstants(this.at, low) < 0 : seconds < low.seconds;
	}

	get size(): number {
		return this.versions?.size ?? (this.packed?.length ?? 0) / VERSION_LENGTH;
	}

	/** In versions of 17 characters, rounded up. */
	get savedSize(): number {
		return this.size + Math.ceil((this.key.length + STAMP_PUNCTUATION) / VERSION_LENGTH);
	}

	has(id: string, content: string): boolean {
		return this.decoded().get(id) === content;
	}

	*ids(): Generator<string> {
		if (this.versions) yield* this.versions.keys();
		else for (const [id] of versionsIn(this.packed ?? '')) yield id;
	}

	put(id: string, content: string): void {
		this.remove(id);
		this.decoded().set(id, content);
		this.packed = undefined;
	}

	remove(id: string): void {
		if (this.decoded().delete(id)) this.packed = undefined;
	}

	keepLast(count: number): void {
		if (this.size <= count) return;
		const packed = this.encoded();
		this.packed = packed.slice(packed.length - count * VERSION_LENGTH);
		this.versions = undefined;
	}

	encoded(): string {
		this.packed ??= Array.from(this.decoded(), ([id, content]) => id + content).join('');
		return this.packed;
	}

	private decoded(): Map<string, string> {
		this.versions ??= new Map(versionsIn(this.packed ?? ''));
		return this.versions;
	}
}

function* versionsIn(packed: string): Generator<[id: string, content: string]> {
	for (let start = 0; start < packed.length; start += VERSION_LENGTH) {
		const contentStart = start + ID_HASH_LENGTH;
		yield [packed.slice(start, contentStart), packed.slice(contentStart, start + VERSION_LENGTH)];
	}
}
