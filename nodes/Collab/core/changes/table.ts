/** The table of known projects: what was last seen of each, saved in a record of fixed width, and values beside it. */
import { HASH32_BYTES, HASH64_BYTES } from './hash';
import type { Values } from './values';

/** What was last seen of a project. */
export interface ProjectRecord {
	/** `versionOf` its content. */
	readonly version: string;
	/** Its stamp, as `ticksOf` gives it; `FUTURE` if that is further ahead than Look Back. For one removed or late: when that was noticed. */
	readonly ticks: number;
	/** Bits of `MARKS`. */
	readonly marks: number;
	/** The watched values; none are there where they had no room. */
	readonly values?: Values | undefined;
}

/** Bits. */
export const MARKS = {
	becameOverdue: 1,
	dueSoon: 2,
	becameStale: 4,
	/** Status and Filters include it. */
	included: 8,
	/** It is gone, and kept for a while because a replica that lags may still show it. */
	removed: 16,
	/** Since the snapshot under way began, neither it nor a reading of recent changes has shown the project. */
	unlisted: 32,
	/** It became visible after polls had read on: a replica that lags may hide it again for as long as Look Back. */
	late: 64,
	/** Its values are among those saved. */
	withValues: 128,
} as const;

export interface SavedTable {
	/** Records one after the other, in base64url. */
	readonly records: string;
	/** JSON: a list of values for each record that has them. */
	readonly values: string;
	/** How many of the projects are not gone. */
	readonly presentCount: number;
}

/** As JSON in UTF-8, less than 2 MB with the rest of the state. */
const MAX_BYTES = 1_950_000;
export const MAX_PROJECTS = 80_000;

/** Which of two versions is the later one shows where their stamps differ by 4 ms. */
const TICKS_PER_SECOND = 250;
const TICKS_BYTES = 5;

/** Later than all stamps. */
export const FUTURE = 2 ** (8 * TICKS_BYTES) - 1;

export function ticksOf(seconds: number, fraction = ''): number {
	const ticks = Math.floor((seconds + Number(`0.${fraction}`)) * TICKS_PER_SECOND);
	return Math.min(Math.max(0, ticks), FUTURE - 1);
}

export const secondOf = ({ ticks }: Pick<ProjectRecord, 'ticks'>) =>
	Math.floor(ticks / TICKS_PER_SECOND);

/** A record has these parts one after the other: ID hash, ticks, version, marks. */
const TICKS_AT = HASH64_BYTES;
const VERSION_AT = TICKS_AT + TICKS_BYTES;
const MARKS_AT = VERSION_AT + HASH32_BYTES;
const RECORD_BYTES = MARKS_AT + 1;
const RECORD_CHARS = (RECORD_BYTES * 4) / 3;

export class Table {
	/** The keys are ID hashes; undefined until one is asked for: an idle poll decodes nothing. */
	private projects: Map<string, ProjectRecord> | undefined;
	private readonly saved: SavedTable;

	constructor({ records, values, presentCount }: SavedTable) {
		this.saved = { records, values, presentCount };
	}

	get size(): number {
		return this.projects?.size ?? this.saved.records.length / RECORD_CHARS;
	}

	get presentCount(): number {
		const { projects, saved } = this;
		return projects ? [...projects.values()].filter(isPresent).length : saved.presentCount;
	}

	get(idHash: string): ProjectRecord | undefined {
		return this.decoded().get(idHash);
	}

	/** Undefined where the project is not known, or gone. */
	getPresent(idHash: string): ProjectRecord | undefined {
		const record = this.get(idHash);
		return record && isPresent(record) ? record : undefined;
	}

	set(idHash: string, record: ProjectRecord): void {
		this.decoded().set(idHash, record);
	}

	deleteIf(matches: (record: ProjectRecord) => boolean): void {
		const projects = this.decoded();
		for (const [idHash, record] of projects) if (matches(record)) projects.delete(idHash);
	}

