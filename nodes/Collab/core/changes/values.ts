/** The values that are kept of each project, to tell what a change has changed, and what a removed project was. */
import { ownField, type Project } from '../contract';
import { CHANGING_FIELDS } from '../query/itemFormat';
import { changesIn, isHash, keptValue } from '../query/version';
import type { Change, ChangeOptions, TriggerEvent } from './options';
import type { KnownProject } from './table';

/** What an item for a removed project shows beside its ID. */
const REMOVED_FIELDS = ['name', 'status'];

/** The fields whose earlier values tell whether an event has happened. */
const FIELDS_NEEDED: Readonly<Partial<Record<TriggerEvent, readonly string[]>>> = {
	archived: ['status'],
	restored: ['status'],
	completed: ['task_count', 'completed_task_count'],
	reopened: ['task_count', 'completed_task_count'],
};

/** What changed, by field; `unknown` where the earlier values are not known. */
export type FieldChanges = Change['changes'] | 'unknown';

export class KeptValues {
	/** The fields whose values are kept. Their order is part of the needs: with another order, all is read again. */
	readonly fields: readonly string[];

	constructor({ events, fieldsToWatch, includePreviousValues }: ChangeOptions) {
		const isAllShown = includePreviousValues && fieldsToWatch.length === 0;
		const watched: readonly string[] = isAllShown ? CHANGING_FIELDS : fieldsToWatch;
		const needed = events.flatMap((event) => FIELDS_NEEDED[event] ?? []);
		const removed = events.includes('removed') ? REMOVED_FIELDS : [];
		this.fields = [...new Set([...removed, ...[...needed, ...watched].sort()])];
	}

	of(project: Project): KnownProject['values'] {
		return this.fields.map((field) => keptValue(ownField(project, field)));
	}

	/** Which fields differ from the kept values. `{}` if no field is kept; `unknown` if the project has no kept values. */
	fieldChanges(project: Project, values: KnownProject['values'] = []): FieldChanges {
		if (values.length < this.fields.length) return 'unknown';
		return changesIn(project, this.fields, values);
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
