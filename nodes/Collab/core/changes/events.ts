import type { Change, ChangeEvent, ChangeOptions, FieldChange } from './options';
import type { JsonValue, Project } from '../contract';
import { compareInstants, type Instant, parseInstant } from '../time';
import { CHANGE_EVENTS } from './options';
import { isComplete } from '../query/computedFields';

type Changes = Readonly<Record<string, FieldChange>>;

/** What is known about a project's earlier versions. */
export interface Before {
	readonly isNew: boolean;
	/** Changes of the watched fields; undefined when the previous values are not known. */
	readonly changes: Changes | undefined;
}

/** The change to deliver for this version, undefined when the options ask for none. A version gives one at most, whatever happened. */
export function changeOf(
	project: Project,
	before: Before,
	options: ChangeOptions,
): Change | undefined {
	const happened = eventsOf(project, before, options);
	const event = CHANGE_EVENTS.find((candidate) => isWanted(candidate, happened, project, options));
	return event && { project, event, changes: before.changes ?? {} };
}

/** The JSON of the item: the project's fields at the top level, then `event` and `changes`. */
export function toItem({ project, event, changes }: Change): Record<string, JsonValue> {
	return { ...project, event, changes: changes as unknown as JsonValue };
}

/** Archiving takes a project out of the active ones: with Status Active, Archived is delivered although the project is not active any more. */
function isWanted(
	event: ChangeEvent,
	happened: Readonly<Record<ChangeEvent, boolean>>,
	project: Project,
	{ events, status }: ChangeOptions,
): boolean {
	if (!events.includes(event) || !happened[event]) return false;
	const leaving = { active: 'archived', archived: 'restored', all: undefined }[status];
	return event === leaving || matchesStatus(project, status);
}

export function matchesStatus(project: Project, status: ChangeOptions['status']): boolean {
	return status === 'all' || project['status'] === status;
}

function eventsOf(
	project: Project,
	before: Before,
	options: ChangeOptions,
): Record<ChangeEvent, boolean> {
	if (before.isNew) return eventsOfNew(project);
	if (!before.changes) return eventsOfUnknown(project, options);
	return eventsOfKnown(project, before.changes, options);
}

/** A project that appears archived or completed was archived or completed since the last poll. */
function eventsOfNew(project: Project): Record<ChangeEvent, boolean> {
	return {
		created: true,
		archived: isArchived(project),
		completed: isComplete(project) === true,
		updated: wasUpdatedAfterCreation(project),
		restored: false,
		reopened: false,
	};
}

/** Without previous values, what may have happened counts as happened; Restored and Reopened only where Updated is not chosen. */
function eventsOfUnknown(
	project: Project,
	{ events }: ChangeOptions,
): Record<ChangeEvent, boolean> {
	const isUpdatedChosen = events.includes('updated');
	return {
		created: false,
		archived: isArchived(project),
		completed: isComplete(project) === true,
		updated: true,
		restored: !isUpdatedChosen && !isArchived(project),
		reopened: !isUpdatedChosen && !isComplete(project),
	};
}

function eventsOfKnown(
	project: Project,
	changes: Changes,
	{ fieldsToWatch }: ChangeOptions,
): Record<ChangeEvent, boolean> {
	const earlier: Project = { ...project, ...earlierValues(changes) };
	return {
		created: false,
		archived: isArchived(project) && !isArchived(earlier),
		restored: isArchived(earlier) && !isArchived(project),
		completed: isComplete(project) === true && !isComplete(earlier),
		reopened: isComplete(earlier) === true && !isComplete(project),
		updated:
			fieldsToWatch.length === 0 || fieldsToWatch.some((field) => Object.hasOwn(changes, field)),
	};
}

function earlierValues(changes: Changes): Record<string, JsonValue> {
	const fields = Object.entries(changes);
	return Object.fromEntries(fields.map(([field, { from }]) => [field, from ?? null]));
}

function isArchived(project: Project): boolean {
	return project['status'] === 'archived';
}

function wasUpdatedAfterCreation(project: Project): boolean {
	const [created, updated] = [
		parseInstant(project['created_at']),
		parseInstant(project['updated_at']),
	];
	return Boolean(created && updated && isAfter(updated, created));
}

function isAfter(a: Instant, b: Instant): boolean {
	return compareInstants(a, b) > 0;
}
