/** The watched values of projects: those before a change, and what an item for a removed project shows. */
import { type JsonValue, ownField, type Project } from '../contract';
import { PROJECT_FIELDS } from '../query/itemFormat';
import { hash32 } from './hash';
import { type Change, CHANGE_EVENTS, type ChangeOptions, isRemovedChosen } from './options';

/** What people change: not the ID, and the stamps change with everything else. */
const CHANGING_FIELDS = PROJECT_FIELDS.map(({ name }) => name).filter(
	(name) => !['id', 'created_at', 'updated_at'].includes(name),
);

/** What an item for a removed project shows. */
const REMOVED_FIELDS: readonly string[] = ['id', 'name', 'status'];

/** Characters of a value's JSON. A longer one is kept as a hash: its change is seen, the earlier value not known. */
const MAX_LENGTH = 100;

const TASKS = ['task_count', 'completed_task_count'];

/** The fields by whose earlier values an event is told. */
const FIELDS_NEEDED: Readonly<Partial<Record<Change['event'], readonly string[]>>> = {
	archived: ['status'],
	restored: ['status'],
	completed: TASKS,
	reopened: TASKS,
};

/** The values of one project, in the order of `WatchedValues`. The list ends behind the ID if there was no room for all. */
export type Values = readonly JsonValue[];

/** The fields whose previous values the options need; none for a trigger on Created and any Updated. */
function previousFieldsFor(options: ChangeOptions): readonly string[] {
	const { events, fieldsToWatch, includePreviousValues } = options;
	const watched = includePreviousValues || events.includes('updated') ? fieldsToWatch : [];
	const isAllShown = includePreviousValues && fieldsToWatch.length === 0;
	const shown: readonly string[] = isAllShown ? CHANGING_FIELDS : watched;
	const chosen = CHANGE_EVENTS.filter((event) => events.includes(event));
	return [...new Set([...shown, ...chosen.flatMap((event) => FIELDS_NEEDED[event] ?? [])])].sort();
}

export class WatchedValues {
	private readonly previous: readonly string[];

	/** Whose values are kept, in this order: for Removed, the ID comes first. */
	private readonly fields: readonly string[];

	constructor(options: ChangeOptions) {
		this.previous = previousFieldsFor(options);
		const shown = isRemovedChosen(options) ? REMOVED_FIELDS : [];
		this.fields = [...new Set([...shown, ...this.previous])];
	}

	/** Names what is kept; empty where nothing is. */
	get fieldNames(): string {
		return this.fields.join();
	}

	of(project: Project): Values {
		return this.fields.map((field) => kept(field, ownField(project, field)));
	}

	/** The values in the order of these fields, from a list in the order of `savedFields`. It ends before the first field that is not there. */
	converted(saved: Values, savedFields: string): Values {
		const names = savedFields.split(',');
		const values = this.fields.map((field) => saved[names.indexOf(field)]);
		const end = values.indexOf(undefined);
		return values.slice(0, end < 0 ? values.length : end).map((value) => value ?? null);
	}

	/** Which fields differ from the values known; undefined when these are not known. */
	fieldChanges(project: Project, values: Values = []): Change['changes'] | undefined {
		if (values.length < this.fields.length) return undefined;
		const changes = this.previous.flatMap((field) => {
			const from = values[this.fields.indexOf(field)] ?? null;
			const to = ownField(project, field);
			if (JSON.stringify(kept(field, to)) === JSON.stringify(from)) return [];
			return [[field, isHash(from) ? { to } : { from, to }] as const];
		});
		return Object.fromEntries(changes);
	}

	/** The project as it was last known; undefined where that is not watched. */
	removed([id, name = null, status = null]: Values): Project | undefined {
		if (this.fields[0] !== 'id' || typeof id !== 'string') return undefined;
		return { id, name: isHash(name) ? null : name, status };
	}
}

function kept(field: string, value: JsonValue): JsonValue {
	const text = JSON.stringify(value);
	const isLong = field !== 'id' && text.length > MAX_LENGTH;
	return isLong ? { '#': hash32(text) } : value;
}

function isHash(value: JsonValue): boolean {
	return typeof value === 'object' && value !== null && Object.hasOwn(value, '#');
}
