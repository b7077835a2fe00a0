import type { ChangeOptions, FieldChange } from './options';
import type { JsonValue, Project } from '../contract';
import { BASE64URL } from './digits';
import { canonicalJson, contentHash, idHash, ownField } from './hash';
import { PROJECT_FIELDS } from '../query/itemFormat';
import type { SavedShard, Words } from './packedShard';
import { ValueShard } from './valueShard';

export interface SavedPreviousValues {
	readonly fields: readonly string[];
	/** By the first character of the projects' ID hashes. */
	readonly shards: Readonly<Record<string, SavedShard>>;
}

/** As JSON in UTF-8, split evenly over the shards; the names of the fields come on top. */
const MAX_BYTES = 899_000;
const MAX_SHARD_BYTES = Math.floor(MAX_BYTES / BASE64URL.length);

/** Characters of a value's JSON. A longer one is kept as a hash: its change is seen, the earlier value not known. */
const MAX_WORD_LENGTH = 100;
/** Begins the word of a hash; no JSON begins like this. */
const HASH_MARK = '#';

/** What people change. A change of these stamps comes with every other. */
const CHANGING_FIELDS = PROJECT_FIELDS.map(({ name }) => name).filter(
	(name) => !['id', 'created_at', 'updated_at'].includes(name),
);

const STATUS_EVENTS = ['archived', 'restored'];
const TASK_EVENTS = ['completed', 'reopened'];

type NeedsValues = Pick<ChangeOptions, 'events' | 'fieldsToWatch' | 'includePreviousValues'>;

/** The fields whose previous values the options need; none for a trigger on Created and any Updated. */
export function previousFieldsFor({
	events,
	fieldsToWatch,
	includePreviousValues,
}: NeedsValues): readonly string[] {
	const watched = includePreviousValues || events.includes('updated') ? fieldsToWatch : [];
	const isAllShown = includePreviousValues && fieldsToWatch.length === 0;
	const fields = new Set<string>(isAllShown ? CHANGING_FIELDS : watched);
	if (events.some((event) => STATUS_EVENTS.includes(event))) fields.add('status');
	if (events.some((event) => TASK_EVENTS.includes(event))) {
		fields.add('task_count').add('completed_task_count');
	}
	return [...fields].sort();
}

/**
 * The values that the watched fields had when a project was last read. Bounded: of each shard, the projects that changed longest
 * ago go first. A shard is decoded when a project of it is written, and encoded again only then.
 */
export class PreviousValues {
	private readonly shards = new Map<string, ValueShard>();

	private constructor(
		private readonly fields: readonly string[],
		saved: Readonly<Record<string, unknown>>,
		/** Whether no values of these fields were saved: all projects have to be read for them. */
		readonly isNew: boolean,
	) {
		const limits = { fieldCount: fields.length, maxBytes: MAX_SHARD_BYTES };
		for (const character of BASE64URL) {
			const shard = Object.hasOwn(saved, character) ? saved[character] : undefined;
			this.shards.set(character, ValueShard.open(character, shard, limits));
		}
	}

	/** Empty when other fields are watched now. A damaged shard is empty. */
	static open(saved: unknown, fields: readonly string[]): PreviousValues {
		const { fields: savedFields, shards } = isRecord(saved) ? saved : {};
		const isUsable = isRecord(shards) && areEqual(savedFields, fields);
		return new PreviousValues(fields, isUsable ? shards : {}, !isUsable);
	}

	get isNeeded(): boolean {
		return this.fields.length > 0;
	}

	/** Known projects. */
	get size(): number {
		let size = 0;
		for (const shard of this.shards.values()) size += shard.size;
		return size;
	}

	knows(id: string): boolean {
		const hash = idHash(id);
		return this.shardOf(hash).find(hash) !== undefined;
	}

	/** Which watched fields differ from the values known; undefined when nothing is known. */
	changesTo(project: Project): Readonly<Record<string, FieldChange>> | undefined {
		const hash = idHash(project.id);
		const previous = this.shardOf(hash).find(hash);
		if (!previous) return undefined;
		const words = this.wordsOf(project);
		const changes = this.fields.flatMap((field, index) => {
			const earlier = previous[index] ?? '';
			if (words[index] === earlier) return [];
			return [[field, { ...fromWord(earlier), to: ownField(project, field) }] as const];
		});
		return Object.fromEntries(changes);
	}

	/** Keeps the project's values; of its shard it is the last to be dropped. */
	note(project: Project): void {
		if (!this.isNeeded) return;
		const hash = idHash(project.id);
		this.shardOf(hash).note(hash, this.wordsOf(project));
	}

	/**
	 * Keeps the values of a project of which nothing is known, as one that changed earlier than all that are.
	 * @returns whether it is known now; false when its shard is full
	 */
	seed(project: Project): boolean {
		if (!this.isNeeded) return false;
		const hash = idHash(project.id);
		return this.shardOf(hash).seed(hash, this.wordsOf(project));
	}

	/**
	 * Encodes one shard that changed, so that a caller with many can pause in between; `toSaved` encodes those that are left.
	 * @returns false when none is left
	 */
	encodeNext(): boolean {
		for (const shard of this.shards.values()) {
			if (!shard.isChanged) continue;
			shard.encoded();
			return true;
		}
		return false;
	}

	/** Undefined when no values are needed. */
	toSaved(): SavedPreviousValues | undefined {
		if (!this.isNeeded) return undefined;
		const shards: Record<string, SavedShard> = {};
		for (const [character, shard] of this.shards) {
			const encoded = shard.encoded();
			if (encoded) shards[character] = encoded;
		}
		return { fields: this.fields, shards };
	}

	private shardOf(hash: string): ValueShard {
		const shard = this.shards.get(hash.charAt(0));
		if (!shard) throw new RangeError('An ID hash begins with a digit of base64url');
		return shard;
	}

	private wordsOf(project: Project): Words {
		return this.fields.map((field) => {
			const word = canonicalJson(ownField(project, field));
			return word.length > MAX_WORD_LENGTH ? HASH_MARK + contentHash(word) : word;
		});
	}
}

/** Empty for a hash, and for a word that is damaged. */
function fromWord(word: string): { from?: JsonValue } {
	if (word.startsWith(HASH_MARK)) return {};
	try {
		return { from: JSON.parse(word) as JsonValue };
	} catch {
		return {};
	}
}

function areEqual(saved: unknown, fields: readonly string[]): boolean {
	if (!Array.isArray(saved) || saved.length !== fields.length) return false;
	return fields.every((field, index) => field === saved[index]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
