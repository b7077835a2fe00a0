/** The table of known projects: what was last seen of each, in a record of fixed width, and watched values beside it. */
import { CONTENT_HASH_BYTES, ID_HASH_BYTES } from './hash';
import type { Values } from './values';

/** What was last seen of a project. */
export interface KnownProject {
	/** `versionOf` its content. */
	readonly version: string;
	/** Of its stamp, in seconds since 1970; 0 without one. */
	readonly second: number;
	/** Bits of `MARKS`. */
	readonly marks: number;
	/** Undefined where these are not watched, or had no room. */
	readonly values?: Values | undefined;
}

/** The bits of a byte. */
export const MARKS = {
	becameOverdue: 1,
	dueSoon: 2,
	becameStale: 4,
	/** Status and Filters include it. */
	isIncluded: 8,
	/** It is gone, and still kept because a replica that lags may show it. */
	isRemoved: 16,
	/** Its second is that of its creation, for it has no `updated_at`, or lies in the future. */
	isUndated: 32,
} as const;

export interface SavedTable {
	/** Records one after the other, by `second`, in base64url. */
	readonly records: string;
	/** JSON of the watched values of the last records, a list for each or null: as many as have room. */
	readonly values: string;
}

/** What must not be forgotten, however large the account. */
export type Keeps = 'records and values' | 'records' | 'nothing';

/** As JSON in UTF-8, less than 2 MB with the rest of the state. */
const MAX_BYTES = 1_950_000;
const MAX_RECORDS = 80_000;

const SECOND_BYTES = 5;

/** In the year 36812. */
export const MAX_SECOND = 2 ** (8 * SECOND_BYTES) - 1;

/** Where in a record its parts begin: ID hash, second, version, marks. */
const SECOND = ID_HASH_BYTES;
const VERSION = SECOND + SECOND_BYTES;
const MARK = VERSION + CONTENT_HASH_BYTES;
const RECORD_BYTES = MARK + 1;

export class Table {
	private isChanged = false;

	private constructor(
		/** By ID hash. */
		private readonly projects: Map<string, KnownProject>,
		private readonly saved: SavedTable,
	) {}

	static open(saved: SavedTable): Table {
		const bytes = Buffer.from(saved.records, 'base64url');
		const count = bytes.length / RECORD_BYTES;
		const lists = JSON.parse(saved.values || '[]') as Array<Values | null>;
		const projects = new Map<string, KnownProject>();
		for (let index = 0; index < count; index++) {
			const record = bytes.subarray(index * RECORD_BYTES);
			const values = lists[index - count + lists.length] ?? undefined;
			projects.set(record.toString('base64url', 0, SECOND), { ...decoded(record), values });
		}
		return new Table(projects, saved);
	}

	entries(): Array<readonly [id: string, KnownProject]> {
		return [...this.projects];
	}

	/** Projects with a stamp of this second or later. */
	countSince(since: number): number {
		let count = 0;
		for (const { second } of this.projects.values()) if (second >= since) count++;
		return count;
	}

	get(id: string): KnownProject | undefined {
		return this.projects.get(id);
	}

	set(id: string, project: KnownProject): void {
		const { second, version, marks, values } = project;
		const known = this.projects.get(id);
		const isSame = known?.second === second && known.version === version && known.marks === marks;
		this.isChanged ||= !isSame || values !== undefined;
		// The last one changed last.
		this.projects.delete(id);
		this.projects.set(id, project);
	}

	delete(id: string): void {
		this.isChanged = this.projects.delete(id) || this.isChanged;
	}

	forgetBefore(bound: number): void {
		for (const [id, { second }] of this.projects) if (second < bound) this.delete(id);
	}

	/**
	 * @param forgetsMiddle whether the oldest records are about to be read again, as the newest are; otherwise the oldest go first
	 * @returns undefined where what must be kept has no room
	 */
	toSaved(keeps: Keeps, forgetsMiddle: boolean): SavedTable | undefined {
		if (!this.isChanged) return this.saved;
		const sorted = this.entries().sort(([, a], [, b]) => a.second - b.second);
		if (keeps !== 'nothing' && sorted.length > MAX_RECORDS) return undefined;
		sorted.splice(forgetsMiddle ? MAX_RECORDS / 2 : 0, Math.max(0, sorted.length - MAX_RECORDS));
		const records = Buffer.concat(sorted.map(encoded)).toString('base64url');
		const lists = sorted.map(([, { values }]) => JSON.stringify(values ?? null));
		const fitting = lastFitting(lists, MAX_BYTES - records.length);
		if (keeps === 'records and values' && fitting.length < lists.length) return undefined;
		const isEmpty = sorted.every(([, { values }]) => values === undefined);
		return { records, values: isEmpty ? '' : `[${fitting.join(',')}]` };
	}
}

function encoded([id, { second, version, marks }]: readonly [string, KnownProject]): Buffer {
	const record = Buffer.alloc(RECORD_BYTES);
	record.write(id, 'base64url');
	record.writeUIntBE(second, SECOND, SECOND_BYTES);
	record.write(version, VERSION, 'base64url');
	record.writeUInt8(marks, MARK);
	return record;
}

function decoded(record: Buffer): KnownProject {
	return {
		second: record.readUIntBE(SECOND, SECOND_BYTES),
		version: record.toString('base64url', VERSION, MARK),
		marks: record.readUInt8(MARK),
	};
}

/** As many of the last ones as have room as a text within JSON. */
function lastFitting(texts: readonly string[], maxBytes: number): readonly string[] {
	let bytes = 0;
	let first = texts.length;
	for (; first > 0; first--) {
		bytes += Buffer.byteLength(JSON.stringify(texts[first - 1]));
		if (bytes > maxBytes) break;
	}
	return texts.slice(first);
}
