/** The parameters of the trigger, checked. */
import {
	collection,
	dateAndTime,
	listOfNames,
	numberBetween,
	oneOf,
	type Read,
	trueOrFalse,
	wholeNumber,
} from '../actions/fields/parameterValues';
import { readFilters } from '../actions/fields/filters';
import type { FilterContext } from '../actions/fields/filters/filter';
import { readStatus } from '../actions/fields/status';
import {
	type ChangeOptions,
	type StartFrom,
	TRIGGER_EVENTS,
	type TriggerEvent,
} from '../core/changes/options';
import { invalidParameter } from '../core/errors';

const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;
export const DEFAULT_LOOK_BACK_MINUTES = 5;
export const MOST_LOOK_BACK_MINUTES = 1_440;
export const DEFAULT_DUE_SOON_DAYS = 7;
export const DEFAULT_STALE_DAYS = 30;
export const MOST_DAYS = 3_650;

/** @param entered gives a parameter as it was entered, an expression as its text */
export function readChangeOptions(
	read: Read,
	entered: Read,
	account: string,
	context: FilterContext,
): ChangeOptions {
	const options = collection('Options', read('options'));
	return {
		account,
		status: readStatus(read),
		matches: readFilters(read, context).matches,
		// An expression such as "a week ago" gives another value on every poll, yet is one filter.
		inclusion: JSON.stringify([entered('status'), entered('filters')]),
		events: readEvents(read('events')),
		fieldsToWatch: listOfNames('Fields to Watch', options['fieldsToWatch'] ?? []),
		includePreviousValues: trueOrFalse(
			'Include Previous Values',
			options['includePreviousValues'] ?? false,
		),
		dueSoonDays: readDays('Due Soon (Days)', options['dueSoonDays'] ?? DEFAULT_DUE_SOON_DAYS, 0),
		staleDays: readDays('Stale After (Days)', options['staleDays'] ?? DEFAULT_STALE_DAYS, 1),
		timeZone: context.timeZone,
		startFrom: readStartFrom(read, entered, context.timeZone),
		lookBackMs: readLookBackMs(options['lookBack'] ?? DEFAULT_LOOK_BACK_MINUTES),
	};
}

function readEvents(value: unknown): TriggerEvent[] {
	if (!Array.isArray(value) || value.length === 0)
		throw invalidParameter('Trigger On', 'a list of events');
	return value.map((event) => oneOf('Trigger On', event, TRIGGER_EVENTS));
}

function readStartFrom(read: Read, entered: Read, timeZone: string): StartFrom {
	const from = oneOf('Start From', read('startFrom'), ['now', 'all', 'since'] as const);
	if (from !== 'since') return from;
	const since = dateAndTime('Changed Since', read('changedSince'), timeZone);
	return {
		since: new Date(since.seconds * MS_PER_SECOND).toISOString(),
		entered: String(entered('changedSince')),
	};
}

function readDays(label: string, value: unknown, least: number): number {
	return wholeNumber(label, value, least, MOST_DAYS);
}

function readLookBackMs(minutes: unknown): number {
	return MS_PER_MINUTE * numberBetween('Look Back (Minutes)', minutes, 0, MOST_LOOK_BACK_MINUTES);
}
