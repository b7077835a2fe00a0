import type { ChangedProject, ChangeEvent, ChangeOptions, FieldChange } from './options';
import type { JsonValue, Project } from '../contract';
import { compareInstants, type Instant, parseInstant } from '../time';
import { CHANGE_EVENTS } from './options';
import { isComplete } from '../query/computedFields';

type Changes = Readonly<Record<string, FieldChange>>;

/** What is known about a project before the version at hand. */
export interface Before {
	readonly isNew: boolean;
	/** Changes of the watched fields; undefined when earlier values are not known. */
	readonly changes: Changes | undefined;
}

/** The item for this version, or undefined when the options ask for no item. One version gives one item at most. */
export function changeOf(
	project: Project,
	before: Before,
	options: ChangeOptions,
): ChangedProject | undefined {
	const fits = factsOf(project, before, options);
	const event = CHANGE_EVENTS.find((candidate) => isWanted(candidate, fits, project, options));
	return event && { project, event, changes: before.changes ?? {} };
}

/** Archiving takes a project out of the active ones, so it is told although the project is not active any more. */
function isWanted(
	event: ChangeEvent,
	fits: Readonly<Record<ChangeEvent, boolean>>,
	project: Project,
	{ events, status }: ChangeOptions,
): boolean {
	if (!events.includes(event) || !fits[event]) return false;
	const left = { active: 'archived', archived: 'restored', all: undefined }[status];
	return event === left || matchesStatus(project, status);
}

export function matchesStatus(project: Project, status: ChangeOptions['status']): boolean {
	return status === 'all' || project['status'] === status;
}

function factsOf(
	project: Project,
	before: Before,
	options: ChangeOptions,
): Record<ChangeEvent, boolean> {
	if (before.isNew) return factsOfNew(project);
	if (!before.changes) return factsOfUnknown(project, options);
	return factsOfKnown(project, before.changes, options);
}

/** A project that appears archived or completed was archived or completed since the last poll. */
function factsOfNew(project: Project): Record<ChangeEvent, boolean> {
	return {
		created: true,
		archived: isArchived(project),
		completed: isComplete(project) === true,
		updated: wasUpdatedAfterCreation(project),
		restored: false,
		reopened: false,
	};
}

/** Without earlier values everything that may have happened counts as happened; Updated comes before the mere maybes. */
function factsOfUnknown(project: Project, { events }: ChangeOptions): Record<ChangeEvent, boolean> {
	const isMaybe = !events.includes('updated');
	return {
		created: false,
		archived: isArchived(project),
		completed: isComplete(project) === true,
		updated: true,
		restored: isMaybe && !isArchived(project),
		reopened: isMaybe && !isComplete(project),
	};
}

function factsOfKnown(
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
		updated: fieldsToWatch.length === 0 || fieldsToWatch.some((field) => field in changes),
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
