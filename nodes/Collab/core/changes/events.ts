/** Which event a change is, for which projects Status and Filters want it, and the conditions that begin to hold. */
import type { Project } from '../contract';
import type { EvaluationTime } from '../query/computedFields';
import { isComplete, isDueWithin, isOverdue, isStaleFor } from '../query/computedFields';
import type { Predicate } from '../query/predicate';
import { parseInstant } from '../time';
import { type Change, CHANGE_EVENTS, type ChangeOptions, type TriggerEvent } from './options';
import { MARKS } from './table';
import type { FieldChanges } from './values';

/** The change to deliver for this version; none when the options ask for none. */
export function changeOf(
	project: Project,
	isNew: boolean,
	changes: FieldChanges,
	options: ChangeOptions,
): Change[] {
	const happened = eventsOf(project, isNew, changes, options);
	const chosen = CHANGE_EVENTS.filter((one) => options.events.includes(one) && happened[one]);
	const event = chosen.find((one) => isShown(project, one, options));
	return event ? [{ project, event, changes: changes === 'unknown' ? {} : changes }] : [];
}

/** With Status Active, Archived is delivered, too, though it takes the project out; with Archived, Restored. */
export function isShown(project: Project, event: TriggerEvent, options: ChangeOptions): boolean {
	const leaving = { active: 'archived', archived: 'restored', all: undefined }[options.status];
	return isIncluded(project, event === leaving ? { ...options, status: 'all' } : options);
}

/** Whether Status and Filters include a project. */
export function isIncluded(project: Project, { status, matches }: ChangeOptions): boolean {
	return (status === 'all' || project['status'] === status) && (!matches || matches(project));
}

/**
 * What has happened to a project, by what is known of it:
 *
 * | | new | not new, earlier values known | not new, earlier values not known |
 * | --- | --- | --- | --- |
 * | Archived, Completed | is so now | is so now, and was not | is so now |
 * | Restored, Reopened | never | is not so now, and was | is not so now, if Updated is not chosen |
 * | Updated | changed after its creation | a field has changed, of Fields to Watch if there are any | always |
 */
function eventsOf(project: Project, isNew: boolean, changes: FieldChanges, options: ChangeOptions) {
	const { events, fieldsToWatch } = options;
	const earlier = changes === 'unknown' ? undefined : earlierThan(project, changes);
	// Without earlier values, each project that is not archived would pass for Restored: so Updated is given, if chosen.
	const mayHaveHappened = !isNew && !earlier && !events.includes('updated');
	const began = (holds: Predicate) => holds(project) && !(earlier && holds(earlier));
	const ended = (holds: Predicate) =>
		!holds(project) && (earlier ? holds(earlier) : mayHaveHappened);
	return {
		created: isNew,
		archived: began(isArchived),
		restored: ended(isArchived),
		completed: began(isCompleted),
		reopened: ended(isCompleted),
		updated: isNew ? wasUpdatedAfterCreation(project) : isWatched(changes, fieldsToWatch),
	};
}

const isArchived = ({ status }: Project) => status === 'archived';
const isCompleted = (project: Project) => isComplete(project) === true;

function earlierThan(project: Project, changes: Change['changes']): Project {
	const values = Object.entries(changes).map(([field, { from = null }]) => [field, from] as const);
	return { ...project, ...Object.fromEntries(values) };
}

const isWatched = (changes: FieldChanges, fields: readonly string[]) =>
	changes === 'unknown' || fields.length === 0 || fields.some((one) => Object.hasOwn(changes, one));

const wasUpdatedAfterCreation = ({ created_at: created, updated_at: updated }: Project) =>
	(parseInstant(updated) ?? NaN) > (parseInstant(created) ?? NaN);

/** For test events: whether a project, as it is now, may be an example. For Removed, any included project may. */
export function isPossibleFor(
	project: Project,
	event: TriggerEvent,
	options: ChangeOptions,
	at: EvaluationTime,
) {
	const alone = { ...options, events: [event] };
	if (isChangeEvent(event))
		return changeOf(project, event === 'created', 'unknown', alone).length > 0;
	const [condition] = conditionsOf(alone, at);
	return isShown(project, event, options) && (condition?.holds(project) ?? true);
}

export const isChangeEvent = (event: Change['event']) => CHANGE_EVENTS.some((one) => one === event);

/** The chosen ones of Became Overdue, Due Soon and Became Stale: of each a test as of that time, and its mark. */
export function conditionsOf(options: ChangeOptions, at: EvaluationTime) {
	const { events, dueSoonDays, staleDays } = options;
	const all = [
		['becameOverdue', 0, (one: Project) => isOverdue(one, at)],
		['dueSoon', dueSoonDays, (one: Project) => isDueWithin(dueSoonDays, one, at)],
		['becameStale', staleDays, (one: Project) => isStaleFor(staleDays, one, at)],
	] as const;
	return all
		.filter(([event]) => events.includes(event))
		.map(([event, days, test]) => {
			// What is not known never holds. The days are part of the name: others make another condition.
			const holds = (project: Project) => test(project) === true;
			return { event, name: `${event} ${days}`, mark: MARKS[event], holds };
		});
}
