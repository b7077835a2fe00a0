/**
 * The table of known projects: what was last seen of each, in a record of fixed width, and values beside it. The records are
 * sorted by ID hash and searched as they are saved: an idle poll decodes none but those that it looks up.
 */
import { CONTENT_HASH_BYTES, ID_HASH_BYTES } from './hash';
import type { Values } from './values';

/** What was last seen of a project. */
export interface KnownProject {
	/** `versionOf` its content. */
	readonly version: string;
	/** Its stamp, as `ticksOf` gives it; `FUTURE` while that lies in the future; of a removed project, when that was noticed. */
	readonly ticks: number;
	/** Bits of `MARKS`. */
	readonly marks: number;
}

/** The bits of a byte. */
export const MARKS = {
	becameOverdue: 1,
	dueSoon: 2,
	becameStale: 4,
	/** Status and Filters include it. */
	isIncluded: 8,
	/** It is gone, and kept for a while because a replica that lags may still show it. */
	isRemoved: 16,
	/** The snapshot under way has not listed it yet. */
	isAwaited: 32,
	/** Its values are among those saved. */
	hasValues: 128,
} as const;

export interface SavedTable {
	/** Records one after the other, in base64url. */
	readonly records: string;
	/** JSON: a list of values for each record that has them. */
	readonly values: string;
}

/** As JSON in UTF-8, less than 2 MB with the rest of the state. */
const MAX_BYTES = 1_950_000;
export const MAX_PROJECTS = 80_000;

/** Two versions of one second are told apart where their stamps differ by 4 ms. */
const TICKS_PER_SECOND = 250;
const TICKS_BYTES = 5;

/** In the year 2109. */
export const FUTURE = 2 ** (8 * TICKS_BYTES) - 1;

export const ticksOf = (seconds: number, fraction = ''): number =>
	Math.min(
		Math.max(0, Math.floor((seconds + Number(`0.${fraction}`)) * TICKS_PER_SECOND)),
		FUTURE - 1,
	);

export const secondOf = ({ ticks }: Pick<KnownProject, 'ticks'>) =>
	Math.floor(ticks / TICKS_PER_SECOND);

/** Where in a record its parts begin: ID hash, ticks, version, marks. */
const TICKS = ID_HASH_BYTES;
const VERSION = TICKS + TICKS_BYTES;
const MARK = VERSION + CONTENT_HASH_BYTES;
const RECORD_BYTES = MARK + 1;

type Entry = readonly [id: string, project: KnownProject];

export class Table {
	private readonly bytes: Buffer;

	/** By ID hash; undefined until something changes or all are asked for. */
	private projects: Map<string, KnownProject> | undefined;

	/** By ID hash; undefined until they are asked for. */
	private values: Map<string, Values> | undefined;

	private readonly saved: SavedTable;

	constructor({ records, values }: SavedTable) {
		this.saved = { records, values };
		this.bytes = Buffer.from(records, 'base64url');
	}

	get size(): number {
		return this.projects?.size ?? this.bytes.length / RECORD_BYTES;
	}

	get(id: string): KnownProject | undefined {
		if (this.projects) return this.projects.get(id);
		let [from, to] = [0, this.size];
		while (from < to) {
			const middle = (from + to) >> 1;
			if (this.idAt(middle) < id) from = middle + 1;
			else to = middle;
		}
		const isFound = from < this.size && this.idAt(from) === id;
		return isFound ? this.projectAt(from) : undefined;
	}

	set(id: string, project: KnownProject): void {
		this.decoded().set(id, project);
	}

	delete(id: string): void {
		this.decoded().delete(id);
	}

	entries(): Entry[] {
		return [...this.decoded()];
	}

	/** Undefined where none are kept, or had no room. */
	valuesOf(id: string): Values | undefined {
		return this.decodedValues().get(id);
	}

	setValues(id: string, values: Values): void {
		this.decodedValues().set(id, values);
	}

	convertValues(convert: (values: Values) => Values): void {
		for (const [id, values] of this.decodedValues()) this.setValues(id, convert(values));
	}

	/** How many projects these marks and ticks are true of. */
	count(predicate: (project: Pick<KnownProject, 'marks' | 'ticks'>) => boolean): number {
		if (this.projects) return [...this.projects.values()].filter(predicate).length;
		let count = 0;
		for (let index = 0; index < this.size; index++) {
			const ticks = this.ticksAt(index);
			if (predicate({ ticks, marks: this.marksAt(index) })) count++;
		}
		return count;
	}

