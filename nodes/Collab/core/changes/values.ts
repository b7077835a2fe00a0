/** The watched values of projects: those before a change, and what an item for a removed project shows. */
import { type JsonValue, ownField, type Project } from '../contract';
import { PROJECT_FIELDS } from '../query/itemFormat';
import { contentHash } from './hash';
import type { Change, ChangeOptions, FieldChange } from './options';

/** Characters of a value's JSON. A longer one is kept as a hash: its change is seen, the earlier value not known. */
const MAX_LENGTH = 100;

/** Of names, which an item for a removed project shows; so much of a longer one is kept. */
const MAX_NAME_LENGTH = 250;

/** What people change. A change of these stamps comes with every other. */
const CHANGING_FIELDS = PROJECT_FIELDS.map(({ name }) => name).filter(
	(name) => !['id', 'created_at', 'updated_at'].includes(name),
);

const STATUS_EVENTS = ['archived', 'restored'];
const TASK_EVENTS = ['completed', 'reopened'];

/** Of one project, in the order of `WatchedValues`. Where there was no room for all, the list ends behind the ID. */
export type Values = readonly JsonValue[];

/** How many values an item for a removed project needs: ID, name and status. */
const REMOVED_VALUES = 3;

type NeedsValues = Pick<ChangeOptions, 'events' | 'fieldsToWatch' | 'includePreviousValues'>;

/** The fields whose previous values the options need; none for a trigger on Created and any Updated. */
export function previousFieldsFor(options: NeedsValues): readonly string[] {
	const { events, fieldsToWatch, includePreviousValues } = options;
	const watched = includePreviousValues || events.includes('updated') ? fieldsToWatch : [];
	const isAllShown = includePreviousValues && fieldsToWatch.length === 0;
	const fields = new Set<string>(isAllShown ? CHANGING_FIELDS : watched);
	if (events.some((event) => STATUS_EVENTS.includes(event))) fields.add('status');
	if (events.some((event) => TASK_EVENTS.includes(event))) {
		fields.add('task_count').add('completed_task_count');
	}
	return [...fields].sort();
}

/** Which values are kept, and in which order: for Removed, the ID, the name and the status come first. */
export class WatchedValues {
	private readonly previous: readonly string[];
	private readonly isRemovedWatched: boolean;

	constructor(options: NeedsValues) {
		this.previous = previousFieldsFor(options);
		this.isRemovedWatched = options.events.includes('removed');
	}

	/** Names what is kept: values under another name mean something else. */
	get name(): string {
		return [...(this.isRemovedWatched ? ['removed'] : []), ...this.previous].join();
	}

	of(project: Project): Values | undefined {
		if (this.name === '') return undefined;
		const { id, name } = project;
		const shownName = typeof name === 'string' ? name.slice(0, MAX_NAME_LENGTH) : null;
		const shown = this.isRemovedWatched ? [id, shownName, ownField(project, 'status')] : [];
		return [...shown, ...this.previous.map((field) => kept(ownField(project, field)))];
	}

	/** Which values that were kept under another name can still be used: those for Removed stand at the same place. */
	converted(values: Values | undefined, name: string): Values | undefined {
		if (name === this.name) return values;
		const isUsable = this.isRemovedWatched && name.split(',').includes('removed');
		return isUsable ? values?.slice(0, REMOVED_VALUES) : undefined;
	}

	/** Which fields differ from the values known; undefined when these are not known. */
	changesTo(project: Project, known: Values | undefined): Change['changes'] | undefined {
		const before = known?.slice(this.isRemovedWatched ? REMOVED_VALUES : 0);
		if (!before || before.length < this.previous.length) return undefined;
		const changes = this.previous.flatMap((field, index) => {
			const from = before[index] ?? null;
			const to = ownField(project, field);
			if (JSON.stringify(kept(to)) === JSON.stringify(from)) return [];
			const change: FieldChange = isHash(from) ? { to } : { from, to };
			return [[field, change] as const];
		});
		return Object.fromEntries(changes);
	}

	/** The project as it was last known; undefined where that is not watched. */
	removed([id, name = null, status = null]: Values): Project | undefined {
		return this.isRemovedWatched && typeof id === 'string' ? { id, name, status } : undefined;
	}
}

function kept(value: JsonValue): JsonValue {
	const text = JSON.stringify(value);
	return text.length > MAX_LENGTH ? { '#': contentHash(text) } : value;
}

function isHash(value: JsonValue): boolean {
	return typeof value === 'object' && value !== null && Object.hasOwn(value, '#');
}
