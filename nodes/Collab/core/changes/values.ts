/** What is kept of a project: the version of its content, and the values of watched fields before a change. */
import { createHash } from 'node:crypto';
import { type JsonValue, ownField, type Project } from '../contract';
import { PROJECT_FIELDS } from '../query/itemFormat';
import { MS_PER_SECOND, parseInstant } from '../time';
import type { Change, ChangeOptions, TriggerEvent } from './options';
import type { KnownProject } from './table';

const VERSION_FIELDS = PROJECT_FIELDS.map(({ name }) => name).sort();

/** A hash of the specified fields. Others, such as signed URLs, may differ each time. Absent ones count as null. */
export function versionOf(project: Project): string {
	return hashOf(JSON.stringify(VERSION_FIELDS.map((name) => comparable(project, name))));
}

/** The same time in another notation is no change; nor is an upgrade, so it is hashed as version 1.0 did. */
function comparable(project: Project, name: string): unknown {
	const value = ownField(project, name);
	const time = name.endsWith('_at') ? parseInstant(value) : undefined;
	if (time === undefined) return value;
	const [seconds, digits = ''] = (time / MS_PER_SECOND).toFixed(6).split('.');
	return { seconds: Number(seconds), fraction: digits.replace(/0+$/, '') };
}

/** 32 bits, to be compared with one earlier hash. UTF-16: in UTF-8, all halves of surrogate pairs are the same. */
export const hashOf = (text: string) =>
	createHash('sha256').update(text, 'utf16le').digest().subarray(0, 4).toString('base64url');

/** What people change: not the ID, and the stamps change with everything else. */
const CHANGING_FIELDS: readonly string[] = PROJECT_FIELDS.map(({ name }) => name).filter(
	(name) => !['id', 'created_at', 'updated_at'].includes(name),
);

/** What an item for a removed project shows beside its ID. */
const REMOVED_FIELDS = ['name', 'status'];

/** Characters of a value's JSON. A longer one is kept as a hash: its change is seen, the earlier value is not known. */
const MAX_LENGTH = 100;

const TASKS = ['task_count', 'completed_task_count'];

/** The fields by whose earlier values an event is told. */
const FIELDS_NEEDED: Readonly<Partial<Record<TriggerEvent, readonly string[]>>> = {
	archived: ['status'],
	restored: ['status'],
	completed: TASKS,
	reopened: TASKS,
};

/** What changed, by field; `unknown` where the earlier values are not known. */
export type FieldChanges = Change['changes'] | 'unknown';

export class WatchedValues {
	/** The fields whose values are kept, in the order of version 1.0: another one makes other needs. */
	readonly fields: readonly string[];

	constructor({ events, fieldsToWatch, includePreviousValues }: ChangeOptions) {
		const isAllShown = includePreviousValues && fieldsToWatch.length === 0;
		const shown: readonly string[] = isAllShown ? CHANGING_FIELDS : fieldsToWatch;
		const needed = events.flatMap((event) => FIELDS_NEEDED[event] ?? []);
		const removed = events.includes('removed') ? REMOVED_FIELDS : [];
		this.fields = [...new Set([...removed, ...[...needed, ...shown].sort()])];
	}

	of(project: Project): KnownProject['values'] {
		return this.fields.map((field) => kept(ownField(project, field)));
	}

	/** Which fields differ from the values known. Of no fields, none differs. */
	fieldChanges(project: Project, values: KnownProject['values'] = []): FieldChanges {
		if (values.length < this.fields.length) return 'unknown';
		const changes = this.fields.flatMap((field, index) => {
			const from = values[index] ?? null;
			const to = ownField(project, field);
			if (JSON.stringify(kept(to)) === JSON.stringify(from)) return [];
			return [[field, isHash(from) ? { to } : { from, to }] as const];
		});
		return Object.fromEntries(changes);
	}

	/** A removed project as it was last known. */
	removed(id: string, values: KnownProject['values']): Project {
		const shown = REMOVED_FIELDS.map((field) => {
			const value = values[this.fields.indexOf(field)] ?? null;
			return [field, isHash(value) ? null : value] as const;
		});
		return { id, ...Object.fromEntries(shown) };
	}
}

function kept(value: JsonValue): JsonValue {
	const text = JSON.stringify(value);
	return text.length > MAX_LENGTH ? { '#': hashOf(text) } : value;
}

const isHash = (value: JsonValue) => Object.hasOwn(Object(value) as object, '#');
