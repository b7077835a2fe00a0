/** The values of watched fields, which are kept of each project to tell what a change has changed. */
import { type JsonValue, ownField, type Project } from '../contract';
import { PROJECT_FIELDS } from '../query/itemFormat';
import { hashOf } from '../query/version';
import type { Change, ChangeOptions, TriggerEvent } from './options';
import type { KnownProject } from './table';

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
	/** The fields whose values are kept, in this order. It is part of the needs: with another one, all is read again. */
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

	/** Which fields differ from the values known: none, where none is watched. */
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