	/** Forgets what is older than a second. */
	forgetBefore(second: number): void {
		const isOld = (project: Pick<KnownProject, 'ticks'>) => secondOf(project) < second;
		if (this.count(isOld) === 0) return;
		for (const [id, project] of this.entries()) if (isOld(project)) this.delete(id);
	}

	/**
	 * The oldest records and values go first.
	 *
	 * @param keepsIds whether each record needs the first of its values; undefined is returned where these have no room
	 */
	toSaved(keepsIds: boolean): SavedTable | undefined {
		if (!this.projects && !this.values) return this.saved;
		const newest = this.entries().sort(([, a], [, b]) => b.ticks - a.ticks);
		const kept = newest.slice(0, MAX_PROJECTS);
		const recordChars = Math.ceil((kept.length * RECORD_BYTES * 4) / 3);
		const lists = kept.map(([id]) => [id, this.valuesOf(id) ?? []] as const);
		const texts = fittingTexts(lists, MAX_BYTES - recordChars, keepsIds);
		if (!texts) return undefined;
		kept.sort(([a], [b]) => (a < b ? -1 : 1));
		const records = Buffer.alloc(kept.length * RECORD_BYTES);
		for (const [index, [id, project]] of kept.entries()) {
			write(records.subarray(index * RECORD_BYTES), id, project, texts.has(id));
		}
		const values = kept.flatMap(([id]) => texts.get(id) ?? []);
		return { records: records.toString('base64url'), values: `[${values.join(',')}]` };
	}

	private decoded(): Map<string, KnownProject> {
		this.projects ??= new Map(this.indexes.map((at) => [this.idAt(at), this.projectAt(at)]));
		return this.projects;
	}

	private decodedValues(): Map<string, Values> {
		if (this.values) return this.values;
		const lists = JSON.parse(this.saved.values || '[]') as Values[];
		const having = this.indexes.filter((index) => this.marksAt(index) & MARKS.hasValues);
		this.values = new Map(lists.map((values, place) => [this.idAt(having[place]!), values]));
		return this.values;
	}

	private get indexes(): number[] {
		return [...Array(this.bytes.length / RECORD_BYTES).keys()];
	}

	private projectAt(index: number): KnownProject {
		const at = index * RECORD_BYTES;
		const version = this.bytes.toString('base64url', at + VERSION, at + MARK);
		return { version, ticks: this.ticksAt(index), marks: this.marksAt(index) & ~MARKS.hasValues };
	}

	private idAt(index: number): string {
		const at = index * RECORD_BYTES;
		return this.bytes.toString('base64url', at, at + ID_HASH_BYTES);
	}

	private ticksAt(index: number): number {
		return this.bytes.readUIntBE(index * RECORD_BYTES + TICKS, TICKS_BYTES);
	}

	private marksAt(index: number): number {
		return this.bytes.readUInt8(index * RECORD_BYTES + MARK);
	}
}

function write(record: Buffer, id: string, project: KnownProject, hasValues: boolean): void {
	record.write(id, 'base64url');
	record.writeUIntBE(project.ticks, TICKS, TICKS_BYTES);
	record.write(project.version, VERSION, 'base64url');
	record.writeUInt8(project.marks | (hasValues ? MARKS.hasValues : 0), MARK);
}

/**
 * The JSON of the values to keep, by ID hash. Where not all have room, the oldest projects keep their ID only, or nothing;
 * undefined where not even these fit.
 */
function fittingTexts(
	newestFirst: ReadonlyArray<readonly [id: string, values: Values]>,
	maxBytes: number,
	keepsIds: boolean,
): Map<string, string> | undefined {
	const texts = new Map<string, string>();
	if (keepsIds) for (const [id, values] of newestFirst) texts.set(id, textOf(values.slice(0, 1)));
	let left = maxBytes - [...texts.values()].reduce((sum, text) => sum + bytesOf(text), 0);
	if (left < 0) return undefined;
	for (const [id, values] of newestFirst) {
		if (values.length === 0) continue;
		const text = textOf(values);
		left -= bytesOf(text) - bytesOf(texts.get(id));
		if (left < 0) break;
		texts.set(id, text);
	}
	return texts;
}

const textOf = (values: Values) => JSON.stringify(values);

/** As a part of a text within JSON, and the comma behind it. */
const bytesOf = (text: string | undefined) =>
	text === undefined ? 0 : Buffer.byteLength(JSON.stringify(text)) - 1;