	entries(): Array<[idHash: string, record: ProjectRecord]> {
		return [...this.decoded()];
	}

	changeAll(change: (record: ProjectRecord) => ProjectRecord): void {
		const projects = this.decoded();
		for (const [idHash, record] of projects) projects.set(idHash, change(record));
	}

	/**
	 * The oldest records and values go first.
	 *
	 * @param keepsIds whether each record needs the first of its values; undefined is returned where these have no room
	 */
	toSaved(keepsIds: boolean): SavedTable | undefined {
		const { projects, presentCount } = this;
		if (!projects) return this.saved;
		const newest = [...projects].sort(([, a], [, b]) => b.ticks - a.ticks);
		const kept = newest.slice(0, MAX_PROJECTS);
		const texts = fittingTexts(kept, MAX_BYTES - kept.length * RECORD_CHARS, keepsIds);
		if (!texts) return undefined;
		const records = Buffer.alloc(kept.length * RECORD_BYTES);
		for (const [index, [idHash, record]] of kept.entries()) {
			write(records.subarray(index * RECORD_BYTES), idHash, record, texts.has(idHash));
		}
		const values = `[${kept.flatMap(([idHash]) => texts.get(idHash) ?? []).join(',')}]`;
		return { records: records.toString('base64url'), values, presentCount };
	}

	private decoded(): Map<string, ProjectRecord> {
		if (this.projects) return this.projects;
		this.projects = new Map();
		const bytes = Buffer.from(this.saved.records, 'base64url');
		const lists = (JSON.parse(this.saved.values || '[]') as Values[]).values();
		for (let at = 0; at < bytes.length; at += RECORD_BYTES) {
			const part = bytes.subarray(at, at + RECORD_BYTES);
			const idHash = part.toString('base64url', 0, TICKS_AT);
			const ticks = part.readUIntBE(TICKS_AT, TICKS_BYTES);
			const version = part.toString('base64url', VERSION_AT, MARKS_AT);
			const marks = part.readUInt8(MARKS_AT);
			const values = marks & MARKS.withValues ? lists.next().value : undefined;
			this.projects.set(idHash, { ticks, version, marks: marks & ~MARKS.withValues, values });
		}
		return this.projects;
	}
}

export const isPresent = ({ marks }: ProjectRecord) => (marks & MARKS.removed) === 0;

function write(bytes: Buffer, idHash: string, record: ProjectRecord, hasValues: boolean): void {
	bytes.write(idHash, 'base64url');
	bytes.writeUIntBE(record.ticks, TICKS_AT, TICKS_BYTES);
	bytes.write(record.version, VERSION_AT, 'base64url');
	bytes.writeUInt8(record.marks | (hasValues ? MARKS.withValues : 0), MARKS_AT);
}

/**
 * The JSON of the values to keep, by ID hash. The oldest projects keep their ID only, or nothing, if not all have room;
 * undefined if not even these fit.
 */
function fittingTexts(
	newestFirst: ReadonlyArray<readonly [idHash: string, record: ProjectRecord]>,
	maxBytes: number,
	keepsIds: boolean,
): Map<string, string> | undefined {
	const texts = new Map<string, string>();
	for (const [idHash, { values = [] }] of keepsIds ? newestFirst : []) {
		texts.set(idHash, JSON.stringify(values.slice(0, 1)));
	}
	let bytesLeft = maxBytes - [...texts.values()].reduce((sum, text) => sum + bytesOf(text), 0);
	if (bytesLeft < 0) return undefined;
	for (const [idHash, { values = [] }] of newestFirst) {
		if (values.length === 0) continue;
		const text = JSON.stringify(values);
		bytesLeft -= bytesOf(text) - bytesOf(texts.get(idHash));
		if (bytesLeft < 0) break;
		texts.set(idHash, text);
	}
	return texts;
}

/** As a part of a text within JSON, and the comma behind it. */
const bytesOf = (text: string | undefined) =>
	text === undefined ? 0 : Buffer.byteLength(JSON.stringify(text)) - 1;
