/** The table of known projects: what was last seen of each, in a record of fixed width, and watched values beside it. */
import { CONTENT_HASH_LENGTH, ID_HASH_LENGTH } from './hash';
import type { Values } from './values';

/** What was last seen of a project. */
export interface KnownProject {
	/** `versionOf` its content. */
	readonly version: string;
	/** Of its stamp, in seconds since 1970; 0 without one. */
	readonly second: number;
	/** Bits of `MARKS`. */
	readonly marks: number;
}

/** The bits of a digit. */
export const MARKS = {
	becameOverdue: 1,
	dueSoon: 2,
	becameStale: 4,
	/** Status and Filters include it. */
	isIncluded: 8,
	/** It is gone, and still kept because a replica that lags may show it. */
	isRemoved: 16,
	/** It has no `updated_at`: its second is that of its creation. */
	isUnstamped: 32,
} as const;

export interface SavedTable {
	/** Records one after the other, by `second`. */
	readonly records: string;
	/** JSON of the watched values of the last records, a list for each or null: as many as have room. */
	readonly values: string;
}

/** What must not be forgotten, however large the account. */
export type Keeps = 'records and values' | 'records' | 'nothing';

/** As JSON in UTF-8, less than 2 MB with the rest of the state. */
const MAX_BYTES = 1_950_000;
const MAX_RECORDS = 80_000;

/** Seconds in digits that sort like the numbers they stand for. */
const SECOND_LENGTH = 6;
const DIGITS = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** In the year 4147. */
export const MAX_SECOND = DIGITS.length ** SECOND_LENGTH - 1;

const RECORD_LENGTH = ID_HASH_LENGTH + SECOND_LENGTH + CONTENT_HASH_LENGTH + 1;
const RECORDS = /^[\w-]*$/;

export class Table {
	private isChanged = false;

	/** By project. */
	private values: Map<string, Values> | undefined;

	private constructor(
		/** By ID hash: second, version, marks. */
		private readonly records: Map<string, string>,
		private readonly saved: SavedTable,
		private readonly savedIds = [...records.keys()],
	) {}

	static open(saved: SavedTable): Table {
		const { records } = saved;
		const known = new Map<string, string>();
		for (let start = 0; start < records.length; start += RECORD_LENGTH) {
			const end = start + ID_HASH_LENGTH;
			known.set(records.slice(start, end), records.slice(end, start + RECORD_LENGTH));
		}
		return new Table(known, saved);
	}

	get size(): number {
		return this.records.size;
	}

	ids(): string[] {
		return [...this.records.keys()];
	}

	/** Projects with a stamp of this second or later. */
	countSince(second: number): number {
		const bound = toDigits(second, SECOND_LENGTH);
		let count = 0;
		for (const record of this.records.values()) if (record >= bound) count++;
		return count;
	}

	get(id: string): KnownProject | undefined {
		const record = this.records.get(id);
		if (record === undefined) return undefined;
		return {
			second: fromDigits(record.slice(0, SECOND_LENGTH)),
			version: record.slice(SECOND_LENGTH, -1),
			marks: fromDigits(record.slice(-1)),
		};
	}

	valuesOf(id: string): Values | undefined {
		return this.opened().get(id);
	}

	/** @param values leaves those that are known as they are where it is undefined */
	set(id: string, { second, version, marks }: KnownProject, values?: Values): void {
		const record = toDigits(second, SECOND_LENGTH) + version + toDigits(marks, 1);
		if (values) this.opened().set(id, values);
		this.isChanged ||= values !== undefined || this.records.get(id) !== record;
		// The last one changed last.
		this.records.delete(id);
		this.records.set(id, record);
	}

	delete(id: string): void {
		this.isChanged = this.records.delete(id) || this.isChanged;
	}

	forgetBefore(second: number): void {
		const bound = toDigits(second, SECOND_LENGTH);
		for (const [id, record] of this.records) if (record < bound) this.delete(id);
	}

	/**
	 * @param forgetsMiddle whether the oldest records are about to be read again, as the newest are; otherwise the oldest go first
	 * @returns undefined where what must be kept has no room
	 */
	toSaved(keeps: Keeps, forgetsMiddle: boolean): SavedTable | undefined {
		if (!this.isChanged) return this.saved;
		const values = this.opened();
		const sorted = Array.from(this.records, ([id, record]) => {
			return { id, record, second: record.slice(0, SECOND_LENGTH) };
		}).sort((a, b) => (a.second < b.second ? -1 : Number(a.second > b.second)));
		if (keeps !== 'nothing' && sorted.length > MAX_RECORDS) return undefined;
		const half = forgetsMiddle ? MAX_RECORDS / 2 : 0;
		const excess = Math.max(0, sorted.length - MAX_RECORDS);
		sorted.splice(half, excess);
		const records = sorted.map(({ id, record }) => id + record).join('');
		const lists = sorted.map(({ id }) => JSON.stringify(values.get(id) ?? null));
		const fitting = lastFitting(lists, MAX_BYTES - records.length);
		if (keeps === 'records and values' && fitting.length < lists.length) return undefined;
		const isEmpty = values.size === 0;
		return { records, values: isEmpty ? '' : `[${fitting.join(',')}]` };
	}

	/** Parsed only when it is needed. */
	private opened(): Map<string, Values> {
		if (this.values) return this.values;
		const lists = parseValues(this.saved.values);
		const ids = this.savedIds.slice(-lists.length || Infinity);
		const known = ids.map((id, index) => [id, lists[index]] as const);
		this.values = new Map(known.flatMap(([id, list]) => (list ? [[id, list] as const] : [])));
		return this.values;
	}
}

export function areRecords(value: unknown): value is string {
	return typeof value === 'string' && value.length % RECORD_LENGTH === 0 && RECORDS.test(value);
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

/** Damaged values are not known. */
function parseValues(text: string): Array<Values | null> {
	try {
		const lists: unknown = JSON.parse(text || '[]');
		return Array.isArray(lists)
			? lists.map((list) => (Array.isArray(list) ? (list as Values) : null))
			: [];
	} catch {
		return [];
	}
}

function toDigits(value: number, length: number): string {
	let text = '';
	for (
		let rest = Math.max(0, value);
		text.length < length;
		rest = Math.floor(rest / DIGITS.length)
	) {
		text = DIGITS.charAt(rest % DIGITS.length) + text;
	}
	return text;
}

function fromDigits(digits: string): number {
	let value = 0;
	for (const digit of digits) value = value * DIGITS.length + DIGITS.indexOf(digit);
	return value;
}
