/** The parameters of the trigger, checked, and what they make of its items. */
import {
	collection,
	dateAndTime,
	listOfNames,
	numberBetween,
	oneOf,
	type Read,
	trueOrFalse,
	wholeNumber,
} from '../fields/parameterValues';
import { readFilters } from '../fields/filters';
import { readStatus } from '../fields/listing';
import type { Change, ChangeOptions, TriggerEvent } from '../core/changes/options';
import { TRIGGER_EVENTS } from '../core/changes/options';
import type { JsonValue } from '../core/contract';
import { invalidParameter } from '../core/errors';
import type { EvaluationTime } from '../core/query/computedFields';
import type { ItemFormat } from '../core/query/itemFormat';
import { LOOK_BACK_MINUTES, MOST_DAYS, MOST_LOOK_BACK_MINUTES } from './fields';

const MS_PER_MINUTE = 60_000;

/** @param entered gives a parameter as it was entered, an expression as its text */
export function readChangeOptions(
	read: Read,
	entered: Read,
	account: string,
	at: EvaluationTime,
): ChangeOptions {
	const { lookBack = LOOK_BACK_MINUTES } = collection('Options', read('options'));
	const startFrom = readStartFrom(read, at.timeZone);
	// An expression such as "a week ago" gives another value on every poll, yet is one starting point, and one filter.
	const start = typeof startFrom === 'string' ? startFrom : entered('changedSince');
	return {
		origin: `${account} ${String(start)}`,
		status: readStatus(read),
		matches: readFilters(read, at).matches,
		inclusion: JSON.stringify([entered('status'), entered('filters')]),
		events: readEvents(read),
		fieldsToWatch: listOfNames('Fields to Watch', read('fieldsToWatch')),
		includePreviousValues: trueOrFalse('Include Previous Values', read('includePreviousValues')),
		dueSoonDays: wholeNumber('Due Soon (Days)', read('dueSoonDays'), 0, MOST_DAYS),
		staleDays: wholeNumber('Stale After (Days)', read('staleDays'), 1, MOST_DAYS),
		timeZone: at.timeZone,
		startFrom,
		lookBackMs:
			MS_PER_MINUTE * numberBetween('Look Back (Minutes)', lookBack, 0, MOST_LOOK_BACK_MINUTES),
	};
}

function readEvents(read: Read): TriggerEvent[] {
	const value = read('events');
	if (!Array.isArray(value) || value.length === 0)
		throw invalidParameter('Trigger On', 'a list of events', value);
	return value.map((event) => oneOf('Trigger On', event, TRIGGER_EVENTS));
}

function readStartFrom(read: Read, timeZone: string): ChangeOptions['startFrom'] {
	const from = oneOf('Start From', read('startFrom'), ['now', 'all', 'since']);
	if (from !== 'since') return from;
	const since = dateAndTime('Changed Since', read('changedSince'), timeZone);
	return { since: new Date(since).toISOString() };
}

/** A project as Output has it, then `event`, and `changes` where they are asked for. */
export const changeFormatter =
	(format: ItemFormat, { includePreviousValues }: Pick<ChangeOptions, 'includePreviousValues'>) =>
	({ project, event, changes }: Change): Record<string, JsonValue> => ({
		// A removed project has no other fields than these.
		...(event === 'removed' ? project : format(project)),
		event,
		...(includePreviousValues && { changes }),
	});
